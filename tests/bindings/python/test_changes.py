"""Databases that are changed: as the command changes them, all of a change or nothing."""

import datetime
import gc
import io
import os
import re
import subprocess
import sys
import threading
import unittest

from support import BUILD, DATA, ODD, ROOT, data, numpy, packed, path

import pgnpack

TIME = 1700000000
FIRST, SECOND = '[White "Anna"]\n\n1. e4 e5 2. Nf3 *\n\n', '[White "Bert"]\n\n1. d4 d5 1-0\n\n'


def content(name):
    with open(name, 'rb') as file:
        return file.read()


def copy_of(source, name):
    with open(path(name), 'wb') as file:
        file.write(content(source))
    return path(name)


def small(name, text=FIRST + SECOND):
    pgnpack.pack(io.BytesIO(text.encode('utf-8', 'surrogateescape')), path(name))
    return path(name)


def whites(name, **options):
    with pgnpack.open(name, **options) as database:
        return list(database.column('White'))


def text_of(name):
    return pgnpack.unpack_bytes(content(name))


def command(*arguments):
    return subprocess.run([os.path.join(BUILD, arguments[0]), *arguments[1:]], check=True, stdout=subprocess.PIPE,
                          env={**os.environ, 'SOURCE_DATE_EPOCH': str(TIME)}).stdout.decode()


class Changing(unittest.TestCase):
    def test_as_the_command(self):
        """The same bytes, where nothing is appended: the command keeps names of files."""
        ours, theirs = copy_of(packed('clocked'), 'ours.bcgn'), copy_of(packed('clocked'), 'theirs.bcgn')
        classics = os.path.join(DATA, 'classics.pgn')
        for arguments, change in ((['pgndb', 'delete', theirs, '-g', '2-9,40'], lambda changes: changes.delete([40, *range(2, 10)])),
                                  (['pgndb', 'undelete', theirs, '-g', '3'], lambda changes: changes.undelete(3)),
                                  (['pgnpack', f'--append={theirs}', '-5', classics], lambda changes: changes.append_file(classics))):
            command(*arguments, '-qq')
            with pgnpack.open(theirs) as database:
                message = database.segments()[-1].message
            with pgnpack.Changes(ours, level=5) as changes:
                change(changes)
                changes.commit(message, time=TIME)
            if 'append' not in message:
                self.assertEqual(content(ours), content(theirs))
        self.assertEqual(text_of(ours), text_of(theirs))
        with pgnpack.open(ours) as one, pgnpack.open(theirs) as other:
            self.assertEqual(list(one.column('text')), list(other.column('text')))
            self.assertEqual([(s.game_count, s.deleted_count, s.time, s.message, s.is_change) for s in one.segments()],
                             [(s.game_count, s.deleted_count, s.time, s.message, s.is_change) for s in other.segments()])
            self.assertEqual(one.segments()[1].time, datetime.datetime.fromtimestamp(TIME, datetime.timezone.utc))

    def test_with(self):
        name = small('with.bcgn')
        before = content(name)
        with self.assertRaises(ZeroDivisionError):
            with pgnpack.Changes(name) as changes:
                changes.append(FIRST)
                changes.delete(1)
                raise ZeroDivisionError
        self.assertEqual((content(name), changes.closed), (before, True))
        with pgnpack.Changes(name) as changes:
            pass
        self.assertEqual(content(name), before)
        with pgnpack.Changes(name) as changes:
            changes.append(FIRST)
            changes.delete(1)
            changes.abort()
            self.assertEqual((changes.game_count, changes.deleted_count), (2, 0))
            changes.append(SECOND)
            self.assertEqual(changes.game_count, 2)
        self.assertTrue(content(name).startswith(before))
        self.assertEqual(whites(name), ['Anna', 'Bert', 'Bert'])
        changes = pgnpack.Changes(name)
        changes.append(FIRST)
        changes.close()
        self.assertEqual(whites(name), ['Anna', 'Bert', 'Bert'])

    def test_several_commits(self):
        name = small('several.bcgn')
        with pgnpack.Changes(name) as changes:
            changes.append(FIRST)
            changes.commit('one')
            self.assertEqual(changes.game_count, 3)
            changes.delete(3)
            changes.commit()
            changes.append(SECOND)
        self.assertEqual(whites(name), ['Anna', 'Bert', 'Bert'])
        self.assertEqual([segment.message for segment in pgnpack.open(name).segments()], ['', 'one', '', ''])

    def test_what_is_appended(self):
        odd = small('odd.bcgn', ODD.decode('utf-8', 'surrogateescape'))
        name = small('appended.bcgn', '[White "First"]\n\n1. e4 *')  # no line end behind
        with pgnpack.open(odd) as database, pgnpack.open(packed('classics')) as classics, pgnpack.Changes(name) as changes:
            changes.append('[White "Text"]\n\n1. d4 *')
            changes.append(b'[White "Bytes"]\n\n1. d4 *\n')
            changes.append(bytearray(b'\n[White "Array"]\n\n1. d4 *\r\n'))
            changes.append(memoryview(b'[White "View"]\n\n1. d4 *\n\n'))
            changes.append([SECOND, database[0], classics[:2], (text for text in ('', FIRST))])
            changes.append(classics.search(result='1-0').games[::-1])
            changes.append(database)
            changes.append_file(os.path.join(DATA, 'classics.pgn'))
            changes.append_file(io.BytesIO(b'1. c4 *'))
            games = [database[0].text, *classics[:2].column('text'), *list(classics.search(result='1-0').games.column('text'))[::-1],
                     *database.column('text'), *classics.column('text')]
        with pgnpack.open(name) as changed:
            found = list(changed.column('White'))
            self.assertEqual(found[:6], ['First', 'Text', 'Bytes', 'Array', 'View', 'Bert'])
            texts = [text.strip() for text in changed.column('text')]
            for text in games:
                self.assertIn(text.strip(), texts)
            self.assertEqual(len(changed), 6 + len(games) + 2)
            self.assertEqual(texts[-1], '1. c4 *')
        self.assertTrue(text_of(name).startswith(b'[White "First"]\n\n1. e4 *\n\n[White "Text"]\n\n1. d4 *\n\n[White "Bytes"]\n\n1. d4 *\n\n'
                                                 b'[White "Array"]\n\n1. d4 *\r\n\r\n[White "View"]\n\n1. d4 *\n\n[White "Bert"]'))

    def test_no_text(self):
        """A packed file is no PGN: the database that is changed would be read while it grows."""
        import gzip
        name = copy_of(packed('classics'), 'itself.bcgn')
        wrapped = path('wrapped.pgn.gz')
        with gzip.open(wrapped, 'wb') as file:
            file.write(FIRST.encode())
        with pgnpack.Changes(name) as changes:
            for source in (name, packed('clocked'), wrapped, io.BytesIO(content(name))):
                with self.assertRaisesRegex(pgnpack.ArgumentError, 'is packed, and no PGN text: append'):
                    changes.append_file(source)
            with gzip.open(wrapped, 'rb') as file:
                changes.append_file(file)
            with pgnpack.open(packed('clocked')) as database:
                changes.append(database)
        with pgnpack.open(name) as database, pgnpack.open(packed('classics')) as classics:
            self.assertEqual(len(database), len(classics) + 1 + 160)

    def test_large_file(self):
        """Pieces of a file are cut anywhere, and nothing is put between them."""
        text = data('engine-games.pgn')
        name = small('large.bcgn', '')
        with pgnpack.Changes(name, threads=1) as changes:
            changes.append_file(io.BytesIO(text))
        self.assertEqual(text_of(name), text)
        self.assertGreater(len(text), 1 << 20)

    def test_games_by_numbers_and_ids(self):
        name = copy_of(packed('clocked'), 'named.bcgn')
        with pgnpack.open(name) as database:
            ids = list(database.column('id'))
        numbers = numpy.array([11, 12, 12]) if numpy else [11, 12, 12]
        one = numpy.uint64(1) if numpy else 1
        with pgnpack.Changes(name) as changes:
            self.assertEqual(changes.find_id(ids[6]), 7)
            self.assertEqual([changes.delete(games) for games in (one, ids[1], [3, ids[3], 4], range(5, 8), numbers, [], {160, ids[159]})],
                             [1, 1, 2, 3, 2, 0, 1])
            self.assertEqual(changes.undelete(ids[5]), 1)
            before = changes.deleted_count
            for games, words in ((0, 'there is no game 0'), (161, 'numbered from 1 to 160'), ([1, 2, 161], 'no game 161'), (-1, 'no game'),
                                 ('zzzzzzz:1', 'no game of this database'), ([20, 'x'], 'is no id'), ('x\0y', 'is no id'), (1 << 70, 'no game'),
                                 (1.5, 'not by float'), ([None], 'not by NoneType'), (None, 'not by NoneType')):
                for function in (changes.delete, changes.undelete):
                    with self.assertRaisesRegex(pgnpack.ArgumentError, words):
                        function(games)
            with self.assertRaises(pgnpack.ArgumentError):
                changes.find_id('x')
            self.assertEqual(before, 0)
        with pgnpack.open(name) as database:
            self.assertEqual(sorted(set(range(1, 161)) - set(database.column('game'))), [1, 2, 3, 4, 5, 7, 11, 12, 160])

    def test_runs(self):
        from pgnpack import _changes
        for numbers, runs in (([], []), ([1], [(1, 1)]), ([1, 2, 4, 6, 7, 8], [(1, 2), (4, 4), (6, 8)])):
            self.assertEqual(list(_changes._runs(numbers)), runs)

    def test_log_and_truncate(self):
        name = small('log.bcgn')
        with pgnpack.Changes(name) as changes:
            states = [content(name)]
            for i in range(3):
                changes.append(FIRST)
                changes.delete(i + 1)
                changes.commit(f'change {i} \u2655', time=datetime.datetime(2020, 1, 1 + i, tzinfo=datetime.timezone.utc))
                states.append(content(name))
            log = changes.log()
            self.assertEqual([(one.first_game, one.game_count, one.deleted_count, one.message) for one in log],
                             [(1, 2, 2, ''), (3, 1, 1, 'change 0 \u2655'), (4, 1, 0, 'change 1 \u2655'), (5, 1, 0, 'change 2 \u2655')])
            self.assertEqual(log[2].time, datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc))
            self.assertEqual((sum(one.size for one in log), log[0].is_change, log[1].is_change, log[1].is_damaged),
                             (len(states[-1]), False, True, False))
            changes.delete(4)
            with self.assertRaisesRegex(pgnpack.ArgumentError, '.'):
                changes.truncate_to(1)
            changes.abort()
            for state in (3, 1):
                changes.truncate_to(state)
                self.assertEqual(content(name), states[state - 1])
            self.assertEqual((changes.game_count, changes.deleted_count), (2, 0))
            for state in (0, 2, -1, 'x', 1 << 70):
                with self.assertRaises(pgnpack.ArgumentError):
                    changes.truncate_to(state)

    def test_history(self):
        name = small('history.bcgn')
        with pgnpack.Changes(name) as changes:
            changes.append(FIRST + FIRST)
            changes.commit('two more', time=TIME)
            changes.delete([2, 4])
            changes.commit('no good')
        subprocess.run([os.path.join(BUILD, 'pgndb'), 'dedupe', '-q', name], check=True)
        with pgnpack.Changes(name) as changes:
            self.assertEqual([tuple(one)[2:6] for one in changes.history()],
                             [(2, 0, 0, True), (2, 0, 0, True), (0, 2, 0, True), (0, 1, 0, True)])
            self.assertEqual([(one.number, one.message) for one in changes.history()][:3], [(1, ''), (2, 'two more'), (3, 'no good')])
            self.assertEqual([(one.game, one.reason, one.change) for one in changes.deleted()],
                             [(2, 'by hand', 3), (3, 'duplicate', 4), (4, 'by hand', 3)])
            self.assertEqual([one.other for one in changes.deleted()], [None, 1, None])
            self.assertEqual(changes.undelete([2, 3]), 2)
            changes.commit()
            self.assertEqual([one.game for one in changes.deleted()], [3, 4])
            changes.undelete(3, duplicates=True)
            changes.commit()
            self.assertEqual([one.game for one in changes.deleted()], [4])
            self.assertEqual((changes.history()[-1].brought_back, changes.log()[-1].state), (1, 6))

    def test_dedupe(self):
        """What the command deletes, and keeps, by each rule; damage is an error."""
        def game(white, moves, tags='', result='*'):
            return f'[White "{white}"]\n[Black "Zoe"]\n[Date "2020.01.01"]\n{tags}\n{moves} {result}\n\n'
        long = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7'
        text = ''.join((game('Anna', long, '[Round "1"]\n'), game('Bert', '1. d4 d5'), game('Anna, A', long), game('Anna', long + ' 11. c4', '[Round "1"]\n'),
                        game('Cleo', long), game('Bert', '1. d4 d5 {a comment}'), game('Dora', '1. c4')))
        count = {'exact': 2, 'loose': 3, 'version': 3}
        for kind in ('exact', 'loose', 'version'):
            for keep in ('text', 'comments', 'tags', 'first', 'last'):
                ours, theirs = small('ours.bcgn', text), small('theirs.bcgn', text)
                command('pgndb', 'dedupe', '-q', f'--kind={kind}', f'--prefer={keep}', theirs)
                with pgnpack.Changes(ours) as changes:
                    found = changes.dedupe(kind, keep=keep)
                    changes.commit()
                    deleted = changes.deleted()
                with pgnpack.Changes(theirs) as changes:
                    self.assertEqual([one[:3] for one in deleted], [one[:3] for one in changes.deleted()], (kind, keep))
                self.assertEqual([(one.game, one.kept) for one in found], [(one.game, one.other) for one in deleted])
                self.assertEqual(len(found), count[kind], (kind, keep))
                self.assertLessEqual({one.kind for one in found}, {'exact', kind})
                self.assertIn(kind, {one.kind for one in found})
        with pgnpack.Changes(small('ours.bcgn', text)) as changes:
            for refused in ({'kind': 'near'}, {'keep': 'best'}, {'keep': 'rank'}):
                with self.assertRaises(pgnpack.ArgumentError):
                    changes.dedupe(**refused)
            changes.delete(7)
            with self.assertRaises(pgnpack.ArgumentError):
                changes.dedupe()
            changes.abort()
            self.assertEqual(changes.dedupe(keep='first'), [pgnpack.Duplicate(3, 1, 'exact'), pgnpack.Duplicate(6, 2, 'exact')])
            changes.abort()
            self.assertEqual(changes.deleted_count, 0)
            changes.dedupe()
            changes.commit()
            self.assertEqual((changes.dedupe(), changes.deleted_count), ([], 2))
            self.assertEqual(changes.undelete([one.game for one in changes.deleted()], duplicates=True), 2)
        torn = bytearray(content(packed('clocked')))
        torn[32 + 64 + 16 * torn[32 + 48]] ^= 255  # the first section of the first block; comments of games that stand alone are not read
        with open(path('torn.bcgn'), 'wb') as file:
            file.write(torn)
        with pgnpack.Changes(path('torn.bcgn')) as changes:
            with self.assertRaises(pgnpack.CorruptError):
                changes.dedupe()
            self.assertEqual(changes.deleted_count, 0)

    def test_compact(self):
        name = copy_of(packed('clocked'), 'compact.bcgn')
        with pgnpack.open(name) as database:
            old = list(database.column('id'))
        with pgnpack.Changes(name) as changes:
            changes.delete(range(1, 81))
            changes.append(FIRST)
            with self.assertRaises(pgnpack.ArgumentError):
                changes.compact(forget=True)
            changes.commit()
            told = []
            changes.compact(forget=True, message='made small', time=TIME, progress=lambda text_size, size: told.append(text_size))
            self.assertTrue(told)
            self.assertEqual((changes.game_count, changes.deleted_count, changes.log()[-1].message), (81, 0, 'made small'))
            self.assertEqual(changes.find_id(old[99]), 20)
            size = os.path.getsize(name)
            changes.compact(9, forget=True, keep_ids=False)
            self.assertLess(os.path.getsize(name), size)
            with self.assertRaises(pgnpack.ArgumentError):
                changes.find_id(old[99])
            before = content(name)
            changes.delete(1)
            changes.commit()
            for progress, error in ((lambda *_: False, pgnpack.CancelledError), (lambda *_: 1 // 0, pgnpack.CancelledError),
                                    (lambda *_: changes.game_count, pgnpack.CancelledError), (lambda *_: changes.close(), pgnpack.CancelledError)):
                with self.assertRaises(error):
                    changes.compact(1, forget=True, progress=progress)
                self.assertEqual(content(name)[:len(before)], before)
            for level in (0, 10, 'x'):
                with self.assertRaises(pgnpack.ArgumentError):
                    changes.compact(level, forget=True)
        self.assertEqual(len(whites(name)), 80)

    def test_compact_keeps_what_is_deleted(self):
        name = copy_of(packed('clocked'), 'kept.bcgn')
        with pgnpack.Changes(name) as changes:
            changes.delete([3, 5])
            changes.commit()
            with self.assertRaises(pgnpack.ArgumentError):
                changes.compact(keep_ids=False)
            count = changes.game_count
            changes.compact(4)
            self.assertEqual((changes.game_count, [one.game for one in changes.deleted()]), (count, [3, 5]))
            changes.undelete(5)
            changes.commit()
            self.assertEqual([one.game for one in changes.deleted()], [3])

    def test_merge_small(self):
        name = small('merged.bcgn')
        with pgnpack.Changes(name) as changes:
            self.assertEqual(changes.merge_small(), 0)
            for i in range(70):
                changes.append(f'[White "{i}"]\n\n1. e4 *\n\n')
                changes.commit()
            changes.delete(5)
            changes.commit()
            before = list(pgnpack.open(name, with_deleted=True).column('White'))
            old = pgnpack.open(name).game_id(20)
            self.assertGreaterEqual(changes.merge_small(message='merged'), 64)
            self.assertLess(len(changes.log()), 10)
            self.assertEqual((changes.game_count, changes.deleted_count), (72, 1))
            self.assertEqual(changes.find_id(old), 22)
        self.assertEqual(list(pgnpack.open(name, with_deleted=True).column('White')), before)

    def test_others(self):
        """One changes, all read."""
        name = small('others.bcgn')
        with pgnpack.Changes(name) as changes:
            with self.assertRaises(pgnpack.BusyError) as caught:
                pgnpack.Changes(name)
            self.assertIn(name, str(caught.exception))
            with pgnpack.open(name) as reader:
                changes.append(FIRST)
                changes.commit()
                changes.delete(1)
                self.assertEqual(list(reader.column('White')), ['Anna', 'Bert'])
                self.assertEqual(whites(name), ['Anna', 'Bert', 'Anna'])
        pgnpack.Changes(name).close()
        changes = pgnpack.Changes(name)
        changes.append(FIRST)
        del changes
        gc.collect()
        with pgnpack.Changes(name) as changes:
            self.assertEqual(changes.game_count, 3)

    def test_closed(self):
        changes = pgnpack.Changes(small('closed.bcgn'))
        changes.close()
        changes.close()
        self.assertIn('closed', repr(changes))
        for call in (lambda: changes.append(FIRST), lambda: changes.append_file(io.BytesIO(b'x')), lambda: changes.delete(1),
                     lambda: changes.undelete(1), changes.commit, changes.abort, changes.compact, changes.merge_small, changes.log,
                     lambda: changes.truncate_to(1), lambda: changes.find_id('x'), lambda: changes.game_count, lambda: changes.deleted_count):
            with self.assertRaises(pgnpack.ClosedError):
                call()

    def test_files_that_cannot_be_changed(self):
        with self.assertRaises(FileNotFoundError):
            pgnpack.Changes(path('nothing.bcgn'))
        self.assertFalse(os.path.exists(path('nothing.bcgn')))
        for damaged, error in ((b'no database' * 20, pgnpack.NotBcgnError), (content(packed('clocked'))[:-1], pgnpack.DataError)):
            with open(path('damaged.bcgn'), 'wb') as file:
                file.write(damaged)
            with self.assertRaises(error):
                pgnpack.Changes(path('damaged.bcgn'))
            self.assertEqual(content(path('damaged.bcgn')), damaged)
        with self.assertRaises(pgnpack.ArgumentError):
            pgnpack.Changes('a\0b')
        with open(os.path.join(ROOT, 'tests/vectors/bad/fine-index-short.txt'), encoding='utf-8') as source, open(path('old.bcgn'), 'wb') as file:
            file.write(bytes.fromhex(re.sub('#.*', '', source.read())))
        with pgnpack.Changes(path('old.bcgn')) as changes:
            with self.assertRaisesRegex(pgnpack.UnsupportedError, 'compact the database first'):
                changes.delete(1)
            changes.abort()
            changes.compact(3, forget=True)
            self.assertEqual(changes.delete(1), 1)

    def test_create(self):
        name = path('created.bcgn')
        with pgnpack.Changes(name, create=True) as changes:
            changes.append(FIRST)
        with pgnpack.Changes(name, create=True) as changes:
            changes.append(SECOND)
        self.assertEqual(whites(name), ['Anna', 'Bert'])
        self.assertEqual(text_of(name), (FIRST + SECOND).encode())
        with self.assertRaises(ZeroDivisionError):
            with pgnpack.Changes(path('not-created.bcgn'), create=True) as changes:
                changes.append(FIRST)
                raise ZeroDivisionError
        self.assertFalse(os.path.exists(path('not-created.bcgn')))

    def test_progress(self):
        name = small('progress.bcgn')
        before, told = content(name), []
        with pgnpack.Changes(name, progress=lambda text_size, size: told.append(text_size)) as changes:
            changes.append(data('classics.pgn'))
        self.assertEqual(told[-1], len(data('classics.pgn')))
        name = small('progress.bcgn')
        for progress in (lambda *_: False, lambda *_: 1 // 0, lambda *_: changes.abort()):
            changes = pgnpack.Changes(name, progress=progress)
            with self.assertRaises(pgnpack.CancelledError):
                changes.append(data('classics.pgn'))
                changes.commit()
            changes.close()
            self.assertEqual(content(name), before)

        def interrupt(*_):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            with pgnpack.Changes(name, progress=interrupt) as changes:
                changes.append(data('classics.pgn'))
        self.assertEqual(content(name), before)

    def test_misuse(self):
        name = small('misuse.bcgn')
        for options in ({'level': 0}, {'level': 'x'}, {'threads': 0}, {'index': 'x'}, {'memory_limit': -1}):
            with self.assertRaises(pgnpack.ArgumentError):
                pgnpack.Changes(name, **options)
        with pgnpack.Changes(name) as changes:
            for source in (None, 17, 1.5, [FIRST, None], object()):
                with self.assertRaises(pgnpack.ArgumentError):
                    changes.append(source)
            changes.abort()
            for message in ('a\nb', 'a\0b', 'x' * 4097):
                for call in (changes.commit, changes.compact, changes.merge_small):
                    with self.assertRaises(pgnpack.ArgumentError):
                        call(message=message)
            for time in (-1, 'x', 1 << 63, 1.5):
                with self.assertRaises(pgnpack.ArgumentError):
                    changes.commit(time=time)
            with self.assertRaises(FileNotFoundError):
                changes.append_file(path('nothing.pgn'))

            def games():
                yield FIRST
                raise ZeroDivisionError
            with self.assertRaises(ZeroDivisionError):
                changes.append(games())
            changes.abort()
        self.assertEqual(whites(name), ['Anna', 'Bert'])

    def test_threads(self):
        name = small('threads.bcgn')
        with pgnpack.Changes(name) as changes:
            def work(number):
                for i in range(50):
                    changes.append(f'[White "{number}"]\n\n1. e4 *\n\n')
                    if i % 10 == 0:
                        changes.commit()
                    changes.log()
            workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        self.assertEqual(sorted(whites(name)), sorted(['Anna', 'Bert'] + [str(number) for number in range(4) for _ in range(50)]))

    def test_a_process_that_ends(self):
        """What was not committed is nowhere, and the file can be changed by the next one."""
        name = small('ended.bcgn')
        before = content(name)
        subprocess.run([sys.executable, '-c', 'import os, sys, pgnpack\nchanges = pgnpack.Changes(sys.argv[1], level=1)\n'
                        'changes.append_file(sys.argv[2])\nchanges.delete(1)\nos._exit(0)', name, os.path.join(DATA, 'engine-games.pgn')], check=True)
        self.assertEqual(whites(name), ['Anna', 'Bert'])
        pgnpack.Changes(name).close()
        self.assertEqual(content(name), before)


if __name__ == '__main__':
    unittest.main()
