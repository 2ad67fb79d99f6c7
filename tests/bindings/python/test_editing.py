"""Games that get new texts, and changes that are taken back: as the command does it, and beside a model in plain Python."""

import itertools
import os
import random
import re
import threading
import unittest

from support import ROOT, data, packed, path
from test_changes import FIRST, SECOND, command, content, copy_of, small, text_of, whites

import pgnpack

TIME = 1700000000
WHITE = '[Event "Open"]\n[White "{}"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'
MOVES = 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'


def texts(name):
    """Of all games, deleted ones, too."""
    with pgnpack.open(name, with_deleted=True) as database:
        return [text.strip() for text in database.column('text')]


class AsTheCommand(unittest.TestCase):
    def test_same_bytes(self):
        ours, theirs = copy_of(packed('clocked'), 'edited-ours.bcgn'), copy_of(packed('clocked'), 'edited-theirs.bcgn')
        new = path('new.pgn')
        with open(new, 'w', encoding='ascii') as file:
            file.write(WHITE.format('new'))
        for arguments, change in (
                (['set', theirs, 'Round=5', 'Result=1-0', '-g', '3,5'],
                 lambda changes: [changes.edit(game, tags={'Round': '5', 'Result': '1-0'}) for game in (3, 5)]),
                (['unset', theirs, 'Round', '-g', '7'], lambda changes: changes.edit(7, tags={'Round': None})),
                (['result', theirs, '1/2-1/2', '-g', '8'], lambda changes: changes.edit(8, result='1/2-1/2')),
                (['comment', theirs, '2.', 'the point', '-g', '9'], lambda changes: changes.edit(9, comments={3: 'the point'})),
                (['replace', theirs, '-g', '10', new], lambda changes: changes.replace(10, '\n' + WHITE.format('new'))),
                (['undo', theirs, 'last'], lambda changes: changes.undo('last')),
                (['undo', theirs, '3'], lambda changes: changes.undo(3)),
                (['undo', theirs, '8'], lambda changes: changes.undo(8)),
                (['undo', theirs, 'last'], lambda changes: changes.undo('last'))):
            command('pgndb', arguments[0], '-q', *arguments[1:])
            with pgnpack.open(theirs) as database:
                message = database.segments()[-1].message
            with pgnpack.Changes(ours) as changes:
                change(changes)
                changes.commit(message, time=TIME)
            with self.subTest(arguments[:1]):
                self.assertEqual(content(ours), content(theirs))


class Replacing(unittest.TestCase):
    def setUp(self):
        self.name = small('replacing.bcgn', ''.join(map(WHITE.format, 'ABC')))

    def test_replace(self):
        with pgnpack.open(self.name) as database:
            ids = list(database.column('id'))
        with pgnpack.open(packed('classics')) as classics, pgnpack.Changes(self.name) as changes:
            self.assertIs(changes.replace(2, WHITE.format('B').encode() + b'\r\n \n'), False)
            for game, text in ((ids[2], classics[3]), (1, bytearray(b'\r\n\n 1. d4 *\n\n'))):
                self.assertIs(changes.replace(game, text), True)
            changes.append(SECOND)
            changes.commit()
            self.assertEqual([(one.game, one.reason, one.other, one.change) for one in changes.deleted()],
                             [(1, 'replaced', 5, 2), (3, 'replaced', 4, 2)])
            self.assertEqual([changes.find_id(name) for name in ids], [5, 2, 4])
            self.assertEqual(texts(self.name)[3:], [classics[3].text.strip(), '1. d4 *', SECOND.strip()])
            self.assertEqual(changes.games_of(2), [(range(4, 7), 'added', None, True), (range(1, 2), 'replaced', range(5, 6), True),
                                                   (range(3, 4), 'replaced', range(4, 5), True)])
        with pgnpack.open(self.name, with_deleted=True) as database:
            self.assertEqual([database.game_id(index) for index in (0, 1, 2)], ids)
            self.assertEqual([database.game_id(index) for index in (4, 3)], [ids[0], ids[2]])

    def test_odd_texts(self):
        """Whatever stands in a game, the next one is another."""
        odd = [b'1. e4 {open', b'[White "a"]\n\n1. e4', b'1. e4 (1. d4', b'[Event "x"]\n[White "y"]', b'*', b'1. e4 ;c',
               b'[Event "x"]\n\n1. e4 {open', b'[Event "y"]\n\n*', b'\xef\xbb\xbf1. d4 *', b'[Event "a"]\r\n\r\n1. e4 x "', b'[White "\xfc"] 1-0']
        for one, other in itertools.product(odd, odd):
            self.setUp()
            with pgnpack.Changes(self.name) as changes:
                changes.replace(1, one)
                changes.replace(2, other.decode('utf-8', 'surrogateescape'))
                changes.append(one)
            with pgnpack.open(self.name) as database:
                found = [text.strip().encode('utf-8', 'surrogateescape') for text in database.column('text')]
            self.assertEqual(found, [WHITE.format('C').strip().encode(), one, other, one])

    def test_edit(self):
        with pgnpack.Changes(self.name) as changes:
            self.assertIs(changes.edit(1), False)
            self.assertIs(changes.edit(1, tags={'White': 'A', 'ECO': None}, result='*', comments={2: None, 1: ''}), False)
            self.assertIs(changes.edit(1, tags={'White': 'A "x" \\', 'ECO': 'C20'}, result='0-1', comments={0: 'first', 3: 'good'}), True)
            self.assertIs(changes.edit(2, tags={'Result': '1-0', 'Black': 'M\xfcller \udcfc'}), True)
            self.assertIs(changes.edit(3, tags={'Result': None}), True)
        with pgnpack.open(self.name) as database:
            one, two, three = database
            self.assertEqual((one.White, one.ECO, one.tags['Result'], one.comments[3]), ('A "x" \\', 'C20', '0-1', 'good'))
            self.assertTrue(one.text.strip().endswith('{first} 1. e4 e5 2. Nf3 {good} 0-1'))
            self.assertEqual((two.tags['Result'], two.tags['Black'], two.text.strip()[-3:]), ('1-0', 'M\xfcller \udcfc', '1-0'))
            self.assertEqual(list(three.tags), ['Event', 'White'])

    def test_what_is_refused(self):
        """Nothing is added then, and the change goes on."""
        before = content(self.name)
        changes = pgnpack.Changes(self.name)
        for game, text, words in ((0, FIRST, 'no game 0'), (4, FIRST, 'no game 4'), ('zzzzzzz:1', FIRST, 'no game'), (None, FIRST, 'not by NoneType'),
                                  ([1], FIRST, 'not by list'), (1, '', 'game 1: text: .*no game'), (1, 'x', 'game 1: text: .*no game'),
                                  (1, FIRST + SECOND, 'more than one game'), (1, None, 'not NoneType'), (1, [FIRST], 'not list')):
            with self.assertRaisesRegex(pgnpack.ArgumentError, words):
                changes.replace(game, text)
        for options, words in (({'tags': {'A B': 'x'}}, 'game 1: tag A B: '), ({'tags': {'A\0': 'x'}}, 'game 1: tag A'), ({'tags': {'A': 'a\nb'}}, 'tag A: '),
                               ({'tags': {'A': 'a\0b'}}, 'tag A: '), ({'tags': {'A': 5}}, 'A=5: a str, not int'), ({'tags': {5: 'x'}}, 'a tag=5: a str'),
                               ({'tags': ['A']}, 'tags: a dict, not list'), ({'comments': 'x'}, 'comments: a dict, not str'),
                               ({'comments': {4: 'x'}}, 'behind half-move 4: it has 3 half-moves'), ({'comments': {1: 'a}b'}}, 'half-move 1: '),
                               ({'comments': {-1: 'x'}}, 'ply=-1'), ({'comments': {'1': 'x'}}, "ply='1'"), ({'comments': {1 << 32: 'x'}}, 'ply='),
                               ({'result': '1:0'}, "result='1:0': there are"), ({'result': 1}, 'result=1: there are'),
                               ({'result': '1-0', 'tags': {'FEN': 'x'}}, 'tag FEN: ')):
            with self.assertRaisesRegex(pgnpack.ArgumentError, words) as caught:
                changes.edit(1, **options)
            self.assertEqual((caught.exception.game, caught.exception.path), (1, self.name))
        for call in (lambda: changes.undo('first'), lambda: changes.undo(-1), lambda: changes.undo(None), lambda: changes.undo(0), lambda: changes.undo(2),
                     lambda: changes.games_of(0), lambda: changes.games_of(2), lambda: changes.games_of('last')):
            with self.assertRaises(pgnpack.ArgumentError):
                call()
        changes.commit()
        self.assertEqual(content(self.name), before)
        changes.edit(1, result='1-0')
        changes.close()
        self.assertEqual(content(self.name), before)

    def test_order_in_a_change(self):
        with pgnpack.Changes(self.name) as changes:
            for begin, words in ((lambda: changes.append(FIRST), r'come before append\(\) and'), (lambda: changes.append(''), 'come before append'),
                                 (lambda: changes.delete(1), 'game 1 was deleted or brought back in this change'), (lambda: changes.undelete(1), 'game 1 was'),
                                 (lambda: changes.edit(1, result='1-0'), 'game 1 gets a new text in this change already'),
                                 (lambda: changes.undo(1), r'come before undo\(\)')):
                begin()
                for call in (lambda: changes.replace(1, SECOND), lambda: changes.edit(1, result='0-1')):
                    with self.assertRaisesRegex(pgnpack.ArgumentError, words):
                        call()
                changes.abort()
            changes.edit(2, result='1-0')
            for call in (lambda: changes.delete([1, 2]), lambda: changes.undelete(2), lambda: changes.undo('last')):
                with self.assertRaisesRegex(pgnpack.ArgumentError, 'in this change: commit first'):
                    call()
            changes.delete(3)
            changes.edit(1, result='1-0')
            changes.commit()
            self.assertEqual([tuple(one)[:3] for one in changes.deleted()], [(1, 'replaced', 5), (2, 'replaced', 4), (3, 'by hand', None)])
            for game, words in ((1, 'game 1 is the old version of game 5'), (3, 'game 3 is deleted')):
                for call in (lambda: changes.replace(game, SECOND), lambda: changes.edit(game)):
                    with self.assertRaisesRegex(pgnpack.ArgumentError, words):
                        call()
            self.assertEqual(changes.undelete([1, 2]), 2)
            changes.commit()
            self.assertEqual(changes.deleted_count, 3)

    def test_undo(self):
        with pgnpack.Changes(self.name) as changes:
            changes.edit(1, tags={'White': 'AA'})
            changes.commit()
            changes.delete(4)
            changes.commit()
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'nothing of change 2 can be taken back: later changes'):
                changes.undo(2)
            self.assertEqual(changes.undo('last'), (0, 1, 0, 0))
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'a change is being taken back already: commit first'):
                changes.undo(2)
            changes.commit()
            self.assertEqual(changes.history()[-1].takes_back, 3)
            with self.assertRaisesRegex(pgnpack.ArgumentError, r'change 3 was taken back already, by change 4; undo\(4\)'):
                changes.undo(3)
            self.assertEqual(changes.undo('last'), (1, 1, 0, 0))
            changes.commit()
            self.assertEqual(whites(self.name), ['A', 'B', 'C'])
            self.assertEqual(changes.undo('last'), (3, 0, 0, 0))
            changes.commit()
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'no change that could be taken back'):
                changes.undo('last')
            changes.undo(6)
            changes.commit()
            changes.edit(2, result='1-0')
            changes.commit()
            changes.compact(forget=True)
            self.assertEqual([one.number for one in changes.history()][-1], 0)
            self.assertEqual([one.can_undo for one in changes.games_of(8)], [False])
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'nothing of change 8 can be taken back: .*, or compaction left out'):
                changes.undo('last')
            self.assertEqual(whites(self.name), ['A', 'C', 'B'])

    def test_handles(self):
        """What reads the state goes with it, and with the handle."""
        changes = pgnpack.Changes(self.name)
        for i in range(3):
            changes.edit(1 if i == 0 else i + 3, result=('1-0', '0-1', '*')[i])
            changes.commit()
        changes.edit(2, result='1-0')
        changes.abort()
        changes.truncate_to(1)
        self.assertEqual((changes.edit(3, result='1-0'), changes.abort(), changes.edit(3, result='*')), (True, None, False))
        changes.compact(9, forget=True)
        self.assertTrue(changes.edit(3, result='1-0'))
        with self.assertRaises(pgnpack.ArgumentError):
            changes.compact(forget=True)
        changes.close()
        changes.close()
        for call in (lambda: changes.replace(1, FIRST), lambda: changes.edit(1), lambda: changes.undo(1), lambda: changes.undo('last'),
                     lambda: changes.games_of(1)):
            with self.assertRaises(pgnpack.ClosedError):
                call()
        del changes
        changes = pgnpack.Changes(self.name)
        changes.edit(1, result='1-0')
        del changes
        self.assertEqual(len(texts(self.name)), 3)

    def test_threads(self):
        """One call after the other."""
        name = copy_of(packed('clocked'), 'edited-by-threads.bcgn')
        with pgnpack.Changes(name) as changes:
            def work(first):
                for game in range(first, 101, 4):
                    changes.edit(game, tags={'Annotator': str(game)})
                    changes.games_of(1)
            workers = [threading.Thread(target=work, args=(first,)) for first in (1, 2, 3, 4)]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            changes.commit()
            self.assertEqual([one.game for one in changes.deleted()], list(range(1, 101)))
            others = [one.other for one in changes.deleted()]
        with pgnpack.open(name, with_deleted=True) as database:
            self.assertEqual([database[other - 1].Annotator for other in others], [str(game) for game in range(1, 101)])
            self.assertEqual([database.game_id(other - 1) for other in others], [database.game_id(index) for index in range(100)])

    def test_progress(self):
        text = data('engine-games.pgn')
        for progress in (lambda *_: False, lambda *_: changes.edit(1), lambda *_: changes.undo(1)):
            before = content(self.name)
            changes = pgnpack.Changes(self.name, progress=progress)
            with self.assertRaises(pgnpack.CancelledError):
                changes.edit(1, result='1-0')
                changes.append(text)
                changes.commit()
            changes.close()
            self.assertEqual(content(self.name), before)

    def test_games_that_cannot_be_named(self):
        """Those that older versions packed have no ids."""
        with open(os.path.join(ROOT, 'tests/vectors/bad/fine-index-short.txt'), encoding='utf-8') as source, open(self.name, 'wb') as file:
            file.write(bytes.fromhex(re.sub('#.*', '', source.read())))
        before = content(self.name)
        with pgnpack.Changes(self.name) as changes:
            with self.assertRaisesRegex(pgnpack.UnsupportedError, 'compact the database first'):
                changes.replace(1, FIRST)
        self.assertEqual(content(self.name), before)

    def test_large(self):
        """A game of more than 16 MiB is left as it is."""
        name = small('large-game.bcgn', SECOND + '[White "L"]\n\n1. e4 {' + 'x ' * (9 << 20) + '} *\n\n')
        with pgnpack.Changes(name) as changes:
            for call in (lambda: changes.edit(2, result='1-0'), lambda: changes.replace(2, FIRST)):
                with self.assertRaisesRegex(pgnpack.ArgumentError, 'game 2 has more than 16 MiB'):
                    call()
            self.assertTrue(changes.edit(1, result='0-1'))
            changes.abort()
            with self.assertRaisesRegex(pgnpack.LimitError, 'game 1|16 MiB'):
                changes.replace(1, '1. e4 {' + 'x ' * (9 << 20) + '} *')


# ---- Random changes ----

class Version:
    """A game of the model."""

    def __init__(self, tags, comments, result, origin=None):
        self.tags, self.comments, self.result = tags, comments, result
        self.line = self if origin is None else origin.line  # the first version
        self.state, self.by = None, 0  # None: there; else why it is deleted, and for the sake of which game; and by which change

    def text(self):
        words = ''.join(f' {MOVES[i]}' + (f' {{{self.comments[i + 1]}}}' if i + 1 in self.comments else '') for i in range(len(MOVES)))
        return ''.join(f'[{name} "{value}"]\n' for name, value in self.tags.items()) + f'\n{words.strip()} {self.result}\n\n'

    def content(self):
        return self.tags, self.comments, self.result


class Walk:
    """Random changes of a database, and of a list of games."""

    def __init__(self, test, seed):
        self.test, self.dice = test, random.Random(seed)
        self.games, self.made = [], 0
        self.changes = []  # takes_back, numbers of added games, and of others: state before, state then
        self.name = path(f'walk-{seed}.bcgn')
        if os.path.exists(self.name):
            os.remove(self.name)
        self.handle = pgnpack.Changes(self.name, create=True)

    def new(self, origin=None):
        self.made += 1
        return Version({'Event': f'E{self.made}', 'White': self.dice.choice('ABC'), 'Result': '*'}, {}, '*', origin)

    def there(self):
        return [number for number, game in enumerate(self.games, 1) if game.state is None]

    def chosen(self, numbers, most=3):
        return self.dice.sample(numbers, min(len(numbers), self.dice.randint(1, most)))

    def named(self, number):
        """By its number, or by its id, unless that is another one's, too: an old version that was deleted by hand, and brought back."""
        is_alone = [self.ids[other - 1] for other in self.there()].count(self.ids[number - 1]) == 1
        return self.ids[number - 1] if is_alone and self.dice.random() < .5 else number

    def commit(self, states, added=(), takes_back=None):
        """States of games by their numbers."""
        self.handle.commit()
        first = len(self.games) + 1
        self.games += added
        turned = {}
        for number, state in states.items():
            game = self.games[number - 1]
            turned[number] = game.state, state
            game.state, game.by = state, len(self.changes) + 1
        if added or turned:
            self.changes.append((takes_back, range(first, len(self.games) + 1), turned))
        self.check()

    # ---- What is done ----

    def append(self):
        added = [self.new() for _ in range(self.dice.randint(1, 3))]
        self.handle.append([game.text() for game in added])
        self.commit({}, added)

    def delete(self):
        numbers = self.chosen(self.there()) if self.there() else []
        self.test.assertEqual(self.handle.delete([self.named(number) for number in numbers]), len(numbers))
        self.commit(dict.fromkeys(numbers, ('by hand', None)))

    def undelete(self):
        numbers = [number for number, game in enumerate(self.games, 1) if game.state is not None]
        numbers = self.chosen(numbers) if numbers else []
        self.handle.undelete(numbers)
        self.commit({number: None for number in numbers if self.games[number - 1].state == ('by hand', None)})

    def edited(self, old):
        """A new version of a game, and how it is made."""
        tags, comments = dict(old.tags), dict(old.comments)
        asked = {'Round': self.dice.choice(('1', '2', None)), 'White': self.dice.choice('ABC')}
        words = {self.dice.randint(1, len(MOVES)): self.dice.choice(('good', 'bad', None))}
        result = self.dice.choice(('1-0', '0-1', '*', None))
        for names, values in ((tags, asked), (comments, words)):
            for name, value in values.items():
                names.pop(name, None) if value is None else names.__setitem__(name, value)
        if result is not None:
            tags['Result'] = result
        return Version(tags, comments, result or old.result, old), {'tags': asked, 'comments': words, 'result': result}

    def rewrite(self):
        """Games get new versions, others are deleted, others come, in one change."""
        numbers = self.chosen(self.there(), 5) if self.there() else []
        states, added = {}, []
        for number in numbers:
            old = self.games[number - 1]
            way = self.dice.choice(('edit', 'edit', 'replace', 'delete'))
            new, options = self.edited(old) if way == 'edit' else (self.new(old), {})
            if way == 'delete':
                self.handle.delete(self.named(number))
                states[number] = 'by hand', None
                continue
            is_changed = self.handle.edit(self.named(number), **options) if way == 'edit' else self.handle.replace(self.named(number), new.text())
            self.test.assertIs(is_changed, new.content() != old.content())
            if is_changed:
                added.append(new)
                states[number] = 'replaced', len(self.games) + len(added)
        if self.dice.random() < .3:
            added.append(self.new())
            self.handle.append(added[-1].text())
        self.commit(states, added)

    def taken_back(self):
        done = set()
        for number in range(len(self.changes), 0, -1):
            if number not in done and self.changes[number - 1][0]:
                done.add(self.changes[number - 1][0])
        return done

    def can_undo(self, number):
        """Of the games of a change: state that they get; None where they are left."""
        _, added, turned = self.changes[number - 1]
        result = {game: None if self.games[game - 1].state is not None else ('taken back', None) for game in added}
        free = {game for game, state in result.items() if state}
        for game, (before, then) in turned.items():
            now = self.games[game - 1]
            if then is None:
                result[game] = before if now.state is None else None
            else:
                is_own = now.state == then and (now.by == number or self.changes[now.by - 1][0])
                result[game] = () if is_own and (then[0] != 'replaced' or then[1] in free) else None
        return result

    def undo(self):
        done = self.taken_back()
        last = [number for number in range(1, len(self.changes) + 1) if number not in done and not self.changes[number - 1][0]]
        number = last[-1] if last and self.dice.random() < .4 else self.dice.randint(1, len(self.changes))
        steps = self.can_undo(number)
        self.test.assertEqual({game: (run.can_undo, run.done) for run in self.handle.games_of(number) for game in run.games},
                              {game: (state is not None, self.done(number, game)) for game, state in steps.items()})
        states = {game: state or None for game, state in steps.items() if state is not None}
        word = 'last' if last and number == last[-1] else number
        if not states:
            with self.test.assertRaises(pgnpack.ArgumentError):
                self.handle.undo(word)
            return
        self.test.assertEqual(self.handle.undo(word), (sum(state is not None for state in states.values()),
                                                       sum(state is None for state in states.values()), len(steps) - len(states), 0))
        self.commit(states, takes_back=number)

    def done(self, number, game):
        _, added, turned = self.changes[number - 1]
        return 'added' if game in added else turned[game][1][0] if turned[game][1] else 'brought back'

    # ---- What is compared ----

    def check(self):
        test = self.test
        with pgnpack.open(self.name, with_deleted=True) as database:
            test.assertEqual([(dict(game.tags), {ply: words for ply, words in enumerate(game.comments) if words}, game.text.split()[-1])
                              for game in database], [game.content() for game in self.games])
            self.ids = [database.game_id(index) for index in range(len(self.games))]
        lines = {}
        for name, game in zip(self.ids, self.games):
            test.assertEqual(lines.setdefault(game.line, name), name)
        test.assertEqual(len(set(lines.values())), len(lines))
        for name, number in {self.ids[number - 1]: number for number in self.there()}.items():
            test.assertEqual(self.handle.find_id(name), number)  # the last one
        test.assertEqual([(one.game, (one.reason, one.other), one.change) for one in self.handle.deleted()],
                         [(number, game.state, game.by) for number, game in enumerate(self.games, 1) if game.state])
        test.assertEqual([(one.takes_back, one.added, one.deleted, one.brought_back) for one in self.handle.history() if one.number],
                         [(takes_back, len(added), sum(then is not None for _, then in turned.values()),
                           sum(then is None for _, then in turned.values())) for takes_back, added, turned in self.changes])
        with pgnpack.open(self.name) as database:
            test.assertEqual(list(database.column('game')), self.there())


class RandomChanges(unittest.TestCase):
    def test_walks(self):
        for seed in range(int(os.environ.get('EDITING_WALKS', '6'))):
            with self.subTest(seed=seed):
                walk = Walk(self, seed)
                walk.append()
                for _ in range(25):
                    walk.dice.choice((walk.append, walk.delete, walk.undelete, walk.rewrite, walk.rewrite, walk.rewrite, walk.undo, walk.undo))()
                walk.handle.close()
                again = pgnpack.pack_bytes(text_of(walk.name))
                with pgnpack.open(again) as database:
                    self.assertEqual(len(database), len(walk.games))


if __name__ == '__main__':
    unittest.main()
