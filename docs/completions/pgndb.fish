# Completion of pgndb for fish. Subcommands and their options are those that the program's help has.
function __pgndb_commands
    set -l program (commandline -opc)[1]
    $program help 2>/dev/null | sed -n 's/^  \([a-z]*\)  *\(.*\)$/\1\t\2/p'
end
function __pgndb_options
    set -l words (commandline -opc)
    $words[1] $words[2] --help 2>/dev/null | sed -n 's/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)[^ ]* *\(.*\)$/\2\t\3/p'
end
function __pgndb_has_command
    test (count (commandline -opc)) -ge 2
end
complete -c pgndb -n 'not __pgndb_has_command' -f -a '(__pgndb_commands)'
# Databases come first, other files after them.
complete -c pgndb -n __pgndb_has_command -k -a '(__fish_complete_suffix .bcgn)'
complete -c pgndb -n '__pgndb_has_command; and string match -q -- "-*" (commandline -ct)' -a '(__pgndb_options)'
complete -c pgndb -n __pgndb_has_command -l kind -x -a 'exact loose version'
complete -c pgndb -n __pgndb_has_command -l prefer -x -a 'rank text comments tags first last'
complete -c pgndb -n __pgndb_has_command -s o -l output -rF
complete -c pgndb -n __pgndb_has_command -l table -rF
complete -c pgndb -n __pgndb_has_command -l from -rF
complete -c pgndb -n __pgndb_has_command -l of -x -a 'players events sites Annotator'
complete -c pgndb -n __pgndb_has_command -l add -x -a 'FideId Title Elo Fed FideId,Title,Elo,Fed'
