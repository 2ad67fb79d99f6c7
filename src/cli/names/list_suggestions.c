#include "cli/names/list_suggestions.h"

#include <inttypes.h>

#include "cli/base/messages.h"
#include "cli/names/suggestion_text.h"
#include "cli/forms/json.h"
#include "pgnpack_extra.h"

struct printing {
    struct command_context *context;
    struct view_text *text;
    struct answers *answers; /* NULL: nobody is asked */
    uint64_t printed, left_out;
};

static void put_json(struct view_text *text, const struct pgnpack_name *name, const struct list_match *match)
{
    const struct rated_player *player = &match->player;
    suggestion_put_names_json(text, name->name, player->name, match->points, match->difference);
    json_number(text, "from_games", name->games);
    json_known_number(text, "from_first_year", name->first_year);
    json_known_number(text, "from_last_year", name->last_year);
    json_text(text, "fide_id", player->id);
    json_text(text, "federation", player->federation);
    json_text(text, "title", player->title);
    json_known_number(text, "rating", player->rating);
    json_known_number(text, "born", player->born);
    view_text_string(text, "}\n");
}

static void put_value(struct view_text *text, const char *before, struct pgnpack_text value)
{
    if (value.size == 0)
        return;
    view_text_string(text, before);
    view_text_safe(text, value);
}

static void put_line(struct view_text *text, const struct pgnpack_name *name, const struct list_match *match,
                     int asks)
{
    const struct rated_player *player = &match->player;
    suggestion_put_names(text, name->name, player->name, match->points, match->difference, asks);
    view_text_print(text, "; %s", COUNTED(name->games, "game"));
    if (name->first_year != 0)
        suggestion_put_range(text, " of ", name->first_year, name->last_year);
    put_value(text, "; FIDE ", player->id);
    put_value(text, ", ", player->federation);
    put_value(text, ", ", player->title);
    if (player->rating != 0)
        view_text_print(text, ", %u", player->rating);
    if (player->born != 0)
        view_text_print(text, ", born %u", player->born);
    view_text_string(text, "\n");
}

/* Returns 0 when there is no memory. */
static int put(struct printing *printing, const struct pgnpack_name *name, const struct list_match *match)
{
    struct answers *answers = printing->answers;
    int is_json = printing->context->options->view.json;
    if (!is_json && (!suggestion_is_writable(name->name) || !suggestion_is_writable(match->player.name))) {
        printing->left_out++;
        return 1;
    }
    printing->printed++;
    if (is_json)
        put_json(printing->text, name, match);
    else
        put_line(printing->text, name, match, answers != NULL);
    return answers == NULL || answers_ask(answers, name->name, match->player.name);
}

enum exit_status list_suggestions_print(struct command_context *context, struct database *database,
                                        const struct rating_list *list, struct list_names *names,
                                        struct view_text *text, struct answers *answers)
{
    struct printing printing = {.context = context, .text = text, .answers = answers};
    struct pgnpack_names *all = pgnpack_names_new(database->reader, NULL, NULL);
    struct pgnpack_name name;
    struct rated_player player;
    struct list_match match;
    enum pgnpack_status found;
    enum exit_status status = all == NULL ? command_no_memory(context) : EXIT_FINE;
    if (!context->options->view.json && answers == NULL)
        suggestion_put_head(text, " player's", "players");
    while (all != NULL && (answers == NULL || !answers->is_over) &&
           (found = pgnpack_names_next(all, &name)) != PGNPACK_END) {
        if (found == PGNPACK_OK) {
            if (rating_list_find(list, name.name, &player) != 0 ||
                !list_names_match(names, name.name, name.first_year, &match) || put(&printing, &name, &match))
                continue;
            status = command_no_memory(context);
            break;
        }
        int is_first = status == EXIT_FINE;
        status = command_report(context, database->file.name, pgnpack_error(all));
        if (!is_first || status != EXIT_CORRUPT)
            break; /* else blocks were passed over */
    }
    pgnpack_free(all);
    suggestion_tell(context->messages, database->file.name, printing.printed, printing.left_out);
    if (list_names_crowded(names) != 0)
        message_notice(context->messages, IN_FILE(database->file.name),
                       "%s not looked up: the list has too many players of that surname",
                       COUNTED(list_names_crowded(names), "name"));
    return status == EXIT_FINE ? database->damage : status;
}
