/* Build-time program: prints cards_script.c (see cards_script.h). Run it at the project's root. */
#include "cli/base/make_bytes.h"

int main(void)
{
    return make_bytes("src/cli/pages/html_cards.js", "cli/pages/cards_script.h", "cards_script");
}
