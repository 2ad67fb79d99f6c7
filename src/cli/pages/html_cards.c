#include "cli/pages/html_cards.h"

#include <stdlib.h>

#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"
#include "cli/pages/cards_script.h"
#include "cli/pages/html_board.h"
#include "cli/run/command.h"

/* ---- The page ---- */

static const char page_style[] = "body{max-width:80rem;line-height:1.4}\n";

const char html_cards_style[] =
    "#cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem}\n"
    "article{border:1px solid var(--line);border-radius:.4rem;background:var(--card);padding:.6rem;"
    "overflow-wrap:anywhere}article:focus{outline:3px solid #3b82c4}\n"
    "article h2{font-size:1rem;margin:.4rem 0 .1rem}article p{margin:.1rem "
    "0;color:var(--soft);font-size:.85rem}"
    ".move{color:var(--ink)!important;font-weight:600;min-height:1.4em}\n"
    "article button,nav button{font:inherit;min-width:2.2rem;padding:.15rem .4rem;margin:.1rem .1rem .1rem "
    "0;color:inherit;"
    "background:var(--back);border:1px solid var(--line);border-radius:.3rem;cursor:pointer}"
    "article button:disabled{opacity:.4;cursor:default}nav{margin:1rem 0}nav:empty{display:none}\n"
    ".last{fill:#f5d547;opacity:.55}\n"
    "@media print{nav,button{display:none}article{break-inside:avoid}}\n";

void html_cards_begin(struct view_text *page)
{
    static const char *const styles[] = {page_style, html_cards_style, html_board_style, NULL};
    html_begin(page, "Games found", styles);
    html_board_men(page);
    view_text_string(page, "<h1 id=\"found\">Games found</h1>\n");
    html_cards_begin_part(page);
}

void html_cards_begin_part(struct view_text *page)
{
    view_text_string(page,
                     "<noscript><p>Boards are drawn by a script in this page, which needs no network: allow "
                     "it.</p></noscript>\n<nav></nav>\n<main id=\"cards\"></main>\n<nav></nav>\n"
                     "<pre id=\"games\" hidden>\n");
}

void html_cards_end_part(struct view_text *page)
{
    view_text_string(page, "</pre>\n<script>\n");
    view_text_put(page, (const char *)cards_script, cards_script_size);
    view_text_string(page, "</script>\n");
}

void html_cards_end(struct view_text *page)
{
    html_cards_end_part(page);
    view_text_string(page, "</body>\n</html>\n");
}

/* ---- Games ---- */

enum { WHITE, WHITE_ELO, BLACK, BLACK_ELO, EVENT, SITE, DATE, ROUND, ECO, START, TAGS };

static const char *const tag_names[TAGS] = {"White", "WhiteElo", "Black", "BlackElo", "Event",
                                            "Site",  "Date",     "Round", "ECO",      "FEN"};

enum { BYTES_AT_FIRST = 1 << 12, BYTES_MAX = 1 << 26 };

/* Of one game. */
struct line {
    char *bytes;
    size_t capacity;
    uint32_t offsets[2];
};

struct html_cards {
    struct view_text *page;
    struct pgnpack_batch *batch;
    struct pgnpack_text values[TAGS], *views[TAGS];
    struct line san, uci;
    struct tag_text plain;
};

/* 0: it is no use. */
static int grow(struct line *line)
{
    size_t wanted = line->capacity == 0 ? BYTES_AT_FIRST : 4 * line->capacity;
    char *grown = wanted > BYTES_MAX ? NULL : realloc(line->bytes, wanted);
    if (grown == NULL)
        return 0;
    line->bytes = grown;
    line->capacity = wanted;
    return 1;
}

struct html_cards *html_cards_new(struct view_text *page, const struct pgnpack_reader *reader)
{
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = tag_names,
                                                  .tag_count = TAGS,
                                                  .parts = PGNPACK_BATCH_SAN | PGNPACK_BATCH_UCI |
                                                           PGNPACK_BATCH_RESULTS};
    struct html_cards *cards = calloc(1, sizeof *cards);
    if (cards == NULL)
        return NULL;
    cards->page = page;
    for (size_t i = 0; i < TAGS; i++)
        cards->views[i] = &cards->values[i];
    cards->batch = pgnpack_batch_new(reader, &options);
    if (cards->batch != NULL && grow(&cards->san) && grow(&cards->uci))
        return cards;
    html_cards_free(cards);
    return NULL;
}

void html_cards_free(struct html_cards *cards)
{
    if (cards == NULL)
        return;
    pgnpack_free(cards->batch);
    free(cards->san.bytes);
    free(cards->uci.bytes);
    free(cards->plain.bytes);
    free(cards);
}

const struct pgnpack_error *html_cards_error(struct html_cards *cards)
{
    return pgnpack_error(cards->batch);
}

/* Tabs and line feeds of the value become U+FFFD, as other controls. */
static void put_field(struct html_cards *cards, struct pgnpack_text value)
{
    const struct pgnpack_text plain = tag_text_plain(&cards->plain, value);
    view_text_put(cards->page, "\t", 1);
    if (plain.data != NULL)
        html_text(cards->page, plain.data, plain.size);
    else if (value.data != NULL)
        cards->page->status = command_no_memory(cards->page->context);
}

static void put_line(struct html_cards *cards, const struct line *line)
{
    view_text_put(cards->page, "\t", 1);
    html_text(cards->page, line->bytes, line->offsets[1]);
}

static void put_game(struct html_cards *cards, const char *file, const struct pgnpack_hit *hit, int has_place,
                     uint8_t result)
{
    struct view_text *page = cards->page;
    view_text_number(page, hit->game);
    view_text_put(page, "\t", 1);
    html_text(page, file, strlen(file));
    view_text_put(page, "\t", 1);
    if (has_place)
        view_text_number(page, hit->ply);
    view_text_print(page, "\t%d\t%s", hit->item != 0, result_text((enum pgnpack_result)result));
    for (size_t i = 0; i < TAGS; i++)
        put_field(cards, cards->values[i]);
    put_line(cards, &cards->san);
    put_line(cards, &cards->uci);
    view_text_string(page, "\n");
}

enum pgnpack_status html_cards_put(struct html_cards *cards, const char *file, const struct pgnpack_hit *hit,
                                   int has_place)
{
    uint8_t result;
    size_t count;
    enum pgnpack_status status = pgnpack_batch_range(cards->batch, hit->game, 1);
    while (status == PGNPACK_OK) {
        const struct pgnpack_columns columns = {
            .size = sizeof columns,
            .capacity = 1,
            .views = cards->views,
            .results = &result,
            .san = {.data = cards->san.bytes, .capacity = cards->san.capacity, .offsets = cards->san.offsets},
            .uci = {
                .data = cards->uci.bytes, .capacity = cards->uci.capacity, .offsets = cards->uci.offsets}};
        status = pgnpack_batch_next(cards->batch, &columns, &count);
        if (status != PGNPACK_ERROR_LIMIT || !grow(&cards->san) || !grow(&cards->uci))
            break;
        status = PGNPACK_OK;
    }
    if (status == PGNPACK_OK)
        put_game(cards, file, hit, has_place, result);
    return status;
}
