#include "cli/base/progress.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/safe_text.h"
#include "system/commands.h"

enum { DRAW_EVERY_MS = 100, BAR_WIDTH = 20, NAME_WIDTH = 24, REST_AFTER_SECONDS = 1 };

void progress_start(struct progress *progress, struct messages *messages, int wanted, uint64_t total_size)
{
    progress->messages = messages;
    progress->enabled = wanted && messages->quiet == 0 && system_is_terminal(STANDARD_ERROR);
    progress->file = NULL;
    progress->total_size = total_size;
    progress->done_size = 0;
    progress->is_paused = 0;
    progress->started_ms = progress->enabled ? system_now_ms() : 0;
    progress->drawn_ms = progress->started_ms;
}

void progress_begin_file(struct progress *progress, const char *name)
{
    progress->file = name;
}

/* "games.pgn: ", without the folder; of a long name its end, which tells most: "..2024-10.pgn: ". */
static size_t draw_name(const char *name, char *out, size_t out_size)
{
    const char *slash = strrchr(name, '/'), *last = slash != NULL ? slash + 1 : name;
    size_t size = strlen(last), skipped = size > NAME_WIDTH ? size - NAME_WIDTH + 2 : 0;
    while (skipped != 0 && skipped < size && ((unsigned char)last[skipped] & 0xc0) == 0x80)
        skipped++; /* no piece of a character */
    snprintf(out, out_size, "%s%s: ", skipped != 0 ? ".." : "", last + skipped);
    safe_text_disarm(out);
    return strlen(out);
}

/* "[=======>      ]  45%  " */
static size_t draw_bar(const struct progress *progress, char *out)
{
    double share = (double)progress->done_size / (double)progress->total_size;
    if (share > 1)
        share = 1;
    size_t filled = (size_t)(share * BAR_WIDTH);
    out[0] = '[';
    memset(out + 1, ' ', BAR_WIDTH);
    memset(out + 1, '=', filled);
    if (filled < BAR_WIDTH)
        out[1 + filled] = '>';
    return 1 + BAR_WIDTH + (size_t)sprintf(out + 1 + BAR_WIDTH, "] %3d%%  ", (int)(share * 100));
}

/* "2:05 left", "1:02:05 left" */
static void draw_rest(char *out, size_t out_size, double seconds)
{
    unsigned long rest = (unsigned long)(seconds + 0.5);
    if (rest >= 3600)
        snprintf(out, out_size, ", %lu:%02lu:%02lu left", rest / 3600, rest / 60 % 60, rest % 60);
    else
        snprintf(out, out_size, ", %lu:%02lu left", rest / 60, rest % 60);
}

static void draw(struct progress *progress, uint64_t now)
{
    char line[200];
    double seconds = (double)(now - progress->started_ms) / 1000;
    double megabytes = (double)progress->done_size / 1e6;
    size_t size = progress->file != NULL ? draw_name(progress->file, line, sizeof line / 2) : 0;
    size += progress->total_size != 0 ? draw_bar(progress, line + size) : 0;
    size += (size_t)snprintf(line + size, sizeof line - size, "%.1f MB, %.1f MB/s", megabytes,
                             seconds > 0 ? megabytes / seconds : 0);
    if (progress->total_size > progress->done_size && progress->done_size != 0 &&
        seconds >= REST_AFTER_SECONDS)
        draw_rest(line + size, sizeof line - size,
                  seconds * (double)(progress->total_size - progress->done_size) /
                      (double)progress->done_size);
    message_status_line(progress->messages, line);
    progress->drawn_ms = now;
}

void progress_pause(struct progress *progress)
{
    if (!progress->enabled || !progress->shares_terminal)
        return;
    message_wipe_status_line(progress->messages);
    progress->is_paused = 1;
}

void progress_resume(struct progress *progress)
{
    progress->is_paused = 0;
}

void progress_set(struct progress *progress, uint64_t size)
{
    progress->done_size = size;
}

void progress_add(struct progress *progress, uint64_t size)
{
    progress->done_size += size;
    if (!progress->enabled || progress->is_paused)
        return;
    uint64_t now = system_now_ms();
    if (now - progress->drawn_ms >= DRAW_EVERY_MS)
        draw(progress, now);
}

void progress_stop(struct progress *progress)
{
    if (progress->enabled)
        message_wipe_status_line(progress->messages);
    progress->enabled = 0;
}

/* ---- Waiting ---- */

enum { STEP_MS = 20 };

struct waiting waiting_begin(unsigned seconds)
{
    return (struct waiting){(uint64_t)seconds * (1000 / STEP_MS)};
}

int waiting_goes_on(struct waiting *waiting, enum pgnpack_status status)
{
    if (status != PGNPACK_ERROR_BUSY || waiting->left == 0)
        return 0;
    waiting->left--;
    system_sleep(STEP_MS);
    return 1;
}
