#include "cli/pages/html_board.h"

#include <ctype.h>
#include <string.h>

const char html_board_style[] =
    ".board{display:block;width:100%;max-width:20rem;height:auto;border:1px solid var(--soft)}"
    ".light{fill:#f0e2c8}.dark{fill:#b98d63}"
    ".white{fill:#fff;stroke:#1c1f23;stroke-width:4}.black{fill:#2a2724;stroke:#e9e2d6;stroke-width:3}\n";

/* In a square of 100 by 100; all stand on the same foot. */
static const struct {
    char letter;
    const char *path;
} shapes[] = {
    {'p', "M50 18a15 15 0 0 1 9 27l13 31H28l13-31a15 15 0 0 1 9-27z"},
    {'n', "M30 76c0-20 15-24 18-37l-15 8-10-10 18-20 2-9 8 8c18 3 27 20 25 60z"},
    {'b', "M50 8a6 6 0 0 1 4 11c13 9 19 21 14 33-2 5-5 8-5 12l5 12H32l5-12c0-4-3-7-5-12-5-12 1-24 14-33a6 6 "
          "0 0 1 4-11z"},
    {'r', "M24 16h13v10h7V16h12v10h7V16h13v22l-10 8 2 30H32l2-30-10-8z"},
    {'q', "M14 26l15 20 6-30 15 26 15-26 6 30 15-20-12 50H26z"},
    {'k', "M46 6h8v8h8v8h-8v9h-8v-9h-8v-8h8zM50 36c8-9 32-8 32 9 0 13-11 19-14 31H32c-3-12-14-18-14-31 0-17 "
          "24-18 32-9z"},
};

void html_board_men(struct view_text *page)
{
    view_text_print(
        page, "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        view_text_print(page, "<path id=\"man-%c\" d=\"%sM22 80h56v11H22z\"/>\n", shapes[i].letter,
                        shapes[i].path);
    view_text_print(page,
                    "<pattern id=\"squares\" width=\"200\" height=\"200\" patternUnits=\"userSpaceOnUse\">"
                    "<path class=\"light\" d=\"M0 0h200v200H0z\"/><path class=\"dark\" "
                    "d=\"M100 0h100v100H100zM0 100h100v100H0z\"/></pattern>\n</defs></svg>\n");
}

void html_board(struct view_text *page, const char *fen)
{
    unsigned file = 0, rank = 0;
    view_text_print(page, "<svg class=\"board\" viewBox=\"0 0 800 800\" role=\"img\" aria-label=\"");
    html_text(page, fen, strcspn(fen, " "));
    view_text_print(page, "\"><rect width=\"800\" height=\"800\" style=\"fill:url(#squares)\"/>");
    for (; *fen != '\0' && *fen != ' '; fen++) {
        if (*fen == '/') {
            rank++;
            file = 0;
        } else if (*fen >= '1' && *fen <= '8') {
            file += (unsigned)(*fen - '0');
        } else if (isalpha((unsigned char)*fen)) {
            view_text_print(page, "<use href=\"#man-%c\" class=\"%s\" x=\"%u\" y=\"%u\"/>",
                            tolower((unsigned char)*fen), isupper((unsigned char)*fen) ? "white" : "black",
                            100 * file++, 100 * rank);
        }
    }
    view_text_print(page, "</svg>\n");
}
