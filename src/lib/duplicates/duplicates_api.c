/* Public functions: games that databases have twice. lib/duplicates/duplicates.h says how they are found. */
#include <string.h>

#include "lib/duplicates/duplicates_group.h"
#include "lib/duplicates/duplicates_pass.h"
#include "lib/duplicates/duplicates_sort.h"
#include "lib/duplicates/duplicates_verify.h"
#include "lib/duplicates/duplicates_versions.h"
#include "pgnpack_extra.h"

enum { VERIFY_BYTES_MAX = 512 << 20 }; /* lines that are held at once */

struct searched_reader {
    const struct pgnpack_reader *reader;
    uint64_t work;
};

struct pgnpack_duplicates {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgnpack_duplicates_options options;
    struct searched_reader *readers;
    int *ranks;
    size_t reader_count, reader_capacity, rank_capacity;

    struct duplicates_game *games;
    size_t game_count, game_capacity;
    struct duplicates_detail *details;
    size_t detail_count, detail_capacity;
    struct duplicates_block *blocks;
    size_t block_count, block_capacity;
    struct duplicates_key *keys; /* of all games, then of candidates */
    size_t key_count, key_capacity;
    struct name_list names;

    /* For the games of candidates. */
    uint32_t *hash_of; /* by game: 1 + the number of its hash; 0: no candidate. Later who is kept instead */
    uint16_t *line_of; /* by game: of those of its hash, from 1; 0: not compared */
    size_t hash_count;
    uint32_t hash_from, hash_to; /* compared in the present pass */

    struct duplicates_pass pass;
    struct duplicates_verify verify;
    struct duplicates_versions versions;        /* in its place, for PGNPACK_DUPLICATE_VERSION */
    size_t at_reader, at_block;                 /* that the next job is about */
    uint64_t done, verified, candidates, total; /* games, for progress */

    int is_done;
    size_t next;
    struct pgnpack_duplicates_counts counts;
    enum pgnpack_status last;
    struct error misuse;  /* of the options */
    struct error failure; /* of the first block that could not be read */
    struct error error;
    struct pgnpack_error public_error;
};

/* ---- The handle ---- */

static enum pgnpack_status check_options(const struct pgnpack_duplicates_options *options,
                                         struct error *error)
{
    if ((int)options->kind < 0 || options->kind > PGNPACK_DUPLICATE_VERSION)
        return handle_refuse_member(error, "pgnpack_duplicates_options.kind", options->kind,
                                    "one of enum pgnpack_duplicate_kind");
    if ((int)options->keep < PGNPACK_KEEP_RANK || options->keep > PGNPACK_KEEP_LAST)
        return handle_refuse_member(error, "pgnpack_duplicates_options.keep", options->keep,
                                    "one of enum pgnpack_keep");
    return handle_check_threads(options->threads, "pgnpack_duplicates_options.threads", error);
}

static const struct handle_kind duplicates_kind;

struct pgnpack_duplicates *pgnpack_duplicates_new(const struct pgnpack_options *options,
                                                  const struct pgnpack_duplicates_options *source)
{
    struct pgnpack_duplicates *duplicates = handle_new(options, sizeof *duplicates, &duplicates_kind);
    if (duplicates == NULL)
        return NULL;
    if (duplicates->memory.limit != 0)
        duplicates->memory.limit = duplicates->memory.limit / 2 + 1;
    handle_check_options(options, &duplicates->misuse);
    if (handle_copy_options(&duplicates->options, sizeof duplicates->options, source,
                            "pgnpack_duplicates_options", &duplicates->misuse) == PGNPACK_OK)
        check_options(&duplicates->options, &duplicates->misuse);
    error_clear(&duplicates->failure);
    duplicates->error = duplicates->misuse;
    name_list_init(&duplicates->names, &duplicates->memory);
    duplicates->names.limit = UINT32_MAX - 1;
    duplicates_pass_init(&duplicates->pass, &duplicates->memory);
    duplicates_verify_init(&duplicates->verify, &duplicates->memory);
    duplicates_versions_init(&duplicates->versions, &duplicates->memory);
    return duplicates;
}

#define RELEASE(duplicates, array, capacity)                                                                 \
    memory_release(&(duplicates)->memory, (duplicates)->array, (capacity) * sizeof *(duplicates)->array)

static void release_search(struct pgnpack_duplicates *duplicates)
{
    duplicates_pass_free(&duplicates->pass);
    duplicates_verify_free(&duplicates->verify);
    duplicates_versions_free(&duplicates->versions);
    name_list_free(&duplicates->names);
    duplicates->names.limit = UINT32_MAX - 1;
    RELEASE(duplicates, keys, duplicates->key_capacity);
    RELEASE(duplicates, line_of, duplicates->game_count + 1);
    duplicates->keys = NULL;
    duplicates->line_of = NULL;
    duplicates->key_count = duplicates->key_capacity = 0;
}

static void release_result(struct pgnpack_duplicates *duplicates)
{
    release_search(duplicates);
    RELEASE(duplicates, hash_of, duplicates->game_count + 1);
    RELEASE(duplicates, games, duplicates->game_capacity);
    RELEASE(duplicates, details, duplicates->detail_capacity);
    RELEASE(duplicates, blocks, duplicates->block_capacity);
    duplicates->hash_of = NULL;
    duplicates->games = NULL;
    duplicates->details = NULL;
    duplicates->blocks = NULL;
    duplicates->game_count = duplicates->game_capacity = 0;
    duplicates->detail_count = duplicates->detail_capacity = 0;
    duplicates->block_count = duplicates->block_capacity = 0;
    duplicates->is_done = 0;
}

static void free_duplicates(void *handle)
{
    struct pgnpack_duplicates *duplicates = handle;
    release_result(duplicates);
    RELEASE(duplicates, readers, duplicates->reader_capacity);
    RELEASE(duplicates, ranks, duplicates->rank_capacity);
    handle_free(duplicates, sizeof *duplicates);
}

/* Where nobody noted it, a job was refused its first piece. */
static enum pgnpack_status fail_memory(struct pgnpack_duplicates *duplicates)
{
    struct memory *memory = &duplicates->memory;
    if (memory->refusal == MEMORY_NOT_REFUSED)
        memory->refusal = memory->limit != 0 ? MEMORY_REFUSED_BY_LIMIT : MEMORY_REFUSED;
    return error_no_memory(&duplicates->error);
}

enum pgnpack_status pgnpack_duplicates_add_reader(struct pgnpack_duplicates *duplicates,
                                                  const struct pgnpack_reader *reader, int rank)
{
    size_t count = duplicates->reader_count;
    duplicates->error = duplicates->misuse;
    if (duplicates->error.status == PGNPACK_OK && reader == NULL)
        handle_refuse_null(&duplicates->error, "pgnpack_duplicates_add_reader: reader");
    if (duplicates->error.status == PGNPACK_OK)
        reader_check_open(reader, &duplicates->error);
    if (duplicates->error.status != PGNPACK_OK)
        return handle_end(duplicates, duplicates->error.status);
    memory_forget_refusal(&duplicates->memory);
    if (!MEMORY_GROW(&duplicates->memory, duplicates->readers, duplicates->reader_capacity, count + 1) ||
        !MEMORY_GROW(&duplicates->memory, duplicates->ranks, duplicates->rank_capacity, count + 1))
        return handle_end(duplicates, fail_memory(duplicates));
    duplicates->readers[count] = (struct searched_reader){.reader = reader};
    duplicates->ranks[count] = rank;
    duplicates->reader_count++;
    release_result(duplicates);
    return handle_end(duplicates, PGNPACK_OK);
}

/* ---- What both passes share ---- */

static enum pgnpack_status count_work(struct pgnpack_duplicates *duplicates, size_t reader,
                                      const struct duplicates_scan *job)
{
    struct searched_reader *searched = &duplicates->readers[reader];
    uint64_t limit = searched->reader->work_limit;
    searched->work += job->work;
    return limit != 0 && searched->work > limit ? work_limit_passed(&duplicates->error) : PGNPACK_OK;
}

/* The job's failure: one of its block is kept in mind, others end the search. */
static enum pgnpack_status take_failure(struct pgnpack_duplicates *duplicates,
                                        const struct duplicates_scan *job)
{
    if (job->error.status == PGNPACK_OK)
        return PGNPACK_OK;
    if (!pgnpack_status_is_of_block(job->error.status)) {
        duplicates->error = job->error;
        return job->error.status;
    }
    if (duplicates->failure.status == PGNPACK_OK)
        duplicates->failure = job->error;
    return PGNPACK_OK;
}

static enum pgnpack_status tell_progress(struct pgnpack_duplicates *duplicates)
{
    const struct pgnpack_duplicates_options *options = &duplicates->options;
    uint64_t total = duplicates->total, done = duplicates->done;
    if (duplicates->candidates != 0)
        done += (uint64_t)((double)total * (double)duplicates->verified / (double)duplicates->candidates);
    const struct pgnpack_progress told = {.done = done, .all = 2 * total};
    return handle_tell_progress(options->progress, options->progress_opaque, &told, &duplicates->error);
}

static enum pgnpack_status run_pass(struct pgnpack_duplicates *duplicates,
                                    int (*fill)(void *opaque, struct duplicates_scan *job),
                                    enum pgnpack_status (*take)(void *opaque, struct duplicates_scan *job))
{
    const struct duplicates_pass_calls calls = {fill, take, duplicates};
    duplicates->at_reader = duplicates->at_block = 0;
    return duplicates_pass_run(&duplicates->pass, &calls);
}

/* ---- The first pass: all games ---- */

static int fill_with_rows(void *opaque, struct duplicates_scan *job)
{
    struct pgnpack_duplicates *duplicates = opaque;
    for (; duplicates->at_reader < duplicates->reader_count; duplicates->at_reader++) {
        const struct pgnpack_reader *reader = duplicates->readers[duplicates->at_reader].reader;
        size_t block = duplicates->at_block;
        while (block < reader->index.count && reader->index.entries[block].game_count == 0)
            block++;
        if (block < reader->index.count) {
            duplicates->at_block = block + 1;
            job->reader = reader;
            job->block = block;
            job->place = duplicates->at_reader;
            job->reads_lines = 0;
            return 1;
        }
        duplicates->at_block = 0;
    }
    return 0;
}

static int finds_versions(const struct pgnpack_duplicates *duplicates)
{
    return duplicates->options.kind == PGNPACK_DUPLICATE_VERSION;
}

/*
 * Games of the same line, and in the exact sense of the same surnames, have the same; those of the same text in any. Versions:
 * those of the same surnames.
 */
static uint64_t hash_of_row(const struct pgnpack_duplicates *duplicates, const struct duplicates_row *row)
{
    uint64_t names = (uint64_t)row->game.white << 32 | row->game.black;
    if (duplicates->options.kind == PGNPACK_DUPLICATE_LOOSE || row->game.is_text)
        return row->hash;
    return ((finds_versions(duplicates) ? 0 : row->hash) ^ names) * UINT64_C(0x9e3779b97f4a7c15) ^
           names >> 29;
}

/* The places of the job's surnames in the list of all. 0: no memory. */
static int map_names(struct pgnpack_duplicates *duplicates, const struct duplicates_scan *job,
                     uint32_t *places)
{
    for (size_t i = 0; i < job->names.count; i++) {
        const struct text name = {name_list_string(&job->names, i), name_list_size(&job->names, i)};
        size_t place = name.size == 0 ? DUPLICATES_NONE : name_list_enter(&duplicates->names, name);
        if (place == SIZE_MAX)
            return 0;
        places[i] = (uint32_t)place;
    }
    return 1;
}

/* 0: no memory. */
static int add_details(struct pgnpack_duplicates *duplicates, uint32_t game, uint64_t known)
{
    if (known == 0)
        return 1;
    if (!MEMORY_GROW(&duplicates->memory, duplicates->details, duplicates->detail_capacity,
                     duplicates->detail_count + 1))
        return 0;
    duplicates->details[duplicates->detail_count++] = (struct duplicates_detail){game, known};
    return 1;
}

static int add_rows(struct pgnpack_duplicates *duplicates, const struct duplicates_scan *job,
                    const uint32_t *places)
{
    struct duplicates_row row;
    size_t count = job->rows.size / sizeof row, before = duplicates->game_count;
    if (!MEMORY_GROW(&duplicates->memory, duplicates->games, duplicates->game_capacity, before + count) ||
        !MEMORY_GROW(&duplicates->memory, duplicates->keys, duplicates->key_capacity, before + count) ||
        !MEMORY_GROW(&duplicates->memory, duplicates->blocks, duplicates->block_capacity,
                     duplicates->block_count + 1))
        return 0;
    duplicates->blocks[duplicates->block_count++] =
        (struct duplicates_block){(uint32_t)before, (uint32_t)job->place, job->block};
    for (size_t i = 0; i < count; i++) {
        memcpy(&row, job->rows.data + i * sizeof row, sizeof row);
        row.game.white = places[row.game.white];
        row.game.black = places[row.game.black];
        duplicates->games[before + i] = row.game;
        duplicates->keys[duplicates->key_count++] =
            (struct duplicates_key){hash_of_row(duplicates, &row), (uint32_t)(before + i)};
        if (!add_details(duplicates, (uint32_t)(before + i), row.details))
            return 0;
    }
    duplicates->game_count = before + count;
    return 1;
}

static enum pgnpack_status add_games(struct pgnpack_duplicates *duplicates, const struct duplicates_scan *job)
{
    size_t size = (job->names.count + 1) * sizeof(uint32_t);
    if (job->rows.size == 0)
        return PGNPACK_OK;
    if (job->rows.size / sizeof(struct duplicates_row) >= DUPLICATES_NONE - 1 - duplicates->game_count)
        return error_set(&duplicates->error, PGNPACK_ERROR_LIMIT,
                         "duplicates are looked for among 4,294,967,294 games at most");
    uint32_t *places = memory_get(&duplicates->memory, size);
    int done = places != NULL && map_names(duplicates, job, places) && add_rows(duplicates, job, places);
    memory_release(&duplicates->memory, places, size);
    return done ? PGNPACK_OK : fail_memory(duplicates);
}

/* How many games of the block are not deleted? */
static uint64_t live_games(const struct pgnpack_reader *reader, const struct index_entry *entry)
{
    uint64_t count = 0;
    for (uint64_t i = 1; i <= entry->game_count; i++)
        count += !pgnpack_reader_is_deleted(reader, entry->games_before + i);
    return count;
}

static enum pgnpack_status take_rows(void *opaque, struct duplicates_scan *job)
{
    struct pgnpack_duplicates *duplicates = opaque;
    struct pgnpack_duplicates_counts *counts = &duplicates->counts;
    const struct index_entry *entry = &job->reader->index.entries[job->block];
    enum pgnpack_status status = take_failure(duplicates, job);
    if (status == PGNPACK_OK)
        status = count_work(duplicates, job->place, job);
    if (status == PGNPACK_OK)
        status = add_games(duplicates, job);
    counts->games += job->games;
    counts->not_understood += job->broken;
    counts->without_moves += job->moveless;
    counts->without_names += job->nameless;
    if (job->error.status != PGNPACK_OK)
        counts->unread += live_games(job->reader, entry) - job->games;
    duplicates->done += entry->game_count;
    return status == PGNPACK_OK ? tell_progress(duplicates) : status;
}

/* ---- Candidates ---- */

static enum pgnpack_status sort_keys(struct pgnpack_duplicates *duplicates)
{
    size_t size = (duplicates->key_count + 1) * sizeof(struct duplicates_key);
    struct duplicates_key *room = memory_get(&duplicates->memory, size);
    if (room == NULL)
        return fail_memory(duplicates);
    duplicates_sort(duplicates->keys, room, duplicates->key_count);
    memory_release(&duplicates->memory, room, size);
    return PGNPACK_OK;
}

/* Behind the last key of the hash of key `i`. */
static size_t end_of_hash(const struct pgnpack_duplicates *duplicates, size_t i)
{
    const struct duplicates_key *keys = duplicates->keys;
    size_t end = i + 1;
    while (end < duplicates->key_count && keys[end].hash == keys[i].hash)
        end++;
    return end;
}

/* Only keys of hashes that several games have stay; hash_of is set. */
static enum pgnpack_status keep_candidates(struct pgnpack_duplicates *duplicates)
{
    size_t kept = 0, end;
    duplicates->hash_of =
        memory_get(&duplicates->memory, (duplicates->game_count + 1) * sizeof *duplicates->hash_of);
    duplicates->line_of =
        memory_get(&duplicates->memory, (duplicates->game_count + 1) * sizeof *duplicates->line_of);
    if (duplicates->hash_of == NULL || duplicates->line_of == NULL)
        return fail_memory(duplicates);
    memset(duplicates->hash_of, 0, (duplicates->game_count + 1) * sizeof *duplicates->hash_of);
    memset(duplicates->line_of, 0, (duplicates->game_count + 1) * sizeof *duplicates->line_of);
    duplicates->hash_count = 0;
    for (size_t i = 0; i < duplicates->key_count; i = end) {
        end = end_of_hash(duplicates, i);
        if (end - i == 1)
            continue;
        duplicates->hash_count++;
        for (size_t key = i; key < end; key++) {
            duplicates->hash_of[duplicates->keys[key].game] = (uint32_t)duplicates->hash_count;
            duplicates->keys[kept++] = duplicates->keys[key];
        }
    }
    duplicates->key_count = duplicates->candidates = kept;
    return PGNPACK_OK;
}

/* ---- Further passes: lines of candidates ---- */

static uint32_t end_of_block(const struct pgnpack_duplicates *duplicates, size_t block)
{
    return block + 1 < duplicates->block_count ? duplicates->blocks[block + 1].first
                                               : (uint32_t)duplicates->game_count;
}

static int is_compared_now(const struct pgnpack_duplicates *duplicates, uint32_t game)
{
    uint32_t hash = duplicates->hash_of[game];
    return hash > duplicates->hash_from && hash <= duplicates->hash_to;
}

static void set_wanted(const struct pgnpack_duplicates *duplicates, size_t block, struct buffer *wanted)
{
    uint32_t end = end_of_block(duplicates, block);
    buffer_clear(wanted);
    for (uint32_t i = duplicates->blocks[block].first; i < end; i++) {
        const struct duplicates_game *game = &duplicates->games[i];
        struct duplicates_wanted one = {game->number, game->is_text, game->is_stored};
        if (is_compared_now(duplicates, i))
            buffer_append(wanted, &one, sizeof one);
    }
}

static int fill_with_lines(void *opaque, struct duplicates_scan *job)
{
    struct pgnpack_duplicates *duplicates = opaque;
    while (duplicates->at_block < duplicates->block_count) {
        size_t place = duplicates->at_block++;
        const struct duplicates_block *block = &duplicates->blocks[place];
        set_wanted(duplicates, place, &job->wanted);
        if (job->wanted.size == 0 && !buffer_failed(&job->wanted))
            continue;
        job->reader = duplicates->readers[block->reader].reader;
        job->block = block->number;
        job->place = place;
        job->reads_lines = 1;
        return 1;
    }
    return 0;
}

/* What stands beside the moves is weighed of candidates alone: few games are such. */
static void add_weight(struct duplicates_game *game, uint64_t weight)
{
    game->weight = weight > UINT32_MAX - game->weight ? UINT32_MAX : game->weight + (uint32_t)weight;
}

/* Of a game of the hash. 0: no memory. */
static int add_line(struct pgnpack_duplicates *duplicates, uint32_t game, size_t hash,
                    const struct duplicates_scan *job, size_t i)
{
    const size_t *ends = (const size_t *)(const void *)job->line_ends.data;
    const struct duplicates_occasion *occasions =
        (const struct duplicates_occasion *)(const void *)job->occasions.data;
    size_t start = i == 0 ? 0 : ends[i - 1];
    const uint8_t *bytes = job->lines_read.data + start;
    add_weight(&duplicates->games[game], ((const uint64_t *)(const void *)job->weights.data)[i]);
    if (finds_versions(duplicates) && !duplicates->games[game].is_text)
        return duplicates_versions_add(&duplicates->versions, hash, game, occasions[i], bytes,
                                       ends[i] - start);
    duplicates->line_of[game] =
        (uint16_t)duplicates_verify_add(&duplicates->verify, hash, bytes, ends[i] - start);
    return 1;
}

/* A game's line, the job's `i`th; those that were not read have none. 0: no memory. */
static int take_line(struct pgnpack_duplicates *duplicates, uint32_t game, const struct duplicates_scan *job,
                     size_t i)
{
    size_t hash = duplicates->hash_of[game] - 1 - duplicates->hash_from;
    duplicates->verified++;
    if (i < job->line_ends.size / sizeof(size_t))
        return add_line(duplicates, game, hash, job, i);
    duplicates_verify_pass(&duplicates->verify, hash);
    return 1;
}

static enum pgnpack_status take_lines(void *opaque, struct duplicates_scan *job)
{
    struct pgnpack_duplicates *duplicates = opaque;
    const struct duplicates_block *block = &duplicates->blocks[job->place];
    uint32_t end = end_of_block(duplicates, job->place);
    size_t i = 0;
    enum pgnpack_status status = take_failure(duplicates, job);
    if (status == PGNPACK_OK)
        status = count_work(duplicates, block->reader, job);
    if (status != PGNPACK_OK)
        return status;
    for (uint32_t game = block->first; game < end; game++)
        if (is_compared_now(duplicates, game) && !take_line(duplicates, game, job, i++))
            return fail_memory(duplicates);
    return tell_progress(duplicates);
}

/* About how much memory keys of one hash take: one line, or, where versions are looked for, all of them. */
static size_t size_of_lines(const struct pgnpack_duplicates *duplicates, size_t key, size_t end)
{
    const struct duplicates_game *game = &duplicates->games[duplicates->keys[key].game];
    size_t size = 0;
    if (!finds_versions(duplicates) || game->is_text)
        return duplicates_verify_size(game->plies);
    for (; key < end; key++)
        size += duplicates_versions_size(duplicates->games[duplicates->keys[key].game].plies);
    return size;
}

/* As many hashes from hash_from on as there is room for; sets hash_to. `key`: the first of hash_from; returns that of hash_to. */
static size_t choose_hashes(struct pgnpack_duplicates *duplicates, size_t key)
{
    size_t limit = duplicates->memory.limit, size = 0;
    size_t room = limit == 0 || limit / 8 > VERIFY_BYTES_MAX ? VERIFY_BYTES_MAX : limit / 8;
    uint32_t hash = duplicates->hash_from;
    while (key < duplicates->key_count && (size <= room || hash == duplicates->hash_from)) {
        size_t end = end_of_hash(duplicates, key);
        size += size_of_lines(duplicates, key, end);
        key = end;
        hash++;
    }
    duplicates->hash_to = hash;
    return key;
}

static enum pgnpack_status compare_lines(struct pgnpack_duplicates *duplicates)
{
    enum pgnpack_status status = PGNPACK_OK;
    duplicates->hash_from = 0;
    for (size_t key = 0; key < duplicates->key_count && status == PGNPACK_OK;) {
        size_t first = key;
        key = choose_hashes(duplicates, key);
        if (!duplicates_verify_start(&duplicates->verify, duplicates->hash_to - duplicates->hash_from))
            return fail_memory(duplicates);
        for (; first < key; first++)
            duplicates_verify_expect(&duplicates->verify, duplicates->hash_of[duplicates->keys[first].game] -
                                                              1 - duplicates->hash_from);
        status = run_pass(duplicates, fill_with_lines, take_lines);
        if (status == PGNPACK_OK &&
            !duplicates_versions_part(&duplicates->versions, duplicates->games, duplicates->line_of))
            status = fail_memory(duplicates);
        duplicates_versions_free(&duplicates->versions);
        duplicates_verify_free(&duplicates->verify);
        duplicates->hash_from = duplicates->hash_to;
    }
    return status;
}

/* ---- Groups ---- */

static struct duplicates_rule rule_of(const struct pgnpack_duplicates *duplicates)
{
    return (struct duplicates_rule){.keep = duplicates->options.keep,
                                    .games = duplicates->games,
                                    .blocks = duplicates->blocks,
                                    .block_count = duplicates->block_count,
                                    .ranks = duplicates->ranks,
                                    .details = duplicates->details,
                                    .detail_count = duplicates->detail_count};
}

/* hash_of becomes: who is kept instead. */
static enum pgnpack_status find_groups(struct pgnpack_duplicates *duplicates)
{
    struct duplicates_grouping grouping;
    int done = 1;
    duplicates_grouping_init(&grouping, &duplicates->memory);
    grouping.rule = rule_of(duplicates);
    grouping.kind = duplicates->options.kind;
    grouping.kept_of = duplicates->hash_of;
    memset(duplicates->hash_of, 0xff, duplicates->game_count * sizeof *duplicates->hash_of);
    for (size_t i = 0, end; i < duplicates->key_count && done; i = end) {
        end = end_of_hash(duplicates, i);
        for (size_t key = i; key < end && done; key++) {
            uint32_t game = duplicates->keys[key].game;
            done = duplicates_grouping_add(&grouping, game, duplicates->line_of[game]);
        }
        done = done && duplicates_grouping_part(&grouping);
    }
    duplicates->counts.groups = grouping.groups_found;
    duplicates_grouping_free(&grouping);
    return done ? PGNPACK_OK : fail_memory(duplicates);
}

/* ---- Calls ---- */

static enum pgnpack_status search(struct pgnpack_duplicates *duplicates)
{
    enum pgnpack_status status;
    size_t limit = duplicates->memory.limit; /* half of the caller's; the other half is for jobs */
    if (!duplicates_pass_start(&duplicates->pass, &duplicates->options, limit))
        return fail_memory(duplicates);
    status = run_pass(duplicates, fill_with_rows, take_rows);
    if (status == PGNPACK_OK)
        status = sort_keys(duplicates);
    if (status == PGNPACK_OK)
        status = keep_candidates(duplicates);
    if (status == PGNPACK_OK)
        status = compare_lines(duplicates);
    if (status == PGNPACK_OK)
        status = find_groups(duplicates);
    return status;
}

static void start(struct pgnpack_duplicates *duplicates)
{
    release_result(duplicates);
    memory_forget_refusal(&duplicates->memory);
    error_clear(&duplicates->failure);
    memset(&duplicates->counts, 0, sizeof duplicates->counts);
    duplicates->error = duplicates->misuse;
    duplicates->done = duplicates->verified = duplicates->candidates = duplicates->total = 0;
    duplicates->next = 0;
    for (size_t i = 0; i < duplicates->reader_count; i++) {
        struct searched_reader *searched = &duplicates->readers[i];
        searched->work = 0;
        reader_check_open(searched->reader, &duplicates->error);
        duplicates->total += searched->reader->index.game_count;
    }
}

enum pgnpack_status pgnpack_duplicates_run(struct pgnpack_duplicates *duplicates)
{
    start(duplicates);
    enum pgnpack_status status = duplicates->error.status;
    if (status == PGNPACK_OK)
        status = search(duplicates);
    release_search(duplicates);
    if (handle_end(duplicates, status) != PGNPACK_OK) {
        release_result(duplicates);
        return handle_end(duplicates, status);
    }
    duplicates->is_done = 1;
    for (size_t game = 0; game < duplicates->game_count; game++)
        duplicates->counts.duplicates += duplicates->hash_of[game] != DUPLICATES_NONE;
    duplicates->error = duplicates->failure;
    return handle_end(duplicates, duplicates->error.status);
}

/* The database that has the game, and its number there. */
static void find_place(const struct pgnpack_duplicates *duplicates, uint32_t game, size_t *reader_ret,
                       uint64_t *number_ret)
{
    const struct duplicates_block *block =
        duplicates_block_of(duplicates->blocks, duplicates->block_count, game);
    const struct pgnpack_reader *reader = duplicates->readers[block->reader].reader;
    *reader_ret = block->reader;
    *number_ret =
        reader->index.entries[block->number].games_before + duplicates->games[game].number + (uint64_t)1;
}

static enum pgnpack_duplicate_kind kind_of(const struct pgnpack_duplicates *duplicates, uint32_t first,
                                           uint32_t second)
{
    const struct duplicates_game *a = &duplicates->games[first], *b = &duplicates->games[second];
    const struct duplicates_rule rule = rule_of(duplicates);
    int is_same_line = a->plies == b->plies && a->branch == b->branch;
    int is_exact = duplicates_same_names(a, b) &&
                   known_agree(duplicates_known(&rule, first), duplicates_known(&rule, second));
    if (!is_same_line)
        return PGNPACK_DUPLICATE_VERSION;
    return is_exact || a->is_text ? PGNPACK_DUPLICATE_EXACT : PGNPACK_DUPLICATE_LOOSE;
}

enum pgnpack_status pgnpack_duplicates_next(struct pgnpack_duplicates *duplicates,
                                            struct pgnpack_duplicate *duplicate_ret)
{
    struct pgnpack_duplicate found = {0};
    if (!duplicates->is_done && duplicates->error.status == PGNPACK_OK)
        error_set(
            &duplicates->error, PGNPACK_ERROR_ARGUMENT,
            "pgnpack_duplicates_next: nothing was looked for yet: call pgnpack_duplicates_run() before");
    if (!duplicates->is_done)
        return handle_end(duplicates, duplicates->error.status);
    error_clear(&duplicates->error);
    while (duplicates->next < duplicates->game_count &&
           duplicates->hash_of[duplicates->next] == DUPLICATES_NONE)
        duplicates->next++;
    if (duplicates->next == duplicates->game_count)
        return handle_end(duplicates, PGNPACK_END);
    uint32_t game = (uint32_t)duplicates->next++, kept = duplicates->hash_of[game];
    find_place(duplicates, game, &found.reader, &found.game);
    find_place(duplicates, kept, &found.kept_reader, &found.kept_game);
    found.kind = kind_of(duplicates, game, kept);
    found.weight = duplicates->games[game].weight;
    found.kept_weight = duplicates->games[kept].weight;
    if (duplicate_ret != NULL)
        *duplicate_ret = found;
    return handle_end(duplicates, PGNPACK_OK);
}

void pgnpack_duplicates_rewind(struct pgnpack_duplicates *duplicates)
{
    duplicates->next = 0;
}

void pgnpack_duplicates_counts(const struct pgnpack_duplicates *duplicates,
                               struct pgnpack_duplicates_counts *counts_ret)
{
    if (counts_ret != NULL)
        *counts_ret = duplicates->counts;
}

static const struct handle_kind duplicates_kind = {
    .free = free_duplicates, HANDLE_ERROR(struct pgnpack_duplicates), HANDLE_LAST(struct pgnpack_duplicates)};
