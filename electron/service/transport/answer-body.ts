import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const DECOMPRESS_BY_ENCODING: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', (bytes, options) => gunzipSync(bytes, options)],
  ['x-gzip', (bytes, options) => gunzipSync(bytes, options)],
  ['deflate', inflateWithOrWithoutHeader],
  ['br', (bytes, options) => brotliDecompressSync(bytes, options)],
]);

/** More encodings, one inside the other, are an attack. */
const MAX_ENCODINGS = 3;

/**
 * Returns the text of an answer's body: undoes its `Content-Encoding` and decodes the charset of its
 * `Content-Type`, UTF-8 if it names none. A body that is UTF-8 is read as such whatever charset is
 * declared: servers declare a default, and text with accents in another charset is no UTF-8. Bytes
 * that the charset does not allow become U+FFFD: the payment is still known, and the receipt says
 * that its text is damaged. Throws if the body is damaged, has an encoding that is not supported, or
 * takes more than `maxBytes`.
 */
export function decodeAnswerBody(
  body: Buffer,
  contentEncoding: string,
  contentType: string,
  maxBytes: number,
): string {
  const bytes = decompress(body, contentEncoding, maxBytes);
  const decoder = getTextDecoder(contentType);
  // UTF-16 has zero bytes.
  const isMislabelled = isUtf8(bytes) && !bytes.includes(0);
  return (isMislabelled ? new TextDecoder() : decoder).decode(bytes);
}

function decompress(body: Buffer, contentEncoding: string, maxOutputLength: number): Buffer {
  const encodings = contentEncoding
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length === 0 || body.length === 0 || isPlainJson(body)) return body;
  if (encodings.length > MAX_ENCODINGS) throw new Error('the answer is encoded too often');
  return encodings.reduceRight((bytes, encoding) => {
    const decode = DECOMPRESS_BY_ENCODING.get(encoding);
    if (decode === undefined) throw new Error('the encoding of the answer is not supported');
    return decode(bytes, { maxOutputLength });
  }, body);
}

/** Some servers send `deflate` without the header that the standard asks for. */
function inflateWithOrWithoutHeader(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const isZlib =
    (bytes.readUInt8(0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}

/** Proxies that decode a body do not always remove the header. */
function isPlainJson(body: Buffer): boolean {
  return /^\s*[[{]\s*["{[\]}]/.test(body.toString('latin1'));
}

function getTextDecoder(contentType: string): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset that nobody knows is treated as none.
    return new TextDecoder();
  }
}
