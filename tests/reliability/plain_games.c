#include "reliability/plain_games.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- The board ---- */

static int colour_of(char man) /* 1: black's, 0: white's, -1: none */
{
    return man == '.' ? -1 : islower((unsigned char)man) != 0;
}

static char letter(char man, int is_black)
{
    return (char)(is_black ? tolower(man) : toupper(man));
}

static char man_at(const struct plain_position *position, int file, int rank)
{
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? ' ' : position->men[8 * rank + file];
}

/* Do black's men (or white's) attack the square by a step or jump? */
static int is_stepped_on(const struct plain_position *position, int file, int rank, int by_black)
{
    static const int jumps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    int before = by_black ? rank + 1 : rank - 1;
    if (man_at(position, file - 1, before) == letter('p', by_black) ||
        man_at(position, file + 1, before) == letter('p', by_black))
        return 1;
    for (int i = 0; i < 8; i++)
        if (man_at(position, file + jumps[i][0], rank + jumps[i][1]) == letter('n', by_black))
            return 1;
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            if (man_at(position, file + x, rank + y) == letter('k', by_black))
                return 1;
    return 0;
}

static int is_attacked(const struct plain_position *position, int file, int rank, int by_black)
{
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++) {
            int f = file + x, r = rank + y;
            while ((x != 0 || y != 0) && man_at(position, f, r) == '.')
                f += x, r += y;
            char man = man_at(position, f, r);
            if ((x != 0 || y != 0) && man != ' ' && colour_of(man) == by_black &&
                (tolower(man) == 'q' || tolower(man) == (x == 0 || y == 0 ? 'r' : 'b')))
                return 1;
        }
    return is_stepped_on(position, file, rank, by_black);
}

static int king_of(const struct plain_position *position, int is_black)
{
    for (int i = 0; i < 64; i++)
        if (position->men[i] == letter('k', is_black))
            return i;
    return PLAIN_NONE;
}

/* Can the side to move take from that file without leaving its king in check? */
static int can_take_from(const struct plain_position *position, int file)
{
    int to = position->en_passant, rank = to / 8 + (position->is_black ? 1 : -1);
    struct plain_position after = *position;
    if (man_at(position, file, rank) != letter('p', position->is_black))
        return 0;
    after.men[8 * rank + file] = '.';
    after.men[8 * rank + to % 8] = '.';
    after.men[to] = letter('p', position->is_black);
    int king = king_of(&after, position->is_black);
    return king == PLAIN_NONE || !is_attacked(&after, king % 8, king / 8, !position->is_black);
}

static void tidy_en_passant(struct plain_position *position)
{
    int to = position->en_passant;
    if (to == PLAIN_NONE)
        return;
    int taken = position->is_black ? to + 8 : to - 8;
    if (to / 8 != (position->is_black ? 2 : 5) || position->men[to] != '.' ||
        position->men[taken] != letter('p', !position->is_black) ||
        !(can_take_from(position, to % 8 - 1) || can_take_from(position, to % 8 + 1)))
        position->en_passant = PLAIN_NONE;
}

void plain_position_tidy(struct plain_position *position)
{
    for (int i = 0; i < PLAIN_RIGHTS; i++) {
        int rook = position->rooks[i], is_black = i >= 2, king = king_of(position, is_black);
        if (rook != PLAIN_NONE &&
            (position->men[rook] != letter('r', is_black) || king / 8 != (is_black ? 7 : 0) ||
             (i % 2 == 0 ? rook < king : rook > king)))
            position->rooks[i] = PLAIN_NONE;
    }
    tidy_en_passant(position);
}

static void start_position(struct plain_position *position)
{
    memcpy(position->men, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr", 64);
    static const uint8_t rooks[PLAIN_RIGHTS] = {7, 0, 63, 56};
    memcpy(position->rooks, rooks, sizeof rooks);
    position->en_passant = PLAIN_NONE;
    position->is_black = 0;
}

/* ---- FENs ---- */

/* The rook of a right's letter: K, Q or a file. */
static void add_right(struct plain_position *position, char right)
{
    int is_black = islower((unsigned char)right) != 0, king = king_of(position, is_black);
    char rook = letter('r', is_black), sign = (char)tolower(right);
    int first = is_black ? 56 : 0, found = PLAIN_NONE;
    if (king < first || king > first + 7)
        return;
    for (int i = king + 1; sign == 'k' && i < first + 8; i++)
        if (position->men[i] == rook)
            found = i;
    for (int i = king - 1; sign == 'q' && i >= first; i--)
        if (position->men[i] == rook)
            found = i;
    if (sign >= 'a' && sign <= 'h' && position->men[first + sign - 'a'] == rook)
        found = first + sign - 'a';
    if (found != PLAIN_NONE)
        position->rooks[2 * is_black + (found < king)] = (uint8_t)found;
}

/* FENs that the library has understood. */
static void read_fen(struct plain_position *position, const char *fen, size_t size)
{
    const char *end = fen + size;
    int file = 0, rank = 7;
    *position = (struct plain_position){.en_passant = PLAIN_NONE};
    memset(position->men, '.', sizeof position->men);
    memset(position->rooks, PLAIN_NONE, sizeof position->rooks);
    while (fen < end && *fen == ' ')
        fen++;
    for (; fen < end && *fen != ' ' && *fen != '['; fen++) {
        if (*fen == '/')
            file = 0, rank--;
        else if (isdigit((unsigned char)*fen))
            file += *fen - '0';
        else if (isalpha((unsigned char)*fen) && rank >= 0 && file < 8)
            position->men[8 * rank + file++] = *fen;
    }
    while (fen < end && *fen != ' ')
        fen++;
    for (; fen < end && *fen == ' '; fen++)
        ;
    position->is_black = fen < end && *fen == 'b';
    for (; fen < end && *fen != ' '; fen++)
        ;
    for (; fen < end && *fen == ' '; fen++)
        ;
    for (; fen < end && *fen != ' '; fen++)
        add_right(position, *fen);
    for (; fen < end && *fen == ' '; fen++)
        ;
    if (fen + 1 < end && *fen >= 'a' && *fen <= 'h' && (fen[1] == '3' || fen[1] == '6'))
        position->en_passant = (uint8_t)(8 * (fen[1] - '1') + (*fen - 'a'));
    tidy_en_passant(position);
}

/* The letter that a FEN has for the right: the file's where the rook is not the outermost one. */
static char right_letter(const struct plain_position *position, int right)
{
    struct plain_position other = *position;
    int is_black = right >= 2;
    char sign = letter(right % 2 == 0 ? 'k' : 'q', is_black);
    memset(other.rooks, PLAIN_NONE, sizeof other.rooks);
    add_right(&other, sign);
    return other.rooks[right] == position->rooks[right]
               ? sign
               : letter((char)('a' + position->rooks[right] % 8), is_black);
}

void plain_fen(const struct plain_position *position, char out[PLAIN_FEN_SIZE])
{
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0, free = 0; file < 8; file++) {
            char man = position->men[8 * rank + file];
            free += man == '.';
            if (free != 0 && (man != '.' || file == 7)) {
                *out++ = (char)('0' + free);
                free = 0;
            }
            if (man != '.')
                *out++ = man;
        }
        *out++ = rank == 0 ? ' ' : '/';
    }
    *out++ = position->is_black ? 'b' : 'w';
    *out++ = ' ';
    char *rights = out;
    for (int i = 0; i < PLAIN_RIGHTS; i++)
        if (position->rooks[i] != PLAIN_NONE)
            *out++ = right_letter(position, i);
    if (out == rights)
        *out++ = '-';
    *out++ = ' ';
    *out++ = position->en_passant == PLAIN_NONE ? '-' : (char)('a' + position->en_passant % 8);
    if (position->en_passant != PLAIN_NONE)
        *out++ = (char)('1' + position->en_passant / 8);
    *out = '\0';
}

/* ---- Moves ---- */

static void lose_rights(struct plain_position *position, int square)
{
    char man = position->men[square];
    for (int i = 0; i < PLAIN_RIGHTS; i++)
        if (position->rooks[i] == square || man == (i >= 2 ? 'k' : 'K'))
            position->rooks[i] = PLAIN_NONE;
}

static void castle(struct plain_position *position, int king, int rook)
{
    char king_man = position->men[king], rook_man = position->men[rook];
    int first = king / 8 * 8, is_short = rook > king;
    position->men[king] = position->men[rook] = '.';
    position->men[first + (is_short ? 6 : 2)] = king_man;
    position->men[first + (is_short ? 5 : 3)] = rook_man;
}

static void make_move(struct plain_position *position, unsigned move)
{
    int to = move & 63, from = move >> 6 & 63, flag = (int)(move >> 12);
    char man = position->men[from];
    lose_rights(position, from);
    if (flag == 2 || flag == 3) {
        castle(position, from, to);
        return;
    }
    if (toupper(man) == 'P' && from % 8 != to % 8 && position->men[to] == '.')
        position->men[from / 8 * 8 + to % 8] = '.';
    if (position->men[to] != '.')
        for (int i = 0; i < PLAIN_RIGHTS; i++)
            if (position->rooks[i] == to)
                position->rooks[i] = PLAIN_NONE;
    position->men[from] = '.';
    position->men[to] = flag >= 8 ? letter("NBRQ"[flag & 3], position -> is_black) : man;
    if (toupper(man) == 'P' && abs(to - from) == 16)
        position->en_passant = (uint8_t)((from + to) / 2);
}

static void make_item(struct plain_position *position, const struct pgnpack_item *item)
{
    position->en_passant = PLAIN_NONE;
    if (item->kind == PGNPACK_ITEM_MOVE)
        make_move(position, item->value);
    else if (item->kind == PGNPACK_ITEM_DROP)
        position->men[item->value & 63] = letter("PNBRQ"[item->value >> 6 & 63], position -> is_black);
    position->is_black = !position->is_black;
    tidy_en_passant(position);
}

uint64_t plain_hash(const struct plain_position *position)
{
    const uint8_t *bytes = (const uint8_t *)position;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof *position; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* ---- Games ---- */

/* Where lines of variations go on. */
struct line_end {
    struct plain_position position, before;
    uint32_t ply;
    size_t last; /* place of the position */
};

enum { LINES_MAX = 1000 };

static size_t add_place(struct plain_games *games, uint32_t game, const struct line_end *line, unsigned depth)
{
    if (games->count == games->capacity) {
        games->capacity = games->capacity * 2 + 1000;
        games->places = realloc(games->places, games->capacity * sizeof *games->places);
        if (games->places == NULL)
            abort();
    }
    games->places[games->count] = (struct plain_place){.hash = plain_hash(&line->position),
                                                       .game = game,
                                                       .ply = line->ply,
                                                       .is_variation = depth != 0,
                                                       .position = line->position};
    return games->count++;
}

static int is_ply(enum pgnpack_item_kind kind)
{
    return kind == PGNPACK_ITEM_MOVE || kind == PGNPACK_ITEM_NULL_MOVE || kind == PGNPACK_ITEM_DROP;
}

static int add_lines(struct plain_games *games, uint32_t number, const struct pgnpack_game *game,
                     const struct plain_position *start)
{
    static struct line_end lines[LINES_MAX];
    struct pgnpack_item item;
    unsigned depth = 0;
    lines[0] = (struct line_end){.position = *start, .before = *start};
    lines[0].last = add_place(games, number, lines, 0);
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        struct line_end *line = &lines[depth];
        if (is_ply(item.kind)) {
            if (games->places[line->last].ply == line->ply && item.kind != PGNPACK_ITEM_NULL_MOVE)
                games->places[line->last].move = item.value;
            line->before = line->position;
            make_item(&line->position, &item);
            line->ply++;
            line->last = add_place(games, number, line, depth);
        } else if (item.kind == PGNPACK_ITEM_VARIATION_BEGIN) {
            if (++depth == LINES_MAX)
                return 0;
            lines[depth] =
                (struct line_end){.position = line->before, .before = line->before, .ply = line->ply - 1};
            lines[depth].last = add_place(games, number, &lines[depth], depth);
        } else if (item.kind == PGNPACK_ITEM_VARIATION_END && depth != 0) {
            depth--;
        }
    }
    return 1;
}

static unsigned digits_of(struct pgnpack_text text, size_t count)
{
    unsigned number = 0;
    for (size_t i = 0; i < count; i++) {
        if (i >= text.size || !isdigit((unsigned char)text.data[i]))
            return 0;
        number = 10 * number + (unsigned)(text.data[i] - '0');
    }
    return number;
}

static unsigned elo_of(const struct pgnpack_game *game, const char *name)
{
    struct pgnpack_text text;
    pgnpack_game_find_tag(game, name, &text);
    return text.size > 4 ? 0 : digits_of(text, text.size);
}

static int add_game(struct plain_games *games, uint32_t number, const struct pgnpack_game *game)
{
    struct pgnpack_text fen, date;
    struct plain_position start;
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    int is_position = board != NULL && pgnpack_board_start(board, game) == PGNPACK_OK;
    pgnpack_free(board);
    games->games[number].result = pgnpack_game_result(game);
    games->games[number].elo[0] = elo_of(game, "WhiteElo");
    games->games[number].elo[1] = elo_of(game, "BlackElo");
    if (pgnpack_game_find_tag(game, "Date", &date))
        games->games[number].year = digits_of(date, 4);
    if (games->games[number].year == 0 && pgnpack_game_find_tag(game, "UTCDate", &date))
        games->games[number].year = digits_of(date, 4);
    if (!is_position)
        return 1; /* the game has no position */
    if (pgnpack_game_find_tag(game, "FEN", &fen))
        read_fen(&start, fen.data, fen.size);
    else
        start_position(&start);
    return add_lines(games, number, game, &start);
}

int plain_games_read(struct plain_games *games, const struct pgnpack_reader *reader)
{
    const struct pgnpack_game *game;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    size_t count = (size_t)pgnpack_reader_info(reader)->game_count;
    *games = (struct plain_games){.games = calloc(count + 1, sizeof *games->games)};
    int right = cursor != NULL && games->games != NULL;
    while (right && games->game_count < count)
        right = pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
                add_game(games, (uint32_t)games->game_count++, game);
    pgnpack_free(cursor);
    return right;
}

void plain_games_free(struct plain_games *games)
{
    free(games->places);
    free(games->games);
    *games = (struct plain_games){.places = NULL};
}

static int compare_places(const void *first, const void *second)
{
    const struct plain_place *a = first, *b = second;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->is_variation != b->is_variation)
        return a->is_variation - b->is_variation;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return a->ply < b->ply ? -1 : a->ply > b->ply;
}

void plain_games_sort(struct plain_games *games)
{
    qsort(games->places, games->count, sizeof *games->places, compare_places);
}

const struct plain_place *plain_games_find(const struct plain_games *games,
                                           const struct plain_position *position)
{
    uint64_t hash = plain_hash(position);
    size_t low = 0, high = games->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (games->places[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < games->count && games->places[low].hash == hash ? &games->places[low] : NULL;
}
