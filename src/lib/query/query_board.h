/* The conditions of queries that are about the board, but for positions: from a word's value to a condition of the last step. */
#ifndef PGNPACK_LIB_QUERY_QUERY_BOARD_H
#define PGNPACK_LIB_QUERY_QUERY_BOARD_H

#include "lib/query/query.h"

/*
 * Adds the condition, or its opposite, to the last step; what it points to is freed where that fails. This and all below
 * answer with the status that is in query->error, too.
 */
enum pgnpack_status query_board_add(struct pgnpack_query *query, struct board_condition *condition);

/* Functions of words. `value` is NULL where the word has none. */
enum pgnpack_status query_board_material(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_pawns(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_pattern(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_balance(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_attack(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_hanging(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_move(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_clock(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_spent(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_eval(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_swing(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_nag(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_comment(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_has(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_side(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_ply(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_number(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_check(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_mate(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_stalemate(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_final(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_for(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_times(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_either(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_board_mirrored(struct pgnpack_query *query, const char *value);

#endif
