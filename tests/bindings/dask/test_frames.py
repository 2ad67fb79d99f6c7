"""DataFrames, Bags, searches and trees on two worker processes, against the package in one process and pgnfind."""

import json
import os
import pickle
import shutil
import tempfile
import unittest
import unittest.mock
import warnings

import cluster
import files
import numpy
import pandas

import pgnpack
import pgnpack.dask
import pgnpack.parts


def rows_of(frame):
    """Values as Python has them, to compare."""
    return [[None if value is pandas.NA or value is pandas.NaT else value.tolist() if hasattr(value, 'tolist') else value
             for value in frame[name].tolist()] for name in frame]


class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster.client()
        cls.games, cls.clocked = files.packed('engine-games'), files.packed('clocked')
        cls.annotated = files.packed('annotated', '-5')

    def same(self, frame, path, columns, **options):
        whole = pgnpack.open(path).columns(*columns, threads=1, **options).to_pandas()
        found = frame.compute() if hasattr(frame, 'compute') else frame
        self.assertEqual(list(found.columns), list(columns))
        self.assertEqual([str(dtype) for dtype in found.dtypes], [str(dtype) for dtype in whole.dtypes])
        self.assertEqual(rows_of(found), rows_of(whole))

    # ---- Damage ----

    def test_damaged_blocks(self):
        name = os.path.join(files.FOLDER, 'damaged.bcgn')
        parts = pgnpack.parts.plan(self.games, blocks=1)
        with open(self.games, 'rb') as file:
            content = bytearray(file.read())
        for way, n in enumerate((1, 2, len(parts) - 1)):
            content[parts[n].start + (17, 70, 66)[way]] ^= 0x21
        with open(name, 'wb') as file:
            file.write(content)
        with pgnpack.open(name, damaged='skip') as db:
            columns = ['game', 'White', 'san', 'text']
            for blocks in (1, 4, 1000):
                frame = pgnpack.dask.read_bcgn(name, columns, blocks_per_partition=blocks, damaged='skip').compute()
                self.assertEqual(rows_of(frame), rows_of(db.columns(*columns).to_pandas()))
            found = pgnpack.dask.find(name, 'moves="e4 c5"', damaged='skip').compute()
            self.assertEqual(found.game.tolist(), db.search(moves='e4 c5').game.tolist())
            for fen, where in ((None, None), (pgnpack.Board().make('e4').fen, 'result=1-0')):
                self.assertEqual(list(pgnpack.dask.tree(name, fen, where, partition_size='100 kB', damaged='skip')),
                                 list(db.tree(fen, where)))
            rows = pgnpack.dask.read_bag(name, ['game'], damaged='skip').compute()
            self.assertEqual([row['game'] for row in rows], db.column('game').tolist())
            self.assertEqual(len(pgnpack.dask.read_positions(name, ['key'], damaged='skip').compute()), db.positions('key').rows)
            self.assertEqual(pgnpack.dask.damage(name, partition_size='100 kB'), db.damaged)
            self.assertEqual(len(db.damaged), 3)
        self.assertEqual(pgnpack.dask.damage(self.games), [])
        with self.assertRaises(pgnpack.CorruptError):
            pgnpack.dask.read_bcgn(name, ['text']).compute()

    # ---- Columns ----

    def test_all_columns(self):
        for path in self.games, self.clocked, self.annotated:
            with self.subTest(path=path):
                frame = pgnpack.dask.read_bcgn(path, partition_size='150 kB')
                names = [name for name in pgnpack.open(path).column_names
                         if name not in ('moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text')]
                self.same(frame, path, names)
                self.assertEqual(str(frame.dtypes.to_dict()), str(frame.compute().dtypes.to_dict()))

    def test_lists_and_texts(self):
        names = ['moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text']
        for path in self.clocked, self.annotated:
            self.same(pgnpack.dask.read_bcgn(path, names, blocks_per_partition=2), path, names)

    def test_partitions_are_blocks(self):
        blocks = pgnpack.open(self.games).blocks()
        frame = pgnpack.dask.read_bcgn(self.games, ['game'], blocks_per_partition=5)
        sizes = frame.map_partitions(len).compute().tolist()
        self.assertEqual(sizes, [blocks[min(i + 5, len(blocks)) - 1].stop - blocks[i].start for i in range(0, len(blocks), 5)])
        self.assertGreater(len(sizes), 5)
        self.assertEqual(frame.game.compute().tolist(), list(range(1, 2401)))
        self.assertEqual(pgnpack.dask.read_bcgn(self.games, ['game']).npartitions, 1)

    def test_several_files(self):
        folder = tempfile.mkdtemp(dir=files.FOLDER)
        for i, path in enumerate((self.clocked, self.annotated)):
            shutil.copy(path, os.path.join(folder, f'{i}.bcgn'))
        pattern = os.path.join(folder, '*.bcgn')
        frame = pgnpack.dask.read_bcgn(pattern, blocks_per_partition=3)
        self.assertEqual(list(frame.columns), list(pgnpack.open([self.clocked, self.annotated]).to_pandas().columns))
        found = frame.compute()
        self.assertEqual(found.groupby('file').size().to_dict(),
                         {os.path.join(folder, '0.bcgn'): 160, os.path.join(folder, '1.bcgn'): 9})
        self.assertEqual(found.game.tolist(), list(range(1, 161)) + list(range(1, 10)))
        self.same(pgnpack.dask.read_bcgn([self.clocked], ['White'], blocks_per_partition=1), self.clocked, ['White'])

    def test_paths_as_they_were_given(self):
        before = os.getcwd()
        os.chdir(os.path.dirname(self.clocked))
        try:
            frame = pgnpack.dask.read_bcgn(os.path.basename(self.clocked), ['file'])
        finally:
            os.chdir(before)
        self.assertEqual(set(frame.compute().file), {os.path.basename(self.clocked)})

    def test_only_what_is_used_is_read(self):
        frame = pgnpack.dask.read_bcgn(self.games, ['White', 'Black', 'plies', 'san'], blocks_per_partition=4)
        asked = set()
        with unittest.mock.patch.object(pgnpack.dask._Reader, '__call__', lambda reader, part: asked.add(tuple(reader.columns))
                                        or reader.frame(next(part.games()), '')):
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                frame.plies.sum().compute(scheduler='synchronous')
        self.assertEqual(asked, {('plies',)})
        self.assertEqual(int(frame.plies.sum().compute()), int(pgnpack.open(self.games).column('plies').sum()))

    def test_group_by(self):
        frame = pgnpack.dask.read_bcgn(self.games, partition_size=100000)
        self.assertEqual(frame.White.value_counts().compute().to_dict(), dict(pgnpack.open(self.games).value_counts('White')))

    def test_years_before_pandas(self):
        text = b''.join(b'[Event "?"]\n[Date "%s"]\n\n1. e4 *\n\n' % date for date in (b'1620.01.01', b'1851.06.21', b'2262.05.01', b'????.??.??'))
        path = os.path.join(files.FOLDER, 'old.bcgn')
        pgnpack.pack(write('old.pgn', text), path)
        found = pgnpack.dask.read_bcgn(path, ['day', 'year', 'Date']).compute()
        self.assertEqual(found.year.tolist(), [1620, 1851, 2262, pandas.NA])
        self.assertEqual(found.Date.tolist(), ['1620.01.01', '1851.06.21', '2262.05.01', '????.??.??'])
        self.assertEqual(found.day[1], pandas.Timestamp(1851, 6, 21))

    def test_games_without_blocks(self):
        path = os.path.join(files.FOLDER, 'empty.bcgn')
        pgnpack.pack(write('empty.pgn', b''), path)
        found = pgnpack.dask.read_bcgn(path, ['White', 'day', 'moves'])
        self.assertEqual((len(found), list(found.columns)), (0, ['White', 'day', 'moves']))

    # ---- Queries ----

    def test_where(self):
        names = ['game', 'White', 'san']
        for where in 'elo=2000- result=1-0', 'eco=B', {'moves': 'e4 c5'}, 'white=nobody', [('mate', None)], 'not elo=1000-':
            with self.subTest(where=where):
                self.same(pgnpack.dask.read_bcgn(self.clocked, names, where, blocks_per_partition=1), self.clocked, names, where=where)

    def test_blocks_that_cannot_match_are_in_no_partition(self):
        path = self.sorted_by_rating()
        all_of_them = pgnpack.dask.read_bcgn(path, ['game'], blocks_per_partition=1).npartitions
        frame = pgnpack.dask.read_bcgn(path, ['game', 'WhiteElo', 'Date'], 'elo=2400-', blocks_per_partition=1)
        self.assertLess(frame.npartitions, all_of_them // 2)
        self.same(frame, path, ['game', 'WhiteElo', 'Date'], where='elo=2400-')
        opposite = pgnpack.dask.read_bcgn(path, ['game'], 'not elo=2400-', blocks_per_partition=1)
        self.assertEqual(opposite.npartitions, all_of_them)
        years = pgnpack.dask.read_bcgn(path, ['game'], 'date=1990', blocks_per_partition=1)
        self.assertEqual((years.npartitions, len(years)), (1, 0))

    def test_parts_with_gaps(self):
        path = self.sorted_by_rating()
        where = 'elo=-1200,2400-'
        frame = pgnpack.dask.read_bcgn(path, ['game', 'WhiteElo'], where)
        self.assertEqual(frame.npartitions, 1)
        part = pgnpack.parts.plan(path, where)[0]
        self.assertEqual(len(part.ranges), 2)
        self.assertLess(len(part), len(pgnpack.open(path)))
        self.same(frame, path, ['game', 'WhiteElo'], where=where)

    def sorted_by_rating(self):
        path = os.path.join(files.FOLDER, 'sorted.bcgn')
        if not os.path.exists(path):
            text = b''.join(b'[Event "%d"]\n[Date "2020.01.%02d"]\n[WhiteElo "%d"]\n[BlackElo "%d"]\n\n1. e4 {%s} *\n\n' %
                            (i, i % 28 + 1, 1000 + i, 1001 + i, b'x' * (i % 40)) for i in range(1800))
            pgnpack.pack(write('sorted.pgn', text), path, block_size=8192)
        return path

    def test_find(self):
        where = 'moves="e4 c5 Nf3"'
        found = pgnpack.dask.find([self.games, self.clocked], where, blocks_per_partition=3).compute()
        self.assertEqual(list(found.columns), ['game', 'file', 'ply', 'last_ply', 'move'])
        lines = files.run('PGNFIND', '--numbers', '--moves', 'e4 c5 Nf3', self.games, self.clocked).decode().splitlines()
        self.assertEqual([f'{row.file}\t{row.game}\t{row.ply}' for row in found.itertuples()], lines)
        self.assertGreater(len(lines), 50)
        games = {path: pgnpack.open(path).column('san').tolist() for path in (self.games, self.clocked)}
        self.assertEqual(found.move.tolist(), [dict(enumerate(games[row.file][row.game - 1].split())).get(row.last_ply)
                                               for row in found.itertuples()])

    def test_find_in_variations(self):
        found = pgnpack.dask.find(self.annotated, 'variations check').compute()
        hits = pgnpack.open(self.annotated).search('variations check')
        self.assertEqual((found.game.tolist(), found.ply.tolist()), (hits.game.tolist(), hits.ply.tolist()))
        self.assertGreater(sum(hits.item > 0), 0)
        self.assertEqual([move is None for move in found.move], [bool(item) or not move for item, move in zip(hits.item, hits.move)])

    def test_find_where_games_end(self):
        found = pgnpack.dask.find(self.games, 'mate', blocks_per_partition=9).compute()
        self.assertEqual(set(found.move), {None})
        self.assertEqual(len(found), int(files.run('PGNFIND', '-c', '--mate', self.games)))

    # ---- Other tables ----

    def test_positions(self):
        names = ['game', 'ply', 'key', 'fen', 'move', 'uci', 'clock', 'eval']
        frame = pgnpack.dask.read_positions(self.annotated, names, blocks_per_partition=1)
        whole = pgnpack.open(self.annotated).positions(*names).to_pandas()
        self.assertEqual(rows_of(frame.compute()), rows_of(whole))
        self.assertEqual(len(pgnpack.dask.read_positions(self.clocked)), 11825 + 160)

    def test_bag(self):
        bag = pgnpack.dask.read_bag(self.clocked, ['game', 'file', 'White', 'WhiteElo', 'moves', 'clocks', 'day'], 'elo=1900-',
                                    blocks_per_partition=2)
        found = bag.compute()
        whole = pgnpack.open(self.clocked).columns('game', 'White', 'WhiteElo', 'moves', 'clocks', 'day', where='elo=1900-')
        self.assertEqual([row['moves'] for row in found], whole['moves'].tolist())
        self.assertEqual([row['clocks'] for row in found], whole['clocks'].tolist())
        self.assertEqual([row['day'] for row in found], whole['day'].tolist())
        self.assertEqual({(type(row['game']), type(row['WhiteElo']), row['file']) for row in found}, {(int, int, self.clocked)})
        self.assertEqual(dict(bag.pluck('White').frequencies().compute()), dict(whole['White'].value_counts()))

    def test_tree(self):
        for fen, where in ((None, None), ('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -', None), (None, 'result=1-0'),
                           ('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -', 'elo=1800-'), ('8/8/8/8/8/8/8/K1k5 w - -', None)):
            with self.subTest(fen=fen, where=where):
                several = [self.games, self.clocked]
                found = pgnpack.dask.tree(several, fen, where, partition_size=200000)
                whole = pgnpack.open(several).tree(fen, where)
                self.assertEqual((found.fen, found.rows, found.totals), (whole.fen, whole.rows, whole.totals))

    def test_years_of_a_tree(self):
        for years in (1990, 1996), (1996, 1990):
            with self.subTest(years=years):
                path = os.path.join(files.FOLDER, f'years{years[0]}.bcgn')
                pgnpack.pack(write('years.pgn', b''.join(b'[Event "%s"]\n[Date "%d.??.??"]\n\n1. e4 *\n\n' % (b'x' * 50, year)
                                                         for year in years for _ in range(100))), path, block_size=4096)
                self.assertGreater(len(pgnpack.parts.plan(path, blocks=1)), 2)
                self.assertEqual(pgnpack.dask.tree(path, where='plies=1', partition_size=1).rows[0].last_year, 1996)

    def test_tree_of_one_file_that_has_one(self):
        path = files.packed('engine-games', '--index')
        self.assertEqual(pgnpack.dask.tree(path, partition_size=1).rows, pgnpack.open(path).tree().rows)

    def test_wrong_rows_are_refused(self):
        row = pgnpack._native.TreeMove(move=796)
        row.counts.games = 7
        with self.assertRaisesRegex(pgnpack.ArgumentError, 'cannot be of so many games'):
            pgnpack.dask._merged([[bytes(row)]])

    # ---- Parts ----

    def test_parts_travel_with_their_index(self):
        parts = pickle.loads(pickle.dumps(pgnpack.parts.plan(self.games, blocks=7)))
        self.assertTrue(all(part.index for part in parts))
        self.assertEqual(sum(len(games) for part in parts for games in part.games()), 2400)
        self.assertEqual(sum(part.text_size for part in parts), len(files.text('engine-games')))

    # ---- Failures ----

    def fails(self, kind, words, function, *arguments, **options):
        with self.assertRaises(kind) as caught:
            function(*arguments, **options)
        self.assertIn(words, str(caught.exception))

    def test_arguments(self):
        read = pgnpack.dask.read_bcgn
        self.fails(FileNotFoundError, 'none.bcgn', read, '/none.bcgn')
        self.fails(FileNotFoundError, 'none.bcgn', read, '/none.bcgn', ['White'], 'elo=2000-')
        self.fails(FileNotFoundError, 'none*', read, '/none*.bcgn')
        self.fails(pgnpack.ArgumentError, 'no files', read, [])
        self.fails(pgnpack.ArgumentError, 'no column "Whte"', read, self.games, ['Whte'])
        self.assertEqual(set(read(self.games, ['Whte'], strict=False).compute().Whte), {None})
        self.fails(pgnpack.ArgumentError, '"x" cannot be looked for', read, self.games, ['White'], 'elo=x')
        self.fails(pgnpack.ArgumentError, 'is no size', read, self.games, partition_size='much')
        self.fails(pgnpack.ArgumentError, 'at least', read, self.games, partition_size=0)
        self.fails(pgnpack.ArgumentError, 'at least', read, self.games, blocks_per_partition=0)
        self.fails(pgnpack.NotBcgnError, '.pgn', read, os.path.join(files.DATA, 'classics.pgn'))
        self.fails(pgnpack.ArgumentError, 'positions have no column', pgnpack.dask.read_positions, self.games, ['White'])
        self.fails(pgnpack.ArgumentError, 'FEN', pgnpack.dask.tree, self.games, 'nonsense')

    def test_a_file_that_changes(self):
        path = os.path.join(files.FOLDER, 'changes.bcgn')
        shutil.copy(self.clocked, path)
        frame = pgnpack.dask.read_bcgn(path, ['White'])
        shutil.copy(self.annotated, path)
        self.fails(pgnpack.ReadError, 'has changed', frame.compute)

    def test_a_file_that_vanishes(self):
        """A frame of its own: of one that failed, the scheduler may answer with the old failure as long as it remembers its tasks."""
        path = os.path.join(files.FOLDER, 'vanishes.bcgn')
        shutil.copy(self.clocked, path)
        frame = pgnpack.dask.read_bcgn(path, ['White'])
        os.remove(path)
        self.fails(FileNotFoundError, 'all workers have to see', frame.compute)

    def test_damage_is_told(self):
        path = os.path.join(files.FOLDER, 'damaged.bcgn')
        with open(self.games, 'rb') as file:
            data = bytearray(file.read())
        block = pgnpack.parts.plan(self.games, blocks=1)[3]
        data[block.start + 400:block.stop - 400] = bytes(block.stop - block.start - 800)
        with open(path, 'wb') as file:
            file.write(data)
        frame = pgnpack.dask.read_bcgn(path, ['White', 'moves'], blocks_per_partition=1)
        self.fails(pgnpack.DataError, 'damaged.bcgn', frame.compute)
        self.assertEqual(len(frame.partitions[0].compute()), len(pgnpack.parts.plan(self.games, blocks=1)[0]))

    def test_a_file_that_was_not_closed(self):
        path = os.path.join(files.FOLDER, 'open.bcgn')
        with open(self.games, 'rb') as file, open(path, 'wb') as out:
            out.write(file.read()[:100000])
        self.fails(pgnpack.TruncatedError, 'open.bcgn', pgnpack.dask.read_bcgn, path, ['White'])
        frame = pgnpack.dask.read_bcgn(path, ['White'], blocks_per_partition=4, salvage=True)
        found = frame.compute().White.tolist()
        self.assertGreater(len(found), 500)
        self.assertEqual(found, pgnpack.open(self.games).column('White').tolist()[:len(found)])


def write(name, text):
    path = os.path.join(files.FOLDER, name)
    with open(path, 'wb') as file:
        file.write(text)
    return path


if __name__ == '__main__':
    unittest.main()
