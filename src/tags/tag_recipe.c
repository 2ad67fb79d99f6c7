#include "tags/tag_recipe.h"

enum { SHIFT_PLACE = 4, KIND_MASK = 15 };

/* ---- Spelled out ---- */

static void write_columns(const struct tag_part *part, unsigned count, struct buffer *out)
{
    if (count > 0)
        varint_append(out, part->column);
    if (count > 1)
        varint_append(out, part->other);
}

static void write_context(const struct tag_context *context, struct buffer *out)
{
    buffer_append_byte(out, context->part_count);
    for (unsigned i = 0; i < context->part_count; i++) {
        const struct tag_part *part = &context->parts[i];
        buffer_append_byte(out, (uint8_t)(part->kind | part->shift << SHIFT_PLACE));
        write_columns(part, tag_part_columns(part->kind), out);
    }
}

void tag_recipe_write(const struct tag_recipe *recipe, struct buffer *out)
{
    buffer_append_byte(out, recipe->recent_count);
    buffer_append_byte(out, recipe->reference_count);
    for (unsigned i = 0; i < recipe->reference_count; i++) {
        const struct tag_recipe_reference *reference = &recipe->references[i];
        buffer_append_byte(out, reference->kind);
        if (reference->kind <= TAG_LAST_ASKED)
            write_context(&reference->context, out);
        else
            write_columns(&reference->context.parts[0], tag_reference_columns(reference->kind), out);
    }
    buffer_append_byte(out, recipe->context_count);
    for (unsigned i = 0; i < recipe->context_count; i++)
        write_context(&recipe->contexts[i], out);
}

static uint8_t read_count(struct byte_source *source, unsigned most)
{
    uint8_t count = byte_source_byte(source);
    source->failed |= count > most;
    return source->failed ? 0 : count;
}

static void read_columns(struct tag_part *part, unsigned count, struct byte_source *source,
                         unsigned column_count)
{
    if (count > 0)
        part->column = (uint16_t)byte_source_varint_max(source, column_count - 1);
    if (count > 1)
        part->other = (uint16_t)byte_source_varint_max(source, column_count - 1);
}

static int takes_shift(unsigned kind)
{
    return kind == TAG_PART_NUMBER || kind == TAG_PART_DIFFERENCE || kind == TAG_PART_PLIES;
}

static void read_context(struct tag_context *context, struct byte_source *source, unsigned column_count,
                         struct error *error)
{
    context->part_count = read_count(source, TAG_PARTS_MAX);
    for (unsigned i = 0; i < context->part_count && !source->failed; i++) {
        uint8_t head = byte_source_byte(source);
        struct tag_part *part = &context->parts[i];
        *part = (struct tag_part){.kind = head & KIND_MASK, .shift = head >> SHIFT_PLACE};
        if (part->kind >= TAG_PART_KIND_COUNT)
            byte_source_newer(source, error, "part of a recipe", part->kind);
        source->failed |= part->shift != 0 && !takes_shift(part->kind);
        read_columns(part, tag_part_columns(part->kind), source, column_count);
    }
}

static void read_reference(struct tag_recipe_reference *reference, struct byte_source *source,
                           unsigned column_count, struct error *error)
{
    *reference = (struct tag_recipe_reference){.kind = byte_source_byte(source)};
    if (reference->kind >= TAG_REFERENCE_KIND_COUNT)
        byte_source_newer(source, error, "reference of a recipe", reference->kind);
    else if (reference->kind <= TAG_LAST_ASKED)
        read_context(&reference->context, source, column_count, error);
    else
        read_columns(&reference->context.parts[0], tag_reference_columns(reference->kind), source,
                     column_count);
}

void tag_recipe_read(struct tag_recipe *recipe, struct byte_source *source, unsigned column_count,
                     struct error *error)
{
    *recipe = (struct tag_recipe){.recent_count = read_count(source, TAG_RECENT_MAX)};
    recipe->reference_count = read_count(source, TAG_REFERENCES_MAX);
    for (unsigned i = 0; i < recipe->reference_count && !source->failed; i++)
        read_reference(&recipe->references[i], source, column_count, error);
    unsigned paces = 0;
    for (unsigned i = 0; i < recipe->reference_count && !source->failed; i++)
        paces += recipe->references[i].kind == TAG_PACE;
    source->failed |= paces > 1;
    recipe->context_count = read_count(source, TAG_CONTEXTS_MAX);
    for (unsigned i = 0; i < recipe->context_count && !source->failed; i++)
        read_context(&recipe->contexts[i], source, column_count, error);
    tag_recipe_finish(recipe);
}

/* ---- What it needs ---- */

static void visit_columns(const struct tag_part *part, unsigned count,
                          void (*visit)(void *opaque, uint16_t column), void *opaque)
{
    if (count > 0)
        visit(opaque, part->column);
    if (count > 1)
        visit(opaque, part->other);
}

static void visit_context(const struct tag_context *context, void (*visit)(void *opaque, uint16_t column),
                          void *opaque)
{
    for (unsigned i = 0; i < context->part_count; i++)
        visit_columns(&context->parts[i], tag_part_columns(context->parts[i].kind), visit, opaque);
}

void tag_recipe_visit(const struct tag_recipe *recipe, void (*visit)(void *opaque, uint16_t column),
                      void *opaque)
{
    for (unsigned i = 0; i < recipe->reference_count; i++) {
        const struct tag_recipe_reference *reference = &recipe->references[i];
        visit_columns(&reference->context.parts[0], tag_reference_columns(reference->kind), visit, opaque);
        visit_context(&reference->context, visit, opaque);
    }
    for (unsigned i = 0; i < recipe->context_count; i++)
        visit_context(&recipe->contexts[i], visit, opaque);
}

/* Parts of these kinds, as bits, in references and contexts. */
static unsigned count_parts(const struct tag_recipe *recipe, unsigned kinds)
{
    unsigned count = 0;
    for (unsigned i = 0; i < recipe->reference_count + (unsigned)recipe->context_count; i++) {
        const struct tag_context *context = i < recipe->reference_count
                                                ? &recipe->references[i].context
                                                : &recipe->contexts[i - recipe->reference_count];
        for (unsigned j = 0; j < context->part_count; j++)
            count += kinds >> context->parts[j].kind & 1;
    }
    return count;
}

void tag_recipe_finish(struct tag_recipe *recipe)
{
    enum { SEARCHED = 1 << TAG_PART_SAME | 1 << TAG_PART_OLD | 1 << TAG_PART_CHANGE };
    recipe->search_count = (uint8_t)count_parts(recipe, SEARCHED);
    recipe->needs_plies = count_parts(recipe, 1u << TAG_PART_PLIES) != 0;
    for (unsigned i = 0; i < recipe->reference_count; i++)
        recipe->needs_plies |= recipe->references[i].kind == TAG_PLIES;
}
