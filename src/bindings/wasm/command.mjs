#!/usr/bin/env node
// `npx pgnpack games.pgn`: the usual of pgnpack(1), for where the native command is not. What it does it does as that one: names,
// bytes, messages, statuses. The rest it refuses.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { beginsAsPacked, factsOf, Failure, failureOf, isStandard, NATIVE, packedName, piecesOf, shown, storedName, timeOf, writeFile, writeStandard } from './command_files.mjs';
import { load } from './pgnpack.js';

const usage = `Usage: pgnpack [-1 ... -9] [-cdfkqhV] [--verify] [-o FILE] [FILE]...
Packs chess games in PGN, each file into one .bcgn beside it; -d unpacks. Without a FILE, or where it is -, standard input.

  -1 ... -9, --level=N, --best   from fast to small; the default is -3
  -d, --decompress               unpack
  -o, --output=FILE              all inputs into this file; -: standard output
  -c, --stdout                   to standard output
  -f, --force                    replace an existing output, write binary data to a terminal
      --verify                   unpack each block before it is written, and compare
  -k, --keep                     keep the inputs, which is always so
  -q, --quiet                    nothing; twice: no errors either
  -h, --help, -V, --version      this; the version
The native command has more: searching, archives, compressed inputs, changes.`;

const flags = { stdout: 'c', decompress: 'd', force: 'f', keep: 'k', quiet: 'q', help: 'h', version: 'V', best: undefined, verify: undefined };

function optionsOf(args) {
    const options = { output: { type: 'string', short: 'o' }, level: { type: 'string' } };
    for (const [name, short] of Object.entries(flags))
        options[name] = { type: 'boolean', multiple: name === 'quiet', ...(short === undefined ? {} : { short }) };
    for (let level = 1; level <= 9; level++)
        options[`level-${level}`] = { type: 'boolean', short: String(level) };
    let parsed;
    try {
        parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
    } catch (error) {
        throw new Failure(`${error.message.split('. ')[0]}; for more than pgnpack --help tells, ${NATIVE}`);
    }
    const { values, positionals, tokens } = parsed;
    const levels = tokens.map(({ name, value }) => (name === 'level' ? value : name === 'best' ? '9' : /^level-/.test(name) ? name.slice(6) : undefined));
    const level = tokens.find(({ rawName }) => rawName?.startsWith('--level-'))?.rawName ?? levels.findLast((one) => one !== undefined) ?? '3';
    if (!/^[1-9]$/.test(level))
        throw new Failure(`'${level}' is no level: they go from -1 (fast) to -9 (small); see pgnpack --help`);
    if (values.stdout && values.output !== undefined)
        throw new Failure("the options '--stdout' and '--output' exclude each other; see pgnpack --help");
    if (positionals.length === 0 && process.stdin.isTTY && !values.help && !values.version)
        throw new Failure("no input: give a FILE, or '-' for standard input; see pgnpack --help");
    const inputs = positionals.length > 0 ? positionals : ['-'];
    if (inputs.filter((one) => one === '-').length > 1)
        throw new Failure("standard input '-' can be read only once; see pgnpack --help");
    return { ...values, output: values.stdout ? '-' : values.output, level: Number(level), inputs };
}

async function* packed(pgnpack, inputs, { level, verify }) {
    const [first] = inputs, isAlone = inputs.length === 1, taken = new Map();
    const hasName = isAlone && !isStandard(first) && factsOf(first).isFile() && !/.\.pgn$/s.test(basename(first));
    const packer = pgnpack.packer({ level, verify, name: hasName ? basename(first) : undefined });
    let at = first;
    try {
        for (const input of inputs) {
            const facts = factsOf(input);
            at = input;
            if (!isAlone)
                packer.beginFile(storedName(input, taken), facts.isFile() ? timeOf(facts) : undefined);
            for await (const piece of piecesOf(input, false))
                yield* packer.write(piece);
        }
        yield* packer.finish();
    } catch (error) {
        throw failureOf(error, shown(at));
    } finally {
        packer.close();
    }
}

async function* unpacked(pgnpack, inputs) {
    for (const input of inputs)
        try {
            yield* pgnpack.unpackStream(piecesOf(input, true));
        } catch (error) {
            throw failureOf(error, shown(input));
        }
}

// Without the name of what was packed, which is where it knows it and we do not.
function unpackedName(pgnpack, input) {
    const isPacked = factsOf(input).isFile() && beginsAsPacked(input);
    if (!/[^/]\.bcgn$/i.test(input))
        throw isPacked ? new Failure('the name does not end in .bcgn; name the output with -o FILE', 1, input)
            : new Failure('is no BCGN file: there is nothing to unpack', 2, input);
    const db = pgnpack.open(input);
    try {
        if (Array.from({ length: db.blockCount }, (_, n) => db.block(n)).some((block) => block.beginsFile || block.hasFiles))
            throw new Failure(`holds names of files: name the output with -o FILE, or ${NATIVE}`, 1, input);
        return input.replace(/\.bcgn$/i, '.pgn');
    } finally {
        db.close();
    }
}

async function write(pgnpack, name, inputs, options) {
    const pieces = options.decompress ? unpacked(pgnpack, inputs) : packed(pgnpack, inputs, options);
    if (name === '-')
        await writeStandard(!options.decompress, options.force, pieces);
    else
        await writeFile(name, inputs, options.force, pieces);
}

async function run(pgnpack, options, tell) {
    const { inputs, output } = options;
    if (output !== undefined)
        return write(pgnpack, output, inputs, options);
    const written = new Set();
    for (const input of inputs)
        try {
            const name = isStandard(input) ? '-' : options.decompress ? unpackedName(pgnpack, input) : packedName(input);
            if (written.has(name))
                throw new Failure('is the output of an input before; name this one with -o FILE', 1, name);
            await write(pgnpack, name, [input], options);
            written.add(name);
        } catch (error) {
            tell(failureOf(error, shown(input)));
        }
}

let quiet = 0;
const tell = (failure) => {
    if (quiet < 2)
        process.stderr.write(`pgnpack: ${failure.message}\n`);
    process.exitCode ||= failure.status;
};
try {
    const options = optionsOf(process.argv.slice(2)), pgnpack = await load();
    quiet = options.quiet?.length ?? 0;
    if (options.help || options.version)
        console.log(options.help ? usage : `pgnpack ${pgnpack.version}`);
    else
        await run(pgnpack, options, tell);
} catch (error) {
    tell(failureOf(error, ''));
}
