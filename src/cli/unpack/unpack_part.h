/* One text of an input, unpacked into whatever takes it. */
#ifndef PGNPACK_CLI_UNPACK_UNPACK_PART_H
#define PGNPACK_CLI_UNPACK_UNPACK_PART_H

#include "cli/run/command.h"

/* What a job gave on: text in bytes, beginnings of files, stretches of damage, what there is to say of changes. */
struct delivery {
    uint64_t text_size, files, damages, tellings;
};

struct unpack_job {
    struct command_context *context;
    pgnpack_write_function write;     /* reports its failures; NULL: the text is only tested */
    const char *output_name;          /* NULL: none. A lone file of that name keeps it */
    pgnpack_file_function begin_file; /* the same; NULL: files follow each other */
    void *opaque;                     /* of both */
    uint64_t games;
    uint64_t text_size;
    uint64_t unknown_sections; /* that no text needs */
    struct delivery delivered; /* of the present input, in all attempts (command.h), ... */
    struct delivery seen;      /* ... and in this one, which does not deliver it once more */
    enum exit_status damage;   /* EXIT_CORRUPT: some of it was damaged, and --salvage went on */
};

/* By the format that the text has. */
enum exit_status unpack_bcgn0_part(struct unpack_job *job, struct unwrap *unwrap);
enum exit_status unpack_bcgn1_part(struct unpack_job *job, struct unwrap *unwrap);

#endif
