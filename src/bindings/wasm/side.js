import { Answer, missingModel } from './machine.js';
import { OK, refuse } from './status.js';

const KEEP = 64 << 20;

// A database as one machine has it open.
export class Side {
    constructor(pgnpack, machine, source, indexSource, { savedIndex = new Uint8Array(0), gap, keep = KEEP, damaged = 'error' }) {
        this.pgnpack = pgnpack;
        this.machine = machine;
        this.renewed = new Set();
        this.handle = 0;
        this.isClosed = false;
        this.sourceNumber = machine.addSource(source);
        this.indexNumber = indexSource === null ? -1 : machine.addSource(indexSource);
        try {
            this.open(source.size, gap, keep, savedIndex, damaged === 'skip' ? 1 : 0);
            if (indexSource !== null)
                machine.check(machine.exports.database_use_index(this.handle, this.indexNumber));
        } catch (error) {
            this.close();
            throw error;
        }
    }

    open(size, gap, keep, savedIndex, skips) {
        const { machine } = this;
        machine.with(savedIndex, (saved, savedSize) =>
            machine.with(new Uint8Array(4), (statusAt) => {
                this.handle = machine.exports.database_open(this.sourceNumber, size, gap, keep, saved, savedSize, skips, statusAt);
                const status = machine.bytes()[statusAt];
                machine.checkHandle(this.handle);
                this.trouble = status !== OK ? machine.error() : null;
                this.damage = new Answer(machine.answer().copy());
            }));
    }

    // Does it; where it lacks a net, gets that, lets forget() drop what was made without, and does it again.
    whole(work, forget) {
        for (;;) {
            if (this.handle === 0)
                refuse('the database is closed');
            try {
                return work();
            } catch (error) {
                const id = missingModel(error);
                if (id === undefined || this.renewed.has(id))
                    throw error;
                this.pgnpack.loadModel(id, this.machine);
                this.renewed.add(id);
                forget();
                this.machine.check(this.machine.exports.database_renew(this.handle));
            }
        }
    }

    answer(name, ...values) {
        if (this.handle === 0)
            refuse('the database is closed');
        this.machine.check(this.machine.exports[name](this.handle, ...values));
        return this.machine.answer();
    }

    close() {
        if (this.isClosed)
            return;
        this.isClosed = true;
        this.machine.exports.database_close(this.handle);
        this.handle = 0;
        this.machine.removeSource(this.sourceNumber);
        if (this.indexNumber >= 0)
            this.machine.removeSource(this.indexNumber);
    }
}
