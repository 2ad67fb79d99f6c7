/*
 * What the comment encoder knows of a block, for the files that do its steps: comment_scan.h finds the fields of comments,
 * comment_choice.h what foretells their numbers.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_ENCODER_STATE_H
#define PGNPACK_COMMENTS_COMMENT_ENCODER_STATE_H

#include "comments/comment_columns.h"
#include "comments/comment_numbers.h"
#include "comments/comment_place.h"
#include "entropy/coding/number_code.h"
#include "container/sections/section_packer.h"
#include "moves/streams/line_list.h"
#include "util/text.h"

struct comment_number {
    int64_t number;
    uint32_t game;
};

struct comment_column {
    uint8_t kind;
    uint32_t key; /* hash of what stands before the field */
    struct comment_number *numbers;
    size_t count;
    size_t capacity;
    struct buffer texts; /* TEXT: instead of numbers */
};

/* A literal and the field behind it; a template's last piece has no field. */
struct comment_piece {
    struct text literal; /* of the comment that the template was made from */
    uint16_t column;
    uint8_t kind;
};

struct comment_template {
    struct comment_piece *pieces;
    size_t field_count;
    uint64_t hash;
};

/* A field found in a comment. */
struct comment_match {
    struct text literal; /* before it */
    uint8_t kind;
    int64_t number;
    struct text text; /* TEXT: instead of a number */
};

enum { COMMENT_SIGHT_COUNT = 4096, COMMENT_SIGN_COUNT = 256 };

struct comment_sight {
    uint64_t hash;
    uint32_t count;
};

struct comment_options {
    int adaptive;                   /* ids and numbers go to a mixed model */
    int takes_lists;                /* lists of moves are coded apart: places have boards */
    uint8_t list_net;               /* ... by the net of that number */
    const struct policy_nets *nets; /* NULL: the built-in ones */
    size_t text_size;
};

struct comment_encoder {
    struct memory *memory;
    struct comment_column *columns; /* COMMENT_COLUMN_COUNT_MAX, their arrays kept from block to block */
    size_t column_count;
    struct comment_template templates[COMMENT_TEMPLATE_COUNT_MAX];
    size_t template_count;
    struct comment_sight *sights;             /* templates seen so far, by hash */
    uint8_t plus_keys[COMMENT_SIGN_COUNT];    /* keys whose numbers have "+" */
    uint8_t decimal_keys[COMMENT_SIGN_COUNT]; /* what decimals keys' numbers have: comment_scan.c */
    uint8_t ids_before[2];                    /* the templates used last */
    struct comment_match matches[COMMENT_FIELD_COUNT_MAX];
    struct buffer ids;
    struct buffer literals;
    struct buffer table;
    struct number_writer writer;
    struct comment_options options;
    struct comment_moment *moments; /* adaptive: of all comments */
    size_t moment_count, moment_capacity;
    int has_boards;                 /* moments know what is on the board */
    struct comment_numbers numbers; /* made, and the lists, when it is first needed */
    struct buffer number_bytes;
    int has_lists; /* there is a column of lists of moves */
    struct line_list_coder lists;
    struct buffer list_bytes;
};

#endif
