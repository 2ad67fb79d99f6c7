/* The script of a page of cards, html_cards.js, as text. */
#ifndef PGNPACK_CLI_PAGES_CARDS_SCRIPT_H
#define PGNPACK_CLI_PAGES_CARDS_SCRIPT_H

extern const unsigned char cards_script[];
extern const unsigned long cards_script_size;

#endif
