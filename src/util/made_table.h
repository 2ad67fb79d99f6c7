/*
 * Tables that are made when the project is built are constants. A library that has to be small makes them, before anything of
 * it is called, by the same functions (docs/BUILDING.md, TABLES=start).
 */
#ifndef PGNPACK_UTIL_MADE_TABLE_H
#define PGNPACK_UTIL_MADE_TABLE_H

#ifdef PGNPACK_TABLES_AT_START
#define MADE_TABLE
#else
#define MADE_TABLE const
#endif

#endif
