#include "cli/list/listing.h"

#include "cli/run/database.h"

void listing_read(struct listing *listing, const struct database *database, const struct members *members)
{
    const struct pgnpack_reader *reader = database->reader;
    *listing = (struct listing){.name = database->file.name,
                                .version = 1,
                                .games = deleted_games_left(database->context, reader),
                                .deleted = pgnpack_reader_info(reader)->deleted_count,
                                .text_size = pgnpack_reader_info(reader)->text_size,
                                .packed_size = database->file.size,
                                .blocks = pgnpack_reader_info(reader)->block_count,
                                .segments = pgnpack_reader_info(reader)->segment_count,
                                .files = members->named,
                                .is_closed = database->damage == EXIT_FINE};
}

void listing_add(struct listing *total, const struct listing *listing)
{
    total->games += listing->games;
    total->deleted += listing->deleted;
    total->text_size += listing->text_size;
    total->packed_size += listing->packed_size;
    total->blocks += listing->blocks;
    total->segments += listing->segments;
    total->files += listing->files;
}
