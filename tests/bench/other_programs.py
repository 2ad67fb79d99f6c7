#!/usr/bin/env python3
"""Collections as other programs and servers write them, for packers that were not made with them.

    other_programs.py FOLDER [GAMES]      writes FOLDER/*.pgn, of 600 games each

The tags are what manuals and help pages of those programs describe; names, numbers and dates are made up, moves are those of
data/engine-games.pgn. The same files each time. tests/bench/README.md says how they are measured.
"""

import os
import random
import re
import sys
from datetime import datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'format'))
import chess  # noqa: E402

GIVEN = 'Ana Boris Chen Dora Emil Farid Greta Hugo Ines Jonas Kira Luis Mara Nils Olga Pavel Rosa Sven Tara Uwe'.split()
FAMILY = ('Abelson Brandt Cermak Dvorsky Eklund Fontaine Garcia Haddad Ivarsson Jankowski Kessler Lindqvist Moreau '
          'Nakagawa Olsen Petrenko Quiroga Rossi Schubert Tanaka Ullmann Vasquez Weber Xu Yilmaz Zielinski').split()
OPENINGS = (('A04', 'Reti Opening', 'Kings Fianchetto'), ('B01', 'Scandinavian Defense', 'Main Line'),
            ('B33', "Sicilian Defense", 'Lasker-Pelikan Variation'), ('B90', 'Sicilian Defense', 'Najdorf Variation, English Attack'),
            ('C65', 'Ruy Lopez', 'Berlin Defense'), ('C89', 'Ruy Lopez', "Marshall Attack"), ('D37', "Queen's Gambit Declined", 'Three Knights'),
            ('E62', "King's Indian Defense", 'Fianchetto Variation'), ('E97', "King's Indian Defense", 'Orthodox, Aronin-Taimanov'))
CITIES = 'Aalborg Bregenz Cork Dijon Elche Faro Graz Hilversum Ivrea Jelgava'.split()
COUNTRIES = 'AUT DEN ESP FRA GER IRL ITA LAT NED POR'.split()
RESULTS = '1-0', '0-1', '1/2-1/2'


class Player:
    def __init__(self, rng, number):
        self.given, self.family = rng.choice(GIVEN), rng.choice(FAMILY)
        self.name = f'{self.family}, {self.given}'
        self.handle = f'{self.family[:5]}{rng.choice(("_", "", "-"))}{self.given}{rng.randrange(100)}'
        self.rating, self.id = rng.randrange(1400, 2800), rng.randrange(100000, 30000000)
        self.club = f'SK {rng.choice(CITIES)} {rng.choice(("1893", "Nord", "West", ""))}'.strip()
        self.country, self.number = rng.choice(COUNTRIES), number


class Source:
    """Games one after the other, with players and dates."""

    def __init__(self, seed, games, players=60):
        self.rng = random.Random(seed)
        with open(os.path.join(HERE, '..', '..', 'data', 'engine-games.pgn'), encoding='ascii') as file:
            text = file.read()
        self.texts = [game for game in text.split('\n\n[') if '[FEN' not in game][:4 * games]
        self.rng.shuffle(self.texts)
        self.texts = self.texts[:games]
        self.players = [Player(self.rng, number) for number in range(players)]
        self.time = datetime(2023, 3, 4, 10, 0, 0)

    def games(self, gap):
        for number, text in enumerate(self.texts):
            self.time += timedelta(seconds=int(self.rng.expovariate(1 / gap)) + 1)
            yield Game(self.rng, number, text, *self.rng.sample(self.players, 2), self.time)


class Game:
    def __init__(self, rng, number, text, white, black, time):
        self.rng, self.number, self.white, self.black, self.time = rng, number, white, black, time
        tags, _, moves = text.rpartition('\n\n')[0].partition('\n\n') if text.endswith('\n\n') else text.partition('\n\n')
        self.sans = [word for word in moves.split() if word[0].isalpha()]
        self.result = moves.split()[-1]
        self.eco, self.opening, self.variation = OPENINGS[len(self.sans) % len(OPENINGS)]
        self.length = int(len(self.sans) * rng.uniform(2, 9)) + 1
        self.end = time + timedelta(seconds=self.length)
        self.winner = {'1-0': white, '0-1': black}.get(self.result)
        self.loser = {'1-0': black, '0-1': white}.get(self.result)

    def final(self, fields, marks_double_steps):
        """The position behind the last move."""
        position, last = chess.position_of_fen(chess.START), None
        for san in self.sans:
            plain = san.rstrip('+#')
            for move in position.moves():
                after = position.make(move)
                if position.san(move, after).rstrip('+#') == plain:
                    last, position = (position, move), after
                    break
        words = fen(position).split(' ')
        if marks_double_steps and abs(last[1][0] - last[1][1]) == 16 and last[0].board[last[1][0]] in 'Pp':
            words[3] = chess.name((last[1][0] + last[1][1]) // 2)
        return ' '.join(words[:fields])


def fen(position):
    import labels
    return labels.fen(position).decode()


def clock(time):
    return time.strftime('%H:%M:%S')


def date(time, between='.'):
    return time.strftime(f'%Y{between}%m{between}%d')


def slug(text, between='-'):
    return between.join(re.findall('[0-9A-Za-z]+', text.replace("'", '')))


def write(folder, name, texts):
    with open(os.path.join(folder, name + '.pgn'), 'w', encoding='ascii', newline='\n') as file:
        for tags, game in texts:
            for key, value in tags:
                file.write(f'[{key} "{value}"]\n')
            words = [f'{ply // 2 + 1}. {san}' if ply % 2 == 0 else san for ply, san in enumerate(game.sans)]
            file.write('\n' + ' '.join(words + [game.result]) + '\n\n')


# ---- Servers ----

def chess_server(source):
    """A large server's archive: who won and how, positions with their own rules, links."""
    link = 8_000_000_000
    before = source.time
    for game in source.games(400):
        game.sans = game.sans[:48]
        link += int((game.time - before).total_seconds() * 61.7) + game.rng.randrange(40)
        before = game.time
        how = game.rng.choice(('resignation', 'resignation', 'checkmate', 'on time'))
        ending = (f'{game.winner.handle} won {how}' if how == 'on time' else f'{game.winner.handle} won by {how}') if game.winner \
            else game.rng.choice(('Game drawn by agreement', 'Game drawn by repetition'))
        yield [('Event', 'Live Chess'), ('Site', 'Server.example'), ('Date', date(game.time)), ('Round', '-'),
               ('White', game.white.handle), ('Black', game.black.handle), ('Result', game.result),
               ('CurrentPosition', game.final(6, True)), ('Timezone', 'UTC'), ('ECO', game.eco),
               ('ECOUrl', f'https://www.server.example/openings/{slug(game.opening)}-{slug(game.variation)}'),
               ('UTCDate', date(game.time)), ('UTCTime', clock(game.time)), ('WhiteElo', game.white.rating + game.number % 9),
               ('BlackElo', game.black.rating - game.number % 7), ('TimeControl', '180+1'), ('Termination', ending),
               ('StartTime', clock(game.time)), ('EndDate', date(game.end)), ('EndTime', clock(game.end)),
               ('Link', f'https://www.server.example/game/live/{link}')], game


def broadcasts(source):
    """Broadcasts of tournaments: addresses with names in them, chapters named by the players."""
    for game in source.games(200):
        round_, board = game.number // 12 + 1, game.number % 12 + 1
        cup = f'{CITIES[game.number // 120 % 10]} Open {game.time.year}'
        code = ''.join(game.rng.choice('abcdefghijkLMNOPQRSTUV0123456789') for _ in range(8))
        yield [('Event', cup), ('Site', f'https://live.example/{slug(cup).lower()}/round-{round_}/{code}'), ('Date', date(game.time)),
               ('Round', f'{round_}.{board}'), ('White', game.white.name), ('Black', game.black.name), ('Result', game.result),
               ('WhiteElo', game.white.rating), ('WhiteFideId', game.white.id), ('BlackElo', game.black.rating),
               ('BlackFideId', game.black.id), ('UTCDate', date(game.time)), ('UTCTime', clock(game.time)), ('ECO', game.eco),
               ('Opening', f'{game.opening}: {game.variation}'), ('BroadcastName', f'{cup}: Round {round_}'),
               ('BroadcastURL', f'https://live.example/{slug(cup).lower()}/round-{round_}'), ('GameId', code),
               ('StudyName', f'Round {round_}'), ('ChapterName', f'{game.white.name} - {game.black.name}'),
               ('OpeningURL', f"https://live.example/opening/{slug(game.opening + ' ' + game.variation, '_')}")], game


def telnet_server(source):
    """An old server, read by telnet: results in words, times with zones."""
    for game in source.games(900):
        how = 'resigns' if game.number % 3 else 'forfeits on time'
        words = f'{"White" if game.result == "0-1" else "Black"} {how}' if game.winner else 'Game drawn by mutual agreement'
        yield [('Event', 'rated standard match'), ('Site', 'Telnet Chess Server'), ('Date', date(game.time)), ('Round', '-'),
               ('White', game.white.handle), ('Black', game.black.handle), ('Result', game.result), ('ServerResult', words),
               ('WhiteElo', game.white.rating), ('BlackElo', game.black.rating), ('Opening', game.opening), ('ECO', game.eco),
               ('NIC', f'{game.eco[0]}I.{ord(game.eco[1])}'), ('Time', clock(game.time)), ('TimeControl', '900+10'),
               ('GameNumber', 500000 + game.number * 13 % 9999)], game


def correspondence(source):
    """A server for correspondence: long games, dates of beginning and end, addresses with numbers."""
    for game in source.games(40000):
        event = f'WC{30 + game.number // 156}/semifinal {game.number // 78 % 2 + 1}'
        end = game.time + timedelta(days=200 + game.rng.randrange(200))
        words = f'{game.loser.name} resigned' if game.winner else 'Draw agreed'
        yield [('Event', event), ('Site', 'Server for correspondence'), ('Date', date(game.time)), ('Round', '-'),
               ('White', game.white.name), ('Black', game.black.name), ('Result', game.result),
               ('WhiteElo', game.white.rating), ('BlackElo', game.black.rating), ('WhiteCountry', game.white.country),
               ('BlackCountry', game.black.country), ('WhiteNA', f'{game.white.given.lower()}.{game.white.family.lower()}@mail.example'),
               ('BlackNA', f'{game.black.given.lower()}.{game.black.family.lower()}@mail.example'),
               ('EventDate', date(game.time)), ('EndDate', date(end)), ('Termination', words),
               ('GameLink', f'https://mail.example/game?id={1200000 + game.number}&white={game.white.id}&black={game.black.id}')], game


# ---- Programs for people ----

def database_program(source):
    """A database program for tournaments and leagues: teams, sources, versions."""
    for game in source.games(300):
        day = game.time.replace(day=1)
        league = f'{game.white.country}-ch League {game.time.year % 100}'
        yield [('Event', league), ('Site', CITIES[game.number // 40 % 10]), ('Date', date(game.time)),
               ('Round', f'{game.number // 40 + 1}.{game.number % 8 + 1}'), ('White', game.white.name), ('Black', game.black.name),
               ('Result', game.result), ('ECO', game.eco), ('WhiteElo', game.white.rating), ('BlackElo', game.black.rating),
               ('WhiteTeam', game.white.club), ('BlackTeam', game.black.club), ('PlyCount', len(game.sans)),
               ('EventDate', date(day)), ('EventType', 'team-tourn'), ('EventCountry', game.white.country),
               ('SourceTitle', f'Mega{game.time.year}'), ('Source', 'Publisher'), ('SourceDate', date(day)),
               ('SourceVersion', '1'), ('SourceVersionDate', date(day)), ('SourceQuality', '1'),
               ('WhiteTeamCountry', game.white.country), ('BlackTeamCountry', game.black.country)], game


def manager(source):
    """A tournament manager: boards, clubs, dates as people of two countries write them."""
    for game in source.games(100):
        afternoon = game.time.strftime('%I:%M %p').lower().replace('am', 'a.m.').replace('pm', 'p.m.')
        yield [('Event', 'Club championship'), ('Site', 'Hall'), ('Date', date(game.time)), ('Round', game.number // 20 + 1),
               ('Board', game.number % 20 + 1), ('White', game.white.name), ('Black', game.black.name), ('Result', game.result),
               ('WhiteClub', game.white.club), ('BlackClub', game.black.club), ('PlayedOn', date(game.time, '-')),
               ('PlayedOnUS', f'{game.time.month}/{game.time.day}/{game.time.year}'), ('Start', afternoon),
               ('PairingName', f'{game.white.family} - {game.black.family}'),
               ('Performance', f'{game.white.rating / 10:.1f}'.replace('.', ',')), ('LocalEnd', clock(game.end))], game


def phone(source):
    """An app on a phone: everything is text."""
    for game in source.games(5000):
        yield [('Event', f'{game.white.given} vs {game.black.given}'), ('Site', 'Phone'), ('Date', date(game.time)), ('Round', '?'),
               ('White', game.white.given), ('Black', game.black.given), ('Result', game.result),
               ('Timestamp', game.time.strftime('%Y-%m-%dT%H:%M:%SZ')), ('Updated', game.end.strftime('%Y-%m-%dT%H:%M:%SZ')),
               ('Created', int(game.time.timestamp())), ('Modified', int(game.end.timestamp())),
               ('FileName', f'{game.white.given}-{game.black.given}-{date(game.time, "")}.pgn'),
               ('Position', game.final(1, False) if game.number % 4 == 0 else '?')], game


# ---- Engines ----

def arena(source):
    """A user interface for engines."""
    for game in source.games(700):
        yield [('Event', 'Engine tournament'), ('Site', 'DESKTOP-7Q2'), ('Date', date(game.time)), ('Round', f'{game.number + 1}'),
               ('White', f'{game.white.family} 1.{game.white.number % 7}'), ('Black', f'{game.black.family} 1.{game.black.number % 7}'),
               ('Result', game.result), ('BlackElo', game.black.rating), ('ECO', game.eco), ('Opening', game.opening),
               ('Time', clock(game.time)), ('Variation', game.variation), ('WhiteElo', game.white.rating), ('TimeControl', '40/240:40/240:40/240'),
               ('Termination', 'normal' if game.number % 5 else 'adjudication'), ('PlyCount', len(game.sans)),
               ('WhiteType', 'program'), ('BlackType', 'program')], game


def banksia(source):
    """Another one: the engines' options and the position at the end."""
    for game in source.games(60):
        game.sans = game.sans[:40]
        names = [f'{player.family}-{player.number % 9}.{player.number % 4}' for player in (game.white, game.black)]
        reason = f'{names[game.result == "0-1"]} mates' if game.winner else 'draw by repetition'
        yield [('Event', 'Computer event'), ('Site', 'banks.example'), ('Date', date(game.time)), ('Round', f'{game.number // 6 + 1}'),
               ('White', names[0]), ('Black', names[1]), ('Result', game.result), ('TimeControl', '60+1'), ('Time', clock(game.time)),
               ('Termination', reason), ('ECO', game.eco), ('Opening', f'{game.opening}, {game.variation}'),
               ('FinalFEN', game.final(6, False) if game.number % 2 else game.final(4, False))], game


def match_runner(source):
    """A runner of matches on the command line: starts, ends and lengths that belong together."""
    for game in source.games(20):
        yield [('Event', f'{game.white.family} vs {game.black.family}'), ('Site', '?'), ('Date', date(game.time)), ('Round', game.number // 2 + 1),
               ('White', game.white.family), ('Black', game.black.family), ('Result', game.result), ('ECO', game.eco),
               ('GameDuration', f'{game.length // 3600:02}:{game.length // 60 % 60:02}:{game.length % 60:02}'),
               ('GameEndTime', game.end.strftime('%Y-%m-%dT%H:%M:%S.000 CET')), ('GameStartTime', game.time.strftime('%Y-%m-%dT%H:%M:%S.000 CET')),
               ('Opening', game.opening), ('PlyCount', len(game.sans)), ('TimeControl', '10+0.1'), ('Variation', game.variation)], game


PROGRAMS = (chess_server, broadcasts, telnet_server, correspondence, database_program, manager, phone, arena, banksia, match_runner)


def main():
    folder, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 600
    os.makedirs(folder, exist_ok=True)
    for seed, program in enumerate(PROGRAMS):
        write(folder, program.__name__, program(Source(seed, games)))


main()
