// Sources of bytes: memory, files, Blobs; addresses.js has another. Whatever has size and readAt(offset, size) is one.

import { refuse } from './status.js';

export const isNode = typeof process !== 'undefined' && !!process.versions?.node;

export function isAddress(text) {
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (!isNode && typeof text === 'string');
}

export class MemorySource {
    constructor(bytes) {
        this.bytes = bytes;
        this.size = bytes.length;
        this.gap = 0;
    }
    readAt(offset, size) {
        return this.bytes.subarray(offset, offset + size);
    }
}

export class FileSource {
    constructor(fs, file) {
        this.fs = fs;
        this.own = typeof file !== 'number';
        this.file = this.own ? fs.openSync(file, 'r') : file;
        this.size = fs.fstatSync(this.file).size;
        this.gap = 16384;
    }
    readAt(offset, size) {
        const bytes = new Uint8Array(size);
        let done = 0;
        while (done < size) {
            const count = this.fs.readSync(this.file, bytes, done, size - done, offset + done);
            if (count === 0)
                break;
            done += count;
        }
        return bytes.subarray(0, done);
    }
    close() {
        if (this.own)
            this.fs.closeSync(this.file);
        this.own = false;
    }
}

// A file that the page's user chose; FileReaderSync is there in workers only.
export class BlobSource {
    constructor(blob) {
        if (typeof FileReaderSync === 'undefined')
            refuse('a Blob can be read in a worker only (there is no FileReaderSync here)');
        this.blob = blob;
        this.size = blob.size;
        this.gap = 16384;
    }
    readAt(offset, size) {
        return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(offset, offset + size)));
    }
}
