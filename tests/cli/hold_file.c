/* hold_file FILE COMMAND...: runs the command while FILE is open for nobody else, as the gate of a database is on Windows. */
#include <process.h>
#include <windows.h>

int main(int argument_count, char **arguments)
{
    HANDLE file = argument_count < 3 ? INVALID_HANDLE_VALUE
                                     : CreateFileA(arguments[1], GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                                                   FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 99;
    intptr_t status = _spawnv(_P_WAIT, arguments[2], (const char *const *)arguments + 2);
    CloseHandle(file);
    return status < 0 ? 98 : (int)status;
}
