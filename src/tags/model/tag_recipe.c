#include "tags/model/tag_recipe.h"

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
        buffer_append_byte(out, part->kind);
        write_columns(part, (unsigned)tag_part_names_column(part->kind), out);
    }
}

void tag_recipe_write(const struct tag_recipe *recipe, struct buffer *out)
{
    buffer_append_byte(out, recipe->recent_count);
    buffer_append_byte(out, recipe->reference_count);
    for (unsigned i = 0; i < recipe->reference_count; i++) {
        const struct tag_recipe_reference *reference = &recipe->references[i];
        buffer_append_byte(out, reference->kind);
        if (reference->kind == TAG_LAST)
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

static void read_context(struct tag_context *context, struct byte_source *source, unsigned column_count,
                         struct error *error)
{
    context->part_count = read_count(source, TAG_PARTS_MAX);
    for (unsigned i = 0; i < context->part_count && !source->failed; i++) {
        struct tag_part *part = &context->parts[i];
        *part = (struct tag_part){.kind = byte_source_byte(source)};
        if (part->kind >= TAG_PART_KIND_COUNT)
            byte_source_newer(source, error, "part of a recipe", part->kind);
        else
            read_columns(part, (unsigned)tag_part_names_column(part->kind), source, column_count);
    }
}

static void read_reference(struct tag_recipe_reference *reference, struct byte_source *source,
                           unsigned column_count, struct error *error)
{
    *reference = (struct tag_recipe_reference){.kind = byte_source_byte(source)};
    if (reference->kind >= TAG_REFERENCE_KIND_COUNT)
        byte_source_newer(source, error, "reference of a recipe", reference->kind);
    else if (reference->kind == TAG_LAST)
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
        visit_columns(&context->parts[i], (unsigned)tag_part_names_column(context->parts[i].kind), visit,
                      opaque);
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

static unsigned count_old(const struct tag_context *context)
{
    unsigned count = 0;
    for (unsigned i = 0; i < context->part_count; i++)
        count += context->parts[i].kind == TAG_PART_OLD;
    return count;
}

void tag_recipe_finish(struct tag_recipe *recipe)
{
    recipe->search_count = 0;
    for (unsigned i = 0; i < recipe->context_count; i++)
        recipe->search_count += (uint8_t)count_old(&recipe->contexts[i]);
}

int tag_recipe_needs_plies(const struct tag_recipe *recipe)
{
    for (unsigned i = 0; i < recipe->reference_count; i++)
        if (recipe->references[i].kind == TAG_PLIES)
            return 1;
    return 0;
}
