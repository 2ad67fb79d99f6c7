/*
 * The conditions of queries on tags, results and lengths, for the table in query_words.c. What their values mean is said in
 * docs/QUERIES.md.
 */
#ifndef PGNPACK_LIB_QUERY_QUERY_TAG_WORDS_H
#define PGNPACK_LIB_QUERY_QUERY_TAG_WORDS_H

#include "lib/query/query.h"

/* A failure is in query->error, and the query is as it was. */
enum pgnpack_status query_add_player(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_white(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_black(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_elo(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_white_elo(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_black_elo(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_date(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_eco(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_opening(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_result(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_plies(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_event(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_site(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_round(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_time_control(struct pgnpack_query *query, const char *value);
enum pgnpack_status query_add_tag(struct pgnpack_query *query, const char *value);

#endif
