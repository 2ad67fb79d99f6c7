#include "cli/names/suggestion_text.h"

#include "cli/base/messages.h"
#include "cli/base/safe_text.h"
#include "cli/forms/json.h"

int suggestion_is_writable(struct pgnpack_text name)
{
    if (name.size == 0 || name.data[0] == '#' || name.data[0] == '@')
        return 0;
    for (size_t at = 0, size; at < name.size; at += size) {
        uint32_t code;
        size = safe_text_character(name.data + at, name.size - at, &code);
        if (!safe_text_is_harmless(code))
            return 0;
    }
    return 1;
}

static const char *text_of_difference(enum pgnpack_name_difference difference)
{
    switch (difference) {
    case PGNPACK_NAMES_SAME_LETTERS:
        return "the same letters";
    case PGNPACK_NAMES_TRANSLITERATED:
        return "a transliteration";
    case PGNPACK_NAMES_SHORTENED:
        return "shortened";
    case PGNPACK_NAMES_MORE_WORDS:
        return "another word";
    case PGNPACK_NAMES_MISSPELT:
        break;
    }
    return "a slip";
}

void suggestion_put_head(struct view_text *text, const char *whose, const char *section)
{
    view_text_print(text,
                    "# Names that may be one%s: look at each line, remove those that are wrong, then\n"
                    "# pgndb rename DATABASE THIS-FILE replaces the first name by the second.\n"
                    "[%s]\n",
                    whose, section);
}

void suggestion_put_names(struct view_text *text, struct pgnpack_text from, struct pgnpack_text to,
                          unsigned points, enum pgnpack_name_difference difference, int asks)
{
    view_text_put(text, from.data, from.size);
    view_text_string(text, asks ? " -> " : "\t");
    view_text_put(text, to.data, to.size);
    view_text_print(text, "%s%s: %s", asks ? "\n    " : "\t", COUNTED(points, "point"),
                    text_of_difference(difference));
}

void suggestion_put_names_json(struct view_text *text, struct pgnpack_text from, struct pgnpack_text to,
                               unsigned points, enum pgnpack_name_difference difference)
{
    view_text_string(text, "{\"from\": ");
    json_put_text(text, from);
    json_text(text, "to", to);
    json_number(text, "points", points);
    json_known_string(text, "difference", text_of_difference(difference));
}

void suggestion_put_range(struct view_text *text, const char *before, unsigned first, unsigned last)
{
    if (first == 0)
        view_text_print(text, "%s?", before);
    else if (first == last)
        view_text_print(text, "%s%u", before, first);
    else
        view_text_print(text, "%s%u-%u", before, first, last);
}

void suggestion_tell(struct messages *messages, const char *file, uint64_t printed, uint64_t left_out)
{
    if (left_out != 0)
        message_warning(messages, WARNING_OTHER, IN_FILE(file),
                        "%s left out: names have characters that a table cannot have",
                        COUNTED(left_out, "suggestion"));
    message_information(messages, IN_FILE(file), "%s", COUNTED(printed, "suggestion"));
}
