// Status (enum pgnpack_status) and errors.

export const OK = 0, END = 1, ARGUMENT = 10, READ = 30, UNSUPPORTED = 41, CANCELLED = 60, INTERNAL = 70;
const statusNames = {
    10: 'argument', 20: 'memory', 21: 'memory-limit', 30: 'read', 31: 'write', 40: 'not-bcgn', 41: 'unsupported', 42: 'corrupt',
    43: 'truncated', 50: 'limit', 51: 'lossy', 60: 'cancelled', 70: 'internal',
};

export class PgnpackError extends Error {
    constructor(status, message, { game = 0, offset = -1, cause } = {}) {
        super(message, cause === undefined ? undefined : { cause });
        this.name = 'PgnpackError';
        this.status = status;
        this.statusName = statusNames[status] ?? 'internal';
        this.game = game;
        this.offset = offset;
    }
}

export const refuse = (message) => {
    throw new PgnpackError(ARGUMENT, message);
};
