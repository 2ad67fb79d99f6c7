/* Public functions: a game's text with other tags, another result, other comments. */
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "base/handle.h"
#include "lib/games/tag_rules.h"
#include "game/tag_value.h"
#include "pgn/pgn_edit.h"
#include "pgn/pgn_parser.h"
#include "pgnpack_extra.h"

/* A text and the game that it is. */
struct edited {
    struct buffer text;
    struct game game;
};

struct pgnpack_editor {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgn_parser parser;
    struct edited texts[2]; /* the present one, and where the next one is made */
    unsigned present;
    int has_game;
    uint64_t changes;
    struct buffer unescaped;
    struct buffer saved; /* the text before a call that takes two steps */
    struct error misuse; /* of the options: for ever */
    struct error error;  /* of the last call */
    struct pgnpack_error public_error;
};

/* ---- The handle ---- */

static void init(struct pgnpack_editor *editor)
{
    pgn_parser_init(&editor->parser, &editor->memory);
    buffer_init(&editor->unescaped, &editor->memory);
    buffer_init(&editor->saved, &editor->memory);
    for (int i = 0; i < 2; i++) {
        buffer_init(&editor->texts[i].text, &editor->memory);
        game_init(&editor->texts[i].game, &editor->memory);
    }
}

static void release(struct pgnpack_editor *editor)
{
    pgn_parser_free(&editor->parser);
    buffer_free(&editor->unescaped);
    buffer_free(&editor->saved);
    for (int i = 0; i < 2; i++) {
        buffer_free(&editor->texts[i].text);
        game_free(&editor->texts[i].game);
    }
}

static const struct handle_kind editor_kind;

struct pgnpack_editor *pgnpack_editor_new(const struct pgnpack_options *options)
{
    struct pgnpack_editor *editor = handle_new(options, sizeof *editor, &editor_kind);
    if (editor == NULL)
        return NULL;
    init(editor);
    handle_check_options(options, &editor->misuse);
    editor->error = editor->misuse;
    return editor;
}

static void free_editor(void *handle)
{
    struct pgnpack_editor *editor = handle;
    release(editor);
    handle_free(editor, sizeof *editor);
}

static enum pgnpack_status refuse(struct pgnpack_editor *editor, const char *cause)
{
    return error_set(&editor->error, PGNPACK_ERROR_ARGUMENT, "%s", cause);
}

/* A call's beginning: what failed before is forgotten, but where memory was refused: then there is no game. */
static enum pgnpack_status start_call(struct pgnpack_editor *editor)
{
    editor->error = editor->misuse;
    if (handle_end(editor, PGNPACK_OK) == PGNPACK_OK && !editor->has_game)
        refuse(editor, "there is no game: pgnpack_editor_begin() takes its text");
    return editor->error.status;
}

/* ---- Texts ---- */

/* The text as a game, which has to be all there is but white space. */
static enum pgnpack_status read_text(struct pgnpack_editor *editor, struct edited *edited)
{
    const char *text = (const char *)buffer_bytes(&edited->text);
    size_t size = edited->text.size;
    enum pgn_status status = pgn_parse(&editor->parser, text, size, 1, &edited->game);
    if (status == PGN_NO_MEMORY)
        return error_no_memory(&editor->error);
    if (handle_end(editor, PGNPACK_OK) != PGNPACK_OK)
        return editor->error.status;
    if (status != PGN_GAME || (edited->game.oddities & ODDITY_STRAY_TEXT) != 0)
        return refuse(editor, "the text would be no game: it would have no tag, move or result");
    for (const char *at = text + edited->game.text.size; at < text + size; at++)
        if (strchr(" \t\v\f\r\n\x1a", *at) == NULL)
            return refuse(editor, "the text would be more than one game");
    edited->game.text.size = size;
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_editor_begin(struct pgnpack_editor *editor, const void *text, size_t text_size)
{
    struct edited *edited = &editor->texts[editor->present];
    if (editor->memory.refusal != MEMORY_NOT_REFUSED) {
        release(editor);
        init(editor);
        memory_forget_refusal(&editor->memory);
    }
    editor->has_game = 0;
    editor->changes = 0;
    editor->error = editor->misuse;
    if (editor->error.status != PGNPACK_OK)
        return handle_end(editor, editor->error.status);
    if (text == NULL)
        return handle_end(editor, handle_refuse_null(&editor->error, "pgnpack_editor_begin: text"));
    if (text_size > BCGN_BLOCK_TEXT_MAX)
        return handle_end(
            editor, error_set(&editor->error, PGNPACK_ERROR_LIMIT, "a game has more than 16 MiB of text"));
    buffer_clear(&edited->text);
    buffer_append(&edited->text, text, text_size);
    enum pgnpack_status status = handle_end(editor, PGNPACK_OK);
    if (status == PGNPACK_OK)
        status = read_text(editor, edited);
    editor->has_game = status == PGNPACK_OK;
    return handle_end(editor, status);
}

/* ---- Tags ---- */

/* Has the game tags of that name, and have all of them this value? */
static int has_value(struct pgnpack_editor *editor, const struct game *game, struct text name,
                     struct text value)
{
    size_t count = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        if (!text_equal(game->tags[i].name, name))
            continue;
        struct text found = tag_value_unescape(game->tags[i].value, &editor->unescaped);
        if (!text_equal(found, value))
            return 0;
        count++;
    }
    return count != 0;
}

static size_t count_tags(const struct game *game, struct text name)
{
    size_t count = 0;
    for (size_t i = 0; i < game->tag_count; i++)
        count += (size_t)text_equal(game->tags[i].name, name);
    return count;
}

/* Are the other tags, and the movetext's bytes, what they were? */
static int is_else_same(const struct game *before, const struct game *after, struct text name)
{
    size_t next = 0;
    for (size_t i = 0; i < before->tag_count; i++) {
        if (text_equal(before->tags[i].name, name))
            continue;
        while (next < after->tag_count && text_equal(after->tags[next].name, name))
            next++;
        if (next == after->tag_count || !text_equal(after->tags[next].name, before->tags[i].name) ||
            !text_equal(after->tags[next].value, before->tags[i].value))
            return 0;
        next++;
    }
    return after->tag_count - count_tags(after, name) == before->tag_count - count_tags(before, name);
}

/* Reads the text that was made beside the present one. */
static enum pgnpack_status read_made(struct pgnpack_editor *editor)
{
    struct edited *made = &editor->texts[!editor->present];
    if (handle_end(editor, PGNPACK_OK) != PGNPACK_OK)
        return editor->error.status;
    if (made->text.size > BCGN_BLOCK_TEXT_MAX)
        return error_set(&editor->error, PGNPACK_ERROR_LIMIT, "a game has more than 16 MiB of text");
    return read_text(editor, made);
}

/* It takes the present one's place. */
static enum pgnpack_status take_made(struct pgnpack_editor *editor)
{
    editor->present = !editor->present;
    editor->changes++;
    return PGNPACK_OK;
}

/* The same, if that is what was meant of a tag. */
static enum pgnpack_status take_text(struct pgnpack_editor *editor, struct text name,
                                     const struct text *value)
{
    const struct edited *old = &editor->texts[editor->present];
    struct edited *made = &editor->texts[!editor->present];
    if (read_made(editor) != PGNPACK_OK)
        return editor->error.status;
    int is_meant =
        value == NULL ? count_tags(&made->game, name) == 0 : has_value(editor, &made->game, name, *value);
    if (handle_end(editor, PGNPACK_OK) != PGNPACK_OK)
        return editor->error.status;
    if (!is_meant || !is_else_same(&old->game, &made->game, name))
        return refuse(editor, "the text would not read as it is meant: its tag section is not in order");
    if (old->game.trouble == TROUBLE_NONE && made->game.trouble != TROUBLE_NONE)
        return error_set(&editor->error, PGNPACK_ERROR_ARGUMENT, "the moves would make no sense any more: %s",
                         game_trouble_text((enum game_trouble)made->game.trouble));
    return take_made(editor);
}

/* Checks a name and makes it a text. */
static enum pgnpack_status take_name(struct pgnpack_editor *editor, const char *name, struct text *name_ret)
{
    if (start_call(editor) != PGNPACK_OK)
        return editor->error.status;
    if (name == NULL)
        return handle_refuse_null(&editor->error, "pgnpack_editor: name");
    *name_ret = text_of(name);
    return PGNPACK_OK;
}

static enum pgnpack_status set_tag(struct pgnpack_editor *editor, struct text name, struct text value)
{
    const struct game *game = &editor->texts[editor->present].game;
    struct edited *made = &editor->texts[!editor->present];
    if (!is_tag_name(name))
        return refuse(editor, TAG_NAME_TROUBLE);
    if (has_controls(value, ""))
        return refuse(editor, TAG_VALUE_TROUBLE);
    if (has_value(editor, game, name, value))
        return PGNPACK_OK;
    buffer_clear(&made->text);
    pgn_edit_set_tag(game, name, value, &made->text);
    return take_text(editor, name, &value);
}

static enum pgnpack_status remove_tag(struct pgnpack_editor *editor, struct text name)
{
    const struct game *game = &editor->texts[editor->present].game;
    struct edited *made = &editor->texts[!editor->present];
    if (count_tags(game, name) == 0)
        return PGNPACK_OK;
    buffer_clear(&made->text);
    pgn_edit_remove_tag(game, name, &made->text);
    return take_text(editor, name, NULL);
}

enum pgnpack_status pgnpack_editor_set_tag(struct pgnpack_editor *editor, const char *name, const char *value,
                                           size_t value_size)
{
    struct text tag = {NULL, 0};
    if (take_name(editor, name, &tag) != PGNPACK_OK)
        return handle_end(editor, editor->error.status);
    if (value == NULL && value_size != 0)
        return handle_end(editor, handle_refuse_null(&editor->error, "pgnpack_editor_set_tag: value"));
    return handle_end(editor, value == NULL ? remove_tag(editor, tag)
                                            : set_tag(editor, tag, (struct text){value, value_size}));
}

/* ---- Result and comments ---- */

static int is_same_item(const struct game *a, size_t i, const struct game *b, size_t j)
{
    const struct game_item *one = &a->items[i], *other = &b->items[j];
    const struct text text = {a->text.data + one->text_offset, one->text_size};
    return one->kind == other->kind && one->value == other->value &&
           text_equal(text, (struct text){b->text.data + other->text_offset, other->text_size});
}

/* Are the items the same, but for one from number `change` on, of which the old game has `old_count`, 0 or 1, and the new one `new_count`? */
static int are_items_same(const struct game *old, const struct game *made, size_t change, size_t old_count,
                          size_t new_count)
{
    if (old->item_count - old_count != made->item_count - new_count)
        return 0;
    for (size_t i = 0; i < old->item_count - old_count; i++)
        if (!is_same_item(old, i < change ? i : i + old_count, made, i < change ? i : i + new_count))
            return 0;
    return 1;
}

static int are_tags_same(const struct game *old, const struct game *made)
{
    int is_same = old->tag_count == made->tag_count;
    for (size_t i = 0; i < old->tag_count && is_same; i++)
        is_same = text_equal(old->tags[i].name, made->tags[i].name) &&
                  text_equal(old->tags[i].value, made->tags[i].value);
    return is_same;
}

static enum pgnpack_status set_result(struct pgnpack_editor *editor, struct text token)
{
    const struct game *game = &editor->texts[editor->present].game;
    struct edited *made = &editor->texts[!editor->present];
    int has_token = (game->oddities & ODDITY_NO_RESULT) == 0;
    if (has_token &&
        text_equal((struct text){game->text.data + game->result_offset, game->result_size}, token))
        return PGNPACK_OK;
    if (!has_token && game->trouble != TROUBLE_NONE)
        return refuse(editor, "the moves make no sense up to their end, where the result would stand");
    buffer_clear(&made->text);
    pgn_edit_set_result(game, token, &made->text);
    if (read_made(editor) != PGNPACK_OK)
        return editor->error.status;
    if ((made->game.oddities & ODDITY_NO_RESULT) != 0 ||
        !text_equal((struct text){made->game.text.data + made->game.result_offset, made->game.result_size},
                    token) ||
        made->game.trouble != game->trouble || !are_tags_same(game, &made->game) ||
        !are_items_same(game, &made->game, game->item_count, 0, 0))
        return refuse(editor, "the text would not read as it is meant behind its moves");
    return take_made(editor);
}

/* As it was before the call, whose error stays. */
static void restore(struct pgnpack_editor *editor)
{
    const struct error error = editor->error;
    struct edited *present = &editor->texts[editor->present];
    buffer_clear(&present->text);
    buffer_append(&present->text, buffer_bytes(&editor->saved), editor->saved.size);
    editor->has_game = !buffer_failed(&present->text) && read_text(editor, present) == PGNPACK_OK;
    editor->error = error;
}

enum pgnpack_status pgnpack_editor_set_result(struct pgnpack_editor *editor, enum pgnpack_result result)
{
    const uint64_t changes = editor->changes;
    if (start_call(editor) == PGNPACK_OK && (result < PGNPACK_RESULT_UNKNOWN || result > PGNPACK_RESULT_DRAW))
        refuse(editor, "pgnpack_editor_set_result: no such result");
    if (editor->error.status != PGNPACK_OK)
        return handle_end(editor, editor->error.status);
    const struct text token = game_result_text((enum game_result)result);
    const struct buffer *text = &editor->texts[editor->present].text;
    buffer_clear(&editor->saved);
    buffer_append(&editor->saved, buffer_bytes(text), text->size);
    if (handle_end(editor, PGNPACK_OK) == PGNPACK_OK && set_result(editor, token) == PGNPACK_OK)
        set_tag(editor, text_of("Result"), token);
    if (editor->error.status == PGNPACK_OK)
        editor->changes = changes + (editor->changes != changes);
    else if (editor->changes != changes)
        restore(editor);
    if (editor->error.status != PGNPACK_OK)
        editor->changes = changes;
    return handle_end(editor, editor->error.status);
}

static int has_command(struct text words)
{
    for (size_t i = 0; i + 1 < words.size; i++)
        if (words.data[i] == '[' && words.data[i + 1] == '%')
            return 1;
    return 0;
}

/* What is in square brackets with a percent sign, as clocks are, stays before the words, unless these have such, too. */
static void compose_comment(struct pgnpack_editor *editor, struct text old, struct text words)
{
    struct buffer *out = &editor->unescaped;
    int keeps = !has_command(words);
    buffer_clear(out);
    for (size_t at = 0; keeps && at + 1 < old.size; at++) {
        const char *end = memchr(old.data + at, ']', old.size - at);
        if (old.data[at] != '[' || old.data[at + 1] != '%' || end == NULL)
            continue;
        if (out->size != 0)
            buffer_append_byte(out, ' ');
        buffer_append(out, old.data + at, (size_t)(end + 1 - (old.data + at)));
        at = (size_t)(end - old.data);
    }
    if (out->size != 0 && words.size != 0)
        buffer_append_byte(out, ' ');
    buffer_append(out, words.data, words.size);
}

static enum pgnpack_status set_comment(struct pgnpack_editor *editor, uint32_t ply, struct text words)
{
    const struct game *game = &editor->texts[editor->present].game;
    struct edited *made = &editor->texts[!editor->present];
    struct comment_place place;
    struct text old = {"", 0};
    if (!pgn_find_comment(game, ply, &place))
        return error_set(&editor->error, PGNPACK_ERROR_ARGUMENT, "it has %u half-moves",
                         (unsigned)game->ply_count);
    if (ply == 0 && game->tag_count == 0)
        return refuse(
            editor, "a game that begins with a comment needs a tag: else the comment is of the game before");
    if (place.is_there)
        old = (struct text){game->text.data + game->items[place.at].text_offset,
                            game->items[place.at].text_size};
    compose_comment(editor, old, words);
    if (handle_end(editor, PGNPACK_OK) != PGNPACK_OK)
        return editor->error.status;
    const struct text text = {(const char *)buffer_bytes(&editor->unescaped), editor->unescaped.size};
    if (text_equal(text, old))
        return PGNPACK_OK;
    buffer_clear(&made->text);
    pgn_edit_set_comment(game, ply, &place, text.size != 0 ? &text : NULL, &made->text);
    if (read_made(editor) != PGNPACK_OK)
        return editor->error.status;
    if (made->game.trouble != game->trouble || !are_tags_same(game, &made->game) ||
        !are_items_same(game, &made->game, place.at, (size_t)place.is_there, text.size != 0))
        return refuse(editor, "the text would not read as it is meant: a comment cannot stand there");
    return take_made(editor);
}

enum pgnpack_status pgnpack_editor_set_comment(struct pgnpack_editor *editor, uint32_t ply, const char *text,
                                               size_t text_size)
{
    const struct text words = {text == NULL ? "" : text, text == NULL ? 0 : text_size};
    if (start_call(editor) == PGNPACK_OK &&
        (has_controls(words, "\t\r\n") || memchr(words.data, '}', words.size)))
        refuse(editor, "a comment has neither '}' nor control characters");
    return handle_end(editor, editor->error.status == PGNPACK_OK ? set_comment(editor, ply, words)
                                                                 : editor->error.status);
}

/* ---- What there is ---- */

enum pgnpack_status pgnpack_editor_finish(struct pgnpack_editor *editor, struct pgnpack_edited *edited_ret)
{
    const struct edited *present = &editor->texts[editor->present];
    struct pgnpack_edited edited = {.text = {"", 0}};
    if (start_call(editor) == PGNPACK_OK) {
        edited.text = (struct pgnpack_text){(const char *)buffer_bytes(&present->text), present->text.size};
        edited.game = game_export(&present->game);
        edited.changes = editor->changes;
    }
    if (edited_ret != NULL)
        *edited_ret = edited;
    return handle_end(editor, editor->error.status);
}

static const struct handle_kind editor_kind = {.free = free_editor, HANDLE_ERROR(struct pgnpack_editor)};
