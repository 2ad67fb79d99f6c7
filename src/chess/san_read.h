/* Inside of SAN's reading, for loops over many moves: what a character can be in a move's text. */
#ifndef PGNPACK_CHESS_SAN_READ_H
#define PGNPACK_CHESS_SAN_READ_H

#include <stdint.h>

/* Bits 0-1 a character's class, bit 2 that san_write() never uses it, bits 3-5 the piece type + 1 of its letter. */
enum san_character {
    SAN_OTHER = 0,
    SAN_FILE = 1,
    SAN_RANK = 2,
    SAN_SEPARATOR = 3,
    SAN_CLASS_MASK = 3,
    SAN_FOREIGN = 4,
    SAN_PIECE_SHIFT = 3
};

extern const uint8_t san_characters[256];

static inline unsigned san_class(char c)
{
    return san_characters[(uint8_t)c] & SAN_CLASS_MASK;
}

/* The low three bits of '1'..'8' less one, and of 'a'..'h' less one, are 0..7. */
static inline unsigned san_line_number(char c)
{
    return ((unsigned)(uint8_t)c - 1) & 7;
}

static inline int san_is_check_sign(char c)
{
    return (c == '+') | (c == '#');
}

#endif
