#include "search/conditions/men_add.h"
#include "search/conditions/relation_test.h"
#include "search/conditions/square_text.h"

/* A set that was read. */
struct set_text {
    struct text word;
    struct men_test men;
    uint8_t max;
    uint8_t has_number;
};

/* "N", "[br]", "Nd5", "r*[78]:2+". */
static int read_set(struct text word, struct set_text *set, struct error *error)
{
    struct text_place place = text_place_of(word);
    struct men_test number = {.min = 1, .max = 64};
    *set = (struct set_text){.word = word, .men = {.kind = MEN_COUNT, .squares = ALL_SQUARES}};
    if (!men_read(&place, 0, &set->men.men))
        return refuse_word(error, word, "men are K Q R B N P, small for Black, A or a: any, or [BN]");
    squares_read_list(&place, &set->men.squares);
    set->has_number = !place_is_end(&place) && *place.at == ':';
    if (!men_number_read(&place, &number))
        return refuse_word(error, word,
                           "behind the man may come squares (\"Nd5\", \"r*[78]\") and a number (\":2+\")");
    set->men.min = number.min;
    set->men.max = 64;
    set->max = (uint8_t)number.max;
    if (number.min == 1 && !has_several_bits(set->men.squares))
        set->men.kind = MEN_ALL;
    return 1;
}

static int add_set(struct relation_test *relation, const struct set_text *set, struct error *error)
{
    relation->max[relation->sets.count] = set->max;
    return men_tests_add(&relation->sets, &set->men, error);
}

/* ---- Attacks ---- */

/* The sets of an attack's text, and where the signs ">" stand. */
struct attack_text {
    struct set_text sets[RELATION_SETS_MAX];
    unsigned count;
    unsigned signs[2]; /* sets before each */
    unsigned sign_count;
};

/* The next word, or ">", which needs no blanks around it. Its size is 0 at the end. */
static struct text next_part(struct text_place *place)
{
    struct text_place next = *place;
    struct text word = place_next_word(&next);
    size_t size = 0;
    while (size < word.size && word.data[size] != '>')
        size++;
    word.size = size == 0 && word.size != 0 ? 1 : size;
    place->at = word.data + word.size;
    return word;
}

static int refuse_attack(struct text text, struct error *error)
{
    return refuse_word(error, text,
                       "write who attacks and what: \"N > k q\", \"R > r:2\", \"R:2 > r\", \"B > n > k\"");
}

static int read_parts(struct text text, struct text_place place, struct attack_text *attack,
                      struct error *error)
{
    struct text part;
    *attack = (struct attack_text){.count = 0};
    while ((part = next_part(&place)).size != 0) {
        if (text_is(part, ">")) {
            if (attack->sign_count == 2)
                return refuse_attack(text, error);
            attack->signs[attack->sign_count++] = attack->count;
        } else if (attack->count == RELATION_SETS_MAX) {
            return refuse_word(error, part, "three kinds of men at most are attacked at once");
        } else if (!read_set(part, &attack->sets[attack->count++], error)) {
            return 0;
        }
    }
    return 1;
}

/* "X > Y > Z": only some men attack along lines. */
static int arrange_line(struct attack_text *attack, struct error *error)
{
    static const char *const reasons[] = {
        "a pawn attacks along no line",
        "a knight attacks along no line", [KING] = "a king attacks along no line"};
    struct set_text *first = &attack->sets[0];
    if (attack->count != 3 || attack->signs[1] != 2)
        return refuse_word(
            error, attack->sets[attack->count - 1].word,
            "on a line stands one kind of men behind another: \"B > n > k\", \"R > [qr] > k\"");
    for (unsigned i = 0; i < 3; i++)
        if (attack->sets[i].has_number)
            return refuse_word(error, attack->sets[i].word, "men on a line have no number");
    if ((first->men.men & MEN_ON_LINES) == 0)
        return refuse_word(error, first->word, reasons[man_type(lowest_bit(first->men.men))]);
    first->men.men &= MEN_ON_LINES;
    return 1;
}

/* Decides what the text says; sets->way, and brings the set that it is said of to the front. */
static int arrange(struct text text, struct attack_text *attack, struct relation_test *relation,
                   struct error *error)
{
    relation->way = RELATION_ATTACKS;
    if (attack->sign_count == 0 && attack->count > 1) {
        const struct text first = attack->sets[0].word;
        const char *rest = first.data + first.size;
        error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" does not say who attacks: write \"%.*s >%.*s\"",
                  (int)(text.size < 60 ? text.size : 60), text.data, (int)(first.size < 60 ? first.size : 60),
                  first.data, (int)(text.data + text.size - rest), rest);
        return 0;
    }
    if (attack->sign_count == 0 || attack->signs[0] == 0 || attack->signs[0] == attack->count)
        return refuse_attack(text, error);
    if (attack->signs[0] > 1)
        return refuse_word(error, attack->sets[1].word,
                           "one kind of men attacks, or several in brackets: [BN]");
    if (attack->sign_count == 2) {
        relation->way = RELATION_ON_LINE;
        return arrange_line(attack, error);
    }
    if (!attack->sets[0].has_number)
        return 1;
    if (attack->count != 2 || attack->sets[1].has_number)
        return refuse_word(error, attack->sets[0].word, "where several attack, they attack one: \"R:2 > q\"");
    const struct set_text attackers = attack->sets[0];
    attack->sets[0] = attack->sets[1];
    attack->sets[1] = attackers;
    relation->way = RELATION_IS_ATTACKED;
    return 1;
}

int attack_read(struct text text, struct relation_test *relation, struct error *error)
{
    struct text_place place = text_place_of(text);
    struct attack_text attack;
    *relation = (struct relation_test){.way = RELATION_ATTACKS};
    while (place_pass(&place, ' '))
        ;
    relation->is_negated = (uint8_t)place_pass(&place, '!');
    if (!read_parts(text, place, &attack, error) || !arrange(text, &attack, relation, error))
        return 0;
    for (unsigned i = 0; i < attack.count; i++)
        if (!add_set(relation, &attack.sets[i], error))
            return 0;
    return 1;
}

/* ---- Men that hang ---- */

int hanging_read(struct text text, struct relation_test *relation, struct error *error)
{
    struct text_place place = text_place_of(text);
    struct text word = place_next_word(&place), more = place_next_word(&place);
    struct set_text set;
    *relation = (struct relation_test){.way = RELATION_HANGS};
    if (more.size != 0)
        return refuse_word(error, more, "one kind of men is named, or several in brackets: \"[nb]\"");
    if (!read_set(word, &set, error))
        return 0;
    if (set.has_number)
        return refuse_word(error, word, "one such man is enough: there is no number behind it");
    set.men.men &= (uint16_t)~MEN_KINGS;
    if (set.men.men == 0)
        return refuse_word(error, word, "a king never hangs: name other men");
    return add_set(relation, &set, error);
}
