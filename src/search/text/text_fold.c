#include "search/text/text_fold.h"

#include <stdint.h>

/* The letter without case and accents of U+00C0 to U+024F, and of U+1E00 to U+1EFF; '.': none, or two. */
static const char latin[] = "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll"
                            "lllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
                            "bb....occdddd.eeeffg..iikkl..nnooo..pp...s.ttttuu.vyyzz........w"
                            ".............aaiioouuuuuuuuuueaaaa..ggggkkoooo..j...gg.wnnaa..oo"
                            "aaaaeeeeiiiioooorrrruuuussttyyhhnd..zzaaeeooooooooyylntj..acclts"
                            "z..bu.eejjqqrryy";
static const char additional[] = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
                                 "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
                                 "wwwwwwwwwwxxxxyyzzzzzzhtwyasss..aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
                                 "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

/* Letters that stand for two: the first code point, the number of those that follow each other, what they become. */
static const struct {
    uint16_t first, count;
    char letters[3];
} doubles[] = {{0xc6, 1, "ae"},  {0xde, 1, "th"},  {0xdf, 1, "ss"},  {0xe6, 1, "ae"},  {0xfe, 1, "th"},
               {0x132, 2, "ij"}, {0x152, 2, "oe"}, {0x1c4, 3, "dz"}, {0x1c7, 3, "lj"}, {0x1ca, 3, "nj"},
               {0x1e2, 2, "ae"}, {0x1f1, 3, "dz"}, {0x1fc, 2, "ae"}, {0x1e9e, 1, "ss"}};

/* ---- Characters ---- */

static int is_continued(const unsigned char *bytes, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return 1;
}

/* The code point at the text's first byte, which is not ASCII, and how many bytes it takes. */
static uint32_t decode(const unsigned char *bytes, size_t size, size_t *taken_ret)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = bytes[0];
    size_t wanted = code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2;
    *taken_ret = 1;
    if (code < 0xc2 || code > 0xf4 || wanted > size || !is_continued(bytes, wanted))
        return code;
    uint32_t value = code & (0x7fu >> wanted);
    for (size_t i = 1; i < wanted; i++)
        value = value << 6 | (bytes[i] & 0x3fu);
    if (value < least[wanted] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return code;
    *taken_ret = wanted;
    return value;
}

static char *encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    unsigned more = code >= 0x10000 ? 3 : code >= 0x800 ? 2 : 1;
    static const uint8_t marks[4] = {0, 0xc0, 0xe0, 0xf0};
    *out++ = (char)(marks[more] | code >> (6 * more));
    while (more-- > 0)
        *out++ = (char)(0x80 | (code >> (6 * more) & 0x3f));
    return out;
}

static char *fold_double(uint32_t code, char *out)
{
    for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++)
        if (code >= doubles[i].first && code - doubles[i].first < doubles[i].count) {
            *out++ = doubles[i].letters[0];
            *out++ = doubles[i].letters[1];
            return out;
        }
    return encode(code, out);
}

/* U+2000 to U+206F */
static char fold_punctuation(uint32_t code)
{
    if (code >= 0x2010 && code <= 0x2015)
        return '-';
    return code == 0x2018 || code == 0x2019 || code == 0x201b ? '\'' : ' ';
}

/* Greek and Cyrillic. */
static uint32_t small_letter(uint32_t code)
{
    if ((code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f))
        return code + 0x20;
    if (code == 0x401 || code == 0x451)
        return 0x435;
    return code >= 0x400 && code <= 0x40f ? code + 0x50 : code;
}

/* One that is not ASCII. */
static char *fold_character(uint32_t code, char *out)
{
    char letter = '.';
    if (code >= 0xc0 && code < 0xc0 + sizeof latin - 1)
        letter = latin[code - 0xc0];
    else if (code >= 0x1e00 && code < 0x1e00 + sizeof additional - 1)
        letter = additional[code - 0x1e00];
    else if ((code >= 0x80 && code <= 0xa0) || code == 0x3000)
        letter = ' ';
    else if (code >= 0x2000 && code <= 0x206f)
        letter = fold_punctuation(code);
    else if (code >= 0x300 && code <= 0x36f)
        return out;
    if (letter == '.')
        return fold_double(small_letter(code), out);
    *out++ = letter;
    return out;
}

/* ASCII, folded. */
static const char ascii[] = "                                " /* controls */
                            " !\"#$%&'()*+,-./0123456789:;<=>?@abcdefghijklmnopqrstuvwxyz[\\]^_"
                            "`abcdefghijklmnopqrstuvwxyz{|}~ ";
_Static_assert(sizeof ascii == 129, "a character for each of 128");

size_t text_fold(struct text text, char *out)
{
    const unsigned char *at = (const unsigned char *)text.data, *end = at + text.size;
    char *start = out;
    for (;;) {
        while (at != end && *at < 0x80)
            *out++ = ascii[*at++];
        if (at == end)
            return (size_t)(out - start);
        size_t taken;
        uint32_t code = decode(at, (size_t)(end - at), &taken);
        out = fold_character(code, out);
        at += taken;
    }
}
