#include "cli/find/find_novel.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/search/find_databases.h"
#include "cli/search/find_search.h"

struct hits {
    struct find_run *run;
    struct pgnpack_hit *hits;
    size_t count, capacity;
};

/* A find_take_function. */
static enum exit_status keep(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct hits *kept = opaque;
    if (!GROW(kept->hits, kept->capacity, kept->count + count))
        return command_no_memory(kept->run->context);
    memcpy(kept->hits + kept->count, hits, count * sizeof *hits);
    kept->count += count;
    return EXIT_FINE;
}

/* The games that have one, up to the limit. */
static enum exit_status take_novel(const struct hits *kept, const struct novelty *novelties,
                                   find_novel_function take, void *opaque)
{
    struct find_run *run = kept->run;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < kept->count && status == EXIT_FINE && run->found < run->options->common.view.limit;
         i++) {
        struct pgnpack_hit hit = kept->hits[i];
        if (novelties[i].ply == 0)
            continue;
        hit.ply = hit.last_ply = novelties[i].ply;
        hit.item = hit.move = 0;
        run->found++;
        status = take(opaque, &hit, &novelties[i]);
    }
    return status;
}

static enum exit_status find_in(struct hits *kept, struct database *reference, struct database *database,
                                find_novel_function take, void *opaque)
{
    struct novelty *novelties = NULL;
    enum exit_status status = find_search(kept->run, database, UINT64_MAX, keep, kept);
    if (status == EXIT_FINE)
        status = novelties_find(kept->run, reference, database, kept->hits, kept->count, &novelties);
    if (status == EXIT_FINE)
        status = take_novel(kept, novelties, take, opaque);
    novelties_free(novelties, kept->count);
    return status;
}

enum exit_status find_novel_games(struct find_run *run, struct database *database, find_novel_function take,
                                  void *opaque)
{
    struct database reference;
    struct hits kept = {.run = run};
    enum exit_status status = find_open_database(run, &reference, run->options->novel, 1);
    if (status != EXIT_FINE)
        return status;
    status = find_in(&kept, &reference, database, take, opaque);
    free(kept.hits);
    database_close(&reference);
    return status;
}

enum exit_status find_novel_line(struct game_labels *labels, const struct pgnpack_hit *hit, const char *move,
                                 const struct novelty *novelty)
{
    struct view_text *text = &labels->run->text;
    char *label = NULL;
    enum exit_status status = game_labels_make(labels, hit->game, &label);
    if (status != EXIT_FINE || label == NULL)
        return status;
    if (labels->run->options->common.inputs.count > 1) {
        view_text_safe_string(text, labels->database->file.name);
        view_text_string(text, " ");
    }
    view_text_print(text, "%" PRIu64 ". ", hit->game);
    view_text_safe_string(text, label);
    view_text_print(text, "\n    %s is new; %" PRIu64 " game%s before", move, novelty->games,
                    PLURAL_S(novelty->games));
    if (novelty->last_label != NULL && novelty->last_label[0] != '\0') {
        view_text_string(text, novelty->games == 1 ? ": " : ", the last: ");
        view_text_safe_string(text, novelty->last_label);
    }
    view_text_string(text, "\n");
    free(label);
    return text->status;
}
