// Boards: a position, its moves, and those that were made.

import { bytesOf, moveNumber } from './arguments.js';
import { refuse } from './status.js';

export class Board {
    constructor(machine, fen) {
        this.machine = machine;
        this.handle = machine.checkHandle(machine.exports.board_new());
        this.seen = null;
        try {
            if (fen !== undefined)
                this.set(fen);
        } catch (error) {
            this.close();
            throw error;
        }
    }
    close() {
        this.machine.exports.board_close(this.handle);
        this.handle = 0;
    }
    // Calls one that changes the board.
    change(name, ...values) {
        if (this.handle === 0)
            refuse('the board is closed');
        this.seen = null;
        this.machine.check(this.machine.exports[name](this.handle, ...values));
    }
    set(fen = '') {
        this.machine.with(bytesOf(fen), (address, size) => this.change('board_set', address, size));
    }
    look() {
        if (this.handle === 0)
            refuse('the board is closed');
        if (this.seen === null) {
            this.machine.check(this.machine.exports.board_look(this.handle));
            const answer = this.machine.answer();
            const fen = answer.text(), men = Array.from({ length: 64 }, () => answer.byte()), bits = answer.byte();
            this.seen = { fen, men, bits, key: answer.key() };
        }
        return this.seen;
    }
    get fen() {
        return this.look().fen;
    }
    man(square) {
        const man = this.look().men[square] ?? 0;
        return man === 0 ? '' : String.fromCharCode(man);
    }
    get side() {
        return this.look().bits & 1 ? 'b' : 'w';
    }
    get inCheck() {
        return (this.look().bits & 2) !== 0;
    }
    get isCheckmate() {
        return (this.look().bits & 4) !== 0;
    }
    get isStalemate() {
        return (this.look().bits & 8) !== 0;
    }
    get lacksMaterial() {
        return (this.look().bits & 16) !== 0;
    }
    get key() {
        return this.look().key;
    }
    moves() {
        this.look();
        this.machine.check(this.machine.exports.board_moves(this.handle));
        const answer = this.machine.answer();
        return Uint16Array.from({ length: answer.bytes.length / 2 }, () => answer.number16());
    }
    texts(move) {
        this.look();
        this.machine.check(this.machine.exports.board_move_texts(this.handle, moveNumber(move)));
        const answer = this.machine.answer();
        return [answer.text(), answer.text()];
    }
    san(move) {
        return this.texts(move)[0];
    }
    uci(move) {
        return this.texts(move)[1];
    }
    parse(text) {
        this.look();
        const move = this.machine.with(bytesOf(text), (address, size) => this.machine.exports.board_parse(this.handle, address, size));
        if (move < 0)
            throw this.machine.error();
        return move;
    }
    make(move) {
        const number = typeof move === 'string' ? this.parse(move) : moveNumber(move);
        this.change('board_make', number);
        return number;
    }
    undo() {
        this.change('board_undo');
    }
}
