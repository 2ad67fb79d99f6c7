/*
 * Promises of the format that are tried on many inputs: what goes in comes out, damage is found and stays
 * local, hostile files take little, and memory may end at any time. `make check` tries few, `make torture`
 * many.
 */
#ifndef PGNPACK_TESTS_RELIABILITY_H
#define PGNPACK_TESTS_RELIABILITY_H

#include "shared/bytes.h"
#include "shared/packing.h"

/* Counts one trial; the first failures are printed, printf style. Returns `condition`. */
int expect(int condition, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Keeps what failed, to look at: in "failed-input" beside the program. */
void keep_input(const struct bytes *input);

/* Prints a line of figures. */
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Any bytes come back: odd inputs, and `count` mutated texts. `files`: more texts to begin with. */
void try_round_trips(unsigned long count, char *const *files, int file_count);

/*
 * What a cursor gives for each choice of parts is what the PGN reader finds in the text, no more and no less;
 * `rounds` over all levels and codecs.
 */
void try_parts(unsigned long rounds);

/* Each single bit of a packed sample, and each sector of 512 bytes zeroed: an error, or the right text. */
void try_bit_flips(unsigned games, const struct pack_setup *setup);
void try_zeroed_sectors(const struct bytes *text, const struct pack_setup *setup);

/* Each length that a file may be cut to is found; with salvage the whole blocks come out. */
void try_truncations(unsigned games);

/*
 * Some blocks destroyed: the games of all others come back, and the lost ones are named. Without the beginning,
 * joined without it, copied or in another order: all that are there come back, in the order of the file.
 */
void try_lost_blocks(unsigned long count);

/* Valid checksums, lying contents: an error and little memory. `with_times`: report the time, too. */
void try_hostile_files(int with_times);

/* Hostile contents of `size` bytes of text take no more work and memory than docs/LIMITS.md says. */
void try_costs(uint32_t size, int with_times);

/*
 * Bytes inside the sections changed, all checksums right: an error, or the very text. `rounds` over all levels and
 * codecs.
 */
void try_spoiled_sections(unsigned long rounds);

/*
 * Searches for `count` random positions and as many near misses, and trees, find what a plain count finds: with columns, an
 * index beside the file, another one's, damage; moves as levels 3 up to `last_level` store them.
 */
void try_searches(unsigned long count, int last_level);
void try_searches_in_file(const char *path, unsigned long count, size_t size_limit);

/* Many of them among blocks that are whole: these come back, and work is bound by the file's size. */
void try_false_elements(unsigned long count);

/* The n-th allocation fails, alone or with all behind it; `thoroughly`: for every n. */
void try_failing_memory(int thoroughly);

/*
 * In uses of all public functions memory, reading or writing fails, once or for good, at about `trials` calls of each kind; 0: at
 * each. `name` NULL: all uses.
 */
void try_failing_calls(size_t trials, const char *name);

/*
 * A database that three writers change and six readers read at once: each change by `operations` of each writer, or (0) as many as
 * `seconds` allow, is there as a whole, and no game is lost.
 */
void try_busy_database(unsigned operations, unsigned seconds);

/* The system has no more memory, for libzstd either. Not under sanitizers. */
void try_little_space(void);

/*
 * Hashes of the packed and the unpacked bytes of each file, for comparison between builds. Returns 0 on
 * failure.
 */
int print_digests(char *const *files, int file_count);

/*
 * Appends the same file with the sections that zstd packed as they are unpacked, so that a mutation changes what they
 * hold.
 */
void unpack_sections(const struct bytes *file, struct bytes *out);

/* Writes the seeds of tests/fuzz/fuzz_unpack.c: to be made anew when the format of sections has changed. */
void make_seeds(const char *folder);

#endif
