// Texts: UTF-8; bytes that are none are Latin-1.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
export const encoder = new TextEncoder();

function latin1(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; i += 4096)
        text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return text;
}

export function textOf(bytes) {
    try {
        return utf8.decode(bytes);
    } catch {
        return latin1(bytes);
    }
}

function isAscii(bytes) {
    for (let i = 0; i < bytes.length; i++)
        if (bytes[i] > 127)
            return false;
    return true;
}

// The values of a column of texts: one text for all of them is cut where each byte is a character.
export function textsOf(data, offsets, count) {
    const texts = new Array(count);
    const bytes = data.subarray(0, offsets[count]);
    if (isAscii(bytes)) {
        const all = utf8.decode(bytes);
        for (let i = 0; i < count; i++)
            texts[i] = all.slice(offsets[i], offsets[i + 1]);
    } else {
        for (let i = 0; i < count; i++)
            texts[i] = textOf(bytes.subarray(offsets[i], offsets[i + 1]));
    }
    return texts;
}

export const unescaped = (value) => value.replace(/\\(["\\])/g, '$1');
