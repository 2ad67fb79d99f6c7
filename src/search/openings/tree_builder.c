#include "search/openings/tree_builder.h"

#include <stdlib.h>
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "pgnpack.h"
#include "search/openings/tree_bytes.h"
#include "util/bits.h"

/* ---- The walk ---- */

/* ---- Moves ---- */

static uint64_t man_key(unsigned man, unsigned square)
{
    return zobrist_tables.man[man][square];
}

static uint64_t castling_change(unsigned side, unsigned from, unsigned to, unsigned queen_side)
{
    unsigned king = man_of(KING, side), rook = man_of(ROOK, side);
    return man_key(king, from) ^ man_key(king, castling_king_target(side, queen_side)) ^ man_key(rook, to) ^
           man_key(rook, castling_rook_target(side, queen_side));
}

/* A man is taken. */
static uint64_t take(struct tree_track *track, unsigned man, unsigned square)
{
    track->progress += 1 + tree_pawn_is_at_home(man, square);
    return man_key(man, square);
}

void tree_track_move(struct tree_track *track, const struct position *before, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move), flag = move_flag(move), side = before->side;
    unsigned man = before->men[from], captured = before->men[to];
    track->men ^= zobrist_tables.black_to_move;
    if (move_is_castling(move)) {
        track->men ^= castling_change(side, from, to, flag == MOVE_CASTLE_QUEEN_SIDE);
        return;
    }
    track->men ^= man_key(man, from);
    track->progress += tree_pawn_is_at_home(man, from);
    if (flag == MOVE_EN_PASSANT)
        track->men ^= take(track, man_of(PAWN, side ^ 1), to ^ 8u);
    else if (captured != NO_MAN)
        track->men ^= take(track, captured, to);
    track->men ^= man_key(move_is_promotion(move) ? man_of(move_promotion(move), side) : man, to);
}

void tree_track_drop(struct tree_track *track, const struct position *before, chess_move drop)
{
    unsigned man = man_of(drop_type(drop), before->side), to = move_to(drop);
    track->men ^= zobrist_tables.black_to_move ^ man_key(man, to);
    track->progress -= 1 + tree_pawn_is_at_home(man, to);
}

void tree_track_null(struct tree_track *track)
{
    track->men ^= zobrist_tables.black_to_move;
}

/* ---- Positions ---- */

int tree_progress(const struct position *position)
{
    uint64_t home = (position_men(position, PAWN, WHITE) & rank_bits(1)) |
                    (position_men(position, PAWN, BLACK) & rank_bits(6));
    return 48 - (int)popcount64(position_occupied(position)) - (int)popcount64(home);
}

void tree_track_start(struct tree_track *track, const struct position *start)
{
    track->men = zobrist_of_men(start);
    track->progress = tree_progress(start);
}

/* For rights about rooks that stand on other files than the outer ones. */
static uint64_t inner_rooks(const struct position *position)
{
    uint64_t key = 0;
    for (unsigned right = 0; right < 4; right++) {
        unsigned file = square_file(position->rook_home[right]);
        if ((position->castling >> right & 1) == 0 || file == 0 || file == 7)
            continue;
        uint64_t set = zobrist_tables.castling[1u << right];
        key ^= set << (8 * (1 + file)) | set >> (64 - 8 * (1 + file));
    }
    return key;
}

uint64_t tree_track_key(const struct tree_track *track, const struct position *position)
{
    uint64_t kings = square_bit(position->king_square[WHITE]) | square_bit(position->king_square[BLACK]);
    uint64_t key = track->men ^ zobrist_tables.castling[position->castling];
    if (position->ep_square != NO_SQUARE && position_en_passant_is_legal(position))
        key ^= zobrist_tables.en_passant_file[square_file(position->ep_square)];
    return (position->castling_squares & ~(kings | FILE_A | FILE_H)) == 0 ? key : key ^ inner_rooks(position);
}

uint64_t tree_key(const struct position *position)
{
    return zobrist_hash(position) ^ inner_rooks(position);
}

/* ---- The tree ---- */

/* Of the table: its smallest size, how many entries are looked at, and how full it may be, in eighths. */
enum { BITS_MIN = 10, PROBES_MAX = 64, EIGHTHS_MAX = 5 };

/*
 * Positions that a game may enter. The first games enter more, and are counted there themselves: few positions are left then for which
 * the beginning of a small segment has to be searched.
 */
enum { NEW_POSITIONS_MAX = 1, FIRST_GAMES = 1024, NEW_POSITIONS_FIRST = 32 };

/* The list ends; nobody. */
enum { NONE = 0 };

/* A position. 24 bytes. */
struct tree_entry {
    uint64_t key;
    uint32_t first_game; /* that is counted, from 1; 0: the entry is free */
    uint32_t last_game;  /* that came here, from 1 */
    uint32_t games : 31; /* counted */
    uint32_t mover : 1;
    uint32_t first_move; /* 1 + its place */
};

struct tree_move_entry {
    uint64_t rating_sum, opponent_sum;
    uint32_t games;
    uint32_t results[3]; /* white's wins, black's, draws */
    uint32_t rated, opponents, half_points;
    uint32_t next; /* 1 + its place */
    uint16_t last_year;
    chess_move move;
};

void tree_builder_init(struct tree_builder *builder, const struct tree_limits *limits, struct memory *memory)
{
    *builder = (struct tree_builder){.memory = memory};
    builder->entry_limit = limits->positions != 0 ? limits->positions : TREE_POSITIONS_DEFAULT;
    builder->move_limit = limits->moves != 0 ? limits->moves : TREE_MOVES_DEFAULT;
}

static size_t table_size(const struct tree_builder *builder)
{
    return builder->bits == 0 ? 0 : (size_t)1 << builder->bits;
}

void tree_builder_free(struct tree_builder *builder)
{
    const struct tree_limits limits = {builder->entry_limit, builder->move_limit};
    memory_release(builder->memory, builder->entries, table_size(builder) * sizeof *builder->entries);
    memory_release(builder->memory, builder->moves, builder->move_capacity * sizeof *builder->moves);
    tree_builder_init(builder, &limits, builder->memory);
}

/* ---- The table of positions ---- */

static size_t home_of(const struct tree_builder *builder, uint64_t key)
{
    return (size_t)(key >> (64 - builder->bits));
}

/* The entry of that key, or a free one where it may be entered, or NULL. The table is there. */
static struct tree_entry *find_entry(const struct tree_builder *builder, uint64_t key)
{
    size_t mask = table_size(builder) - 1, i = home_of(builder, key);
    for (unsigned probes = 0; probes < PROBES_MAX; probes++, i = (i + 1) & mask)
        if (builder->entries[i].key == key || builder->entries[i].first_game == 0)
            return &builder->entries[i];
    return NULL;
}

static void free_moves(struct tree_builder *builder, uint32_t first)
{
    while (first != NONE) {
        struct tree_move_entry *move = &builder->moves[first - 1];
        uint32_t next = move->next;
        move->next = builder->free_move;
        builder->free_move = first;
        builder->move_count--;
        first = next;
    }
}

/* Twice as large a table; one that finds no place in it is forgotten. */
static void grow_table(struct tree_builder *builder)
{
    size_t old_size = table_size(builder);
    unsigned bits = old_size == 0 ? BITS_MIN : builder->bits + 1;
    struct tree_entry *old = builder->entries;
    size_t size = (size_t)1 << bits;
    builder->entries = memory_get(builder->memory, size * sizeof *builder->entries);
    if (builder->entries == NULL) {
        builder->entries = old;
        builder->failed = 1;
        return;
    }
    memset(builder->entries, 0, size * sizeof *builder->entries);
    builder->bits = bits;
    builder->entry_count = 0;
    for (size_t i = 0; i < old_size; i++) {
        struct tree_entry *entry = old[i].first_game != 0 ? find_entry(builder, old[i].key) : NULL;
        if (entry != NULL)
            *entry = old[i];
        else if (old[i].first_game != 0)
            free_moves(builder, old[i].first_move);
        builder->entry_count += entry != NULL;
    }
    memory_release(builder->memory, old, old_size * sizeof *old);
}

/* Takes an entry out: those behind it that were entered later close up. */
static void remove_entry(struct tree_builder *builder, size_t hole)
{
    size_t mask = table_size(builder) - 1;
    struct tree_entry *entries = builder->entries;
    free_moves(builder, entries[hole].first_move);
    for (size_t i = (hole + 1) & mask; entries[i].first_game != 0; i = (i + 1) & mask) {
        size_t home = home_of(builder, entries[i].key);
        if (((i - home) & mask) < ((i - hole) & mask))
            continue;
        entries[hole] = entries[i];
        hole = i;
    }
    entries[hole] = (struct tree_entry){0};
    builder->entry_count--;
}

/* ---- Making room ---- */

/* Positions by their games: up to 255, then by powers of 2. */
enum { COUNT_CLASSES = 256 + 24 };

static unsigned class_of(const struct tree_entry *entry)
{
    return entry->games < 256 ? entry->games : 248 + highest_bit(entry->games);
}

/* The rarest positions go: at least a quarter of them, and of the moves. */
static void make_room(struct tree_builder *builder)
{
    size_t positions[COUNT_CLASSES] = {0}, moves[COUNT_CLASSES] = {0};
    for (size_t i = 0; i < table_size(builder); i++) {
        const struct tree_entry *entry = &builder->entries[i];
        if (entry->first_game == 0)
            continue;
        positions[class_of(entry)]++;
        for (uint32_t move = entry->first_move; move != NONE; move = builder->moves[move - 1].next)
            moves[class_of(entry)]++;
    }
    size_t position_count = 0, move_count = 0;
    unsigned class = 0;
    for (; class < COUNT_CLASSES; class ++) {
        position_count += positions[class];
        move_count += moves[class];
        if (position_count != 0 && position_count * 4 >= builder->entry_count &&
            move_count * 4 >= builder->move_count)
            break;
    }
    for (size_t i = 0; i < table_size(builder);)
        if (builder->entries[i].first_game != 0 && class_of(&builder->entries[i]) <= class)
            remove_entry(builder, i);
        else
            i++;
}

static int is_among_first(const struct tree_builder *builder)
{
    return builder->game_count <= FIRST_GAMES;
}

/* How many positions the present game may enter. */
static unsigned new_positions_max(const struct tree_builder *builder)
{
    size_t room =
        builder->entry_limit > builder->entry_count ? builder->entry_limit - builder->entry_count : 0;
    unsigned most = is_among_first(builder) ? NEW_POSITIONS_FIRST : NEW_POSITIONS_MAX;
    return room == 0 ? NEW_POSITIONS_MAX : most < room ? most : (unsigned)room;
}

/* Is there room in the table for further positions, and for a game's moves? Without memory there is none. */
static int has_room(struct tree_builder *builder, size_t ply_count)
{
    size_t move_room = builder->move_limit - builder->move_count;
    if (builder->entry_count + NEW_POSITIONS_MAX > builder->entry_limit || move_room < ply_count)
        if (builder->entry_count != 0)
            make_room(builder);
    while (!builder->failed &&
           (builder->entry_count + new_positions_max(builder)) * 8 > table_size(builder) * EIGHTHS_MAX)
        grow_table(builder);
    size_t wanted = move_room < ply_count ? builder->move_limit : builder->move_end + ply_count;
    if (wanted > builder->move_limit)
        wanted = builder->move_limit;
    if (!MEMORY_GROW(builder->memory, builder->moves, builder->move_capacity, wanted))
        builder->failed = 1;
    return !builder->failed;
}

/* ---- Games ---- */

/* The entry of a position's move, a new one at need; NULL: there is no more room. */
static struct tree_move_entry *find_move(struct tree_builder *builder, struct tree_entry *entry,
                                         chess_move move)
{
    uint32_t *link = &entry->first_move;
    for (; *link != NONE; link = &builder->moves[*link - 1].next)
        if (builder->moves[*link - 1].move == move)
            return &builder->moves[*link - 1];
    uint32_t place = builder->free_move;
    if (place != NONE) {
        builder->free_move = builder->moves[place - 1].next;
    } else {
        if (builder->move_end >= builder->move_limit || builder->move_end >= builder->move_capacity)
            return NULL;
        place = (uint32_t)++builder->move_end;
    }
    *link = place;
    builder->move_count++;
    builder->moves[place - 1] = (struct tree_move_entry){.move = move};
    return &builder->moves[place - 1];
}

static void count_move(struct tree_move_entry *move, const struct tree_game *game, unsigned mover)
{
    static const uint8_t half_points[OPENING_RESULTS][2] = {{0, 0}, {2, 0}, {0, 2}, {1, 1}};
    unsigned own = game->elo[mover], opponent = game->elo[mover ^ 1];
    move->games++;
    move->rated += own != 0;
    move->rating_sum += own;
    if (game->result != PGNPACK_RESULT_UNKNOWN) {
        move->results[game->result - 1]++;
        move->opponents += opponent != 0;
        move->opponent_sum += opponent;
        move->half_points += opponent != 0 ? half_points[game->result][mover] : 0;
    }
    if (game->year > move->last_year)
        move->last_year = game->year;
}

/* The entry is that of a position that the present game came to. Returns 1 if the game is to be counted there. */
static int enter(struct tree_builder *builder, struct tree_entry *entry, uint64_t key, unsigned mover)
{
    int counts = is_among_first(builder);
    *entry = (struct tree_entry){.key = key,
                                 .first_game = builder->game_count + !counts,
                                 .last_game = builder->game_count - (uint32_t)counts,
                                 .mover = mover & 1u};
    builder->entry_count++;
    return counts;
}

/* What was counted is forgotten, since there is no room for a move; later games are counted. Where the present one comes here again is too late. */
static void start_anew(struct tree_builder *builder, struct tree_entry *entry)
{
    free_moves(builder, entry->first_move);
    entry->first_move = NONE;
    entry->games = 0;
    entry->first_game = builder->game_count + 1;
    entry->last_game = builder->game_count;
}

/* What cannot be counted counts as unknown, as everywhere. */
static struct tree_game checked(const struct tree_game *game)
{
    struct tree_game copy = *game;
    copy.result &= 3;
    for (unsigned side = 0; side < 2; side++)
        if (copy.elo[side] > OPENING_RATING_MAX)
            copy.elo[side] = 0;
    if (copy.year > OPENING_YEAR_MAX)
        copy.year = 0;
    return copy;
}

static void count_plies(struct tree_builder *builder, const struct tree_game *game)
{
    unsigned left = new_positions_max(builder);
    for (size_t i = 0; i < game->count; i++) {
        const struct tree_ply *ply = &game->plies[i];
        struct tree_entry *entry = find_entry(builder, ply->key);
        int is_new = entry == NULL || entry->first_game == 0;
        if (is_new && (entry == NULL || left == 0))
            continue;
        left -= (unsigned)is_new;
        if (is_new && !enter(builder, entry, ply->key, ply->mover))
            continue;
        if (entry->last_game == builder->game_count)
            continue;
        struct tree_move_entry *move = find_move(builder, entry, ply->move);
        if (move == NULL) {
            start_anew(builder, entry);
            continue;
        }
        entry->last_game = builder->game_count;
        entry->games++;
        count_move(move, game, ply->mover);
    }
}

void tree_builder_add(struct tree_builder *builder, const struct tree_game *game)
{
    if (builder->failed)
        return;
    if (builder->game_count == TREE_GAMES_MAX) {
        builder->failed = 1;
        return;
    }
    builder->game_count++;
    if (game->count == 0 || !has_room(builder, game->count))
        return;
    const struct tree_game copy = checked(game);
    for (size_t i = 0; i < game->count; i++)
        __builtin_prefetch(&builder->entries[home_of(builder, game->plies[i].key)]);
    count_plies(builder, &copy);
}

/* ---- The tree ---- */

static int compare_keys(const void *a, const void *b)
{
    const struct tree_entry *const *first = a, *const *second = b;
    return ((*first)->key > (*second)->key) - ((*first)->key < (*second)->key);
}

/* The position with all its moves, most games first. Returns 0 when there is no memory. */
static int set_node(const struct tree_builder *builder, const struct tree_entry *entry,
                    struct opening_node *node)
{
    opening_node_clear(node);
    for (uint32_t place = entry->first_move; place != NONE; place = builder->moves[place - 1].next) {
        const struct tree_move_entry *move = &builder->moves[place - 1];
        uint32_t known = move->results[0] + move->results[1] + move->results[2];
        const struct opening_counts counts = {
            .games = move->games,
            .results = {[PGNPACK_RESULT_UNKNOWN] = move->games - known,
                        [PGNPACK_RESULT_WHITE] = move->results[PGNPACK_RESULT_WHITE - 1],
                        [PGNPACK_RESULT_BLACK] = move->results[PGNPACK_RESULT_BLACK - 1],
                        [PGNPACK_RESULT_DRAW] = move->results[PGNPACK_RESULT_DRAW - 1]},
            .rated = move->rated,
            .rating_sum = move->rating_sum,
            .opponents = move->opponents,
            .opponent_sum = move->opponent_sum,
            .half_points = move->half_points,
            .last_year = move->last_year,
        };
        if (!opening_node_add(node, move->move, &counts))
            return 0;
    }
    opening_node_sort(node);
    return 1;
}

static size_t count_frequent(const struct tree_builder *builder, uint64_t least)
{
    size_t count = 0;
    for (size_t i = 0; i < table_size(builder) && !builder->failed; i++)
        count += builder->entries[i].first_game != 0 && builder->entries[i].games >= least;
    return count;
}

/* Writes the positions `sorted`. Returns 0 when there is no memory. */
static int write_entries(const struct tree_builder *builder, const struct tree_entry *const *sorted,
                         size_t count, struct buffer *out, size_t *written_ret)
{
    struct tree_writer writer;
    struct tree_node *node;
    int done = 1;
    tree_writer_init(&writer, builder->memory);
    for (size_t i = 0; i < count && done; i++) {
        node = tree_writer_next(&writer);
        done = node != NULL;
        if (!done)
            break;
        node->key = sorted[i]->key >> (64 - TREE_KEY_BITS);
        node->from = sorted[i]->first_game - 1;
        node->mover = sorted[i]->mover;
        done = set_node(builder, sorted[i], &node->moves) && tree_writer_add(&writer);
    }
    done = done && tree_writer_end(&writer, builder->game_count, out, written_ret);
    tree_writer_free(&writer);
    return done;
}

size_t tree_builder_write(const struct tree_builder *builder, uint64_t least, struct buffer *out)
{
    size_t count = count_frequent(builder, least), taken = 0, written = 0;
    if (count == 0)
        return 0;
    const struct tree_entry **sorted = memory_get(builder->memory, count * sizeof *sorted);
    if (sorted == NULL) {
        out->failed = 1;
        return 0;
    }
    for (size_t i = 0; i < table_size(builder); i++)
        if (builder->entries[i].first_game != 0 && builder->entries[i].games >= least)
            sorted[taken++] = &builder->entries[i];
    qsort(sorted, count, sizeof *sorted, compare_keys);
    int done = write_entries(builder, sorted, count, out, &written);
    memory_release(builder->memory, sorted, count * sizeof *sorted);
    out->failed |= !done;
    return done && out->size <= BCGN_OPTIONAL_SIZE_MAX ? written : 0;
}
