/*
 * The list of suites: X(name) stands for `Suite *name_suite(void)` in test_name.c. One line each.
 * Including this file declares them; main.c includes it once more with an X of its own (so no include guard).
 */
#ifndef X
#include <check.h>
#define X(name) Suite *name##_suite(void);
#endif
X(game)
X(pgn_parser)
X(pgn_reader)
X(pgn_split)
X(pgn_writer)
X(api)
X(block_reader)
X(fen)
X(legal_order)
X(perft)
X(notation)
X(san)
X(san_spelling)
X(zobrist)
X(random_games)
X(util_varint)
X(util_xxh64)
X(ordered_pool)
X(bcgn_file_format)
X(bcgn_shape)
X(bcgn_shape_codec)
X(bcgn_schema)
X(bcgn_style)
X(bcgn_block)
X(move_stream)
X(writer)
X(unpacker)
X(reader)
X(bcgn_forms)
X(bcgn_columns)
X(format_document)
X(bcgn0_golden)
X(bcgn0_rules)
X(bcgn0_hostile)
X(codec_moves)
X(codec_square_index)
X(codec_legal_index)
X(codec_piece_target)
X(codec_total_index)
X(codec_vectors)
X(policy)
X(mixed_model)
X(line_list)
X(reversible)

#undef X
