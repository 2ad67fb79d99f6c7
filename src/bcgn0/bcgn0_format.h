/* Sizes, limits and flag bits of BCGN 0 files. Every integer in them is big-endian. */
#ifndef PGNPACK_BCGN0_BCGN0_FORMAT_H
#define PGNPACK_BCGN0_BCGN0_FORMAT_H

enum {
    BCGN0_HEADER_SIZE = 32,
    BCGN0_POSITION_SIZE = 24,
    BCGN0_ENTRY_WRITE_MAX = 65534, /* bytes; the old writer never makes a larger entry */
    BCGN0_ENTRY_READ_MAX = 65535,
    BCGN0_PLIES_MAX = 16383,
    BCGN0_STRING_MAX = 255,
    BCGN0_TAGS_MAX = 255, /* additional tags of one game */
    BCGN0_MEN_MAX = 32
};

enum bcgn0_entry_flag { BCGN0_ADDITIONAL_TAGS = 1, BCGN0_CUSTOM_START = 2 };

#endif
