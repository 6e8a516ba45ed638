import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, crc32, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const DECOMPRESS_BY_ENCODING: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', gunzipWithSurplus],
  ['x-gzip', gunzipWithSurplus],
  ['deflate', inflateWithOrWithoutHeader],
  ['br', (bytes, options) => brotliDecompressSync(bytes, options)],
]);

/** More encodings, one inside the other, are an attack. */
const MAX_ENCODINGS = 3;

/**
 * Returns the text of an answer's body: undoes its `Content-Encoding` and decodes the charset of its
 * `Content-Type`, UTF-8 if it names none; a byte order mark overrides both. A body that is UTF-8, or
 * cannot be the UTF-16 that is declared, is read as UTF-8: servers declare a default, and text with
 * accents in another charset is no UTF-8. Bytes that the charset does not allow become U+FFFD: the payment is still known, and the receipt says
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
  return getTextDecoder(bytes, contentType).decode(bytes);
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

/**
 * Bytes behind a complete stream do not change it. Node reports them as damage, so then the first
 * stream is read by itself, and its length and checksum are compared.
 */
function gunzipWithSurplus(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return gunzipSync(bytes, options);
  } catch (error) {
    const content = readFirstGzipStream(bytes, options);
    if (content === null) throw error;
    return content;
  }
}

/** Null if the stream is incomplete or damaged, or too large. */
function readFirstGzipStream(bytes: Buffer, options: { maxOutputLength: number }): Buffer | null {
  const [hasHeaderSum, hasExtra, hasName, hasComment] = [2, 4, 8, 16].map(
    (flag) => ((bytes[3] ?? 0) & flag) !== 0,
  );
  let start = 10;
  const skipText = (): void => {
    start = bytes.indexOf(0, start) + 1 || bytes.length;
  };
  try {
    if (hasExtra) start += 2 + bytes.readUInt16LE(start);
    if (hasName) skipText();
    if (hasComment) skipText();
    if (hasHeaderSum) start += 2;
    // The types do not know this form of the answer.
    const { buffer, engine } = inflateRawSync(bytes.subarray(start), {
      ...options,
      info: true,
    }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    const end = start + engine.bytesWritten;
    const isComplete =
      bytes.readUInt32LE(end) === crc32(buffer) &&
      bytes.readUInt32LE(end + 4) === buffer.length % 2 ** 32;
    return isComplete ? buffer : null;
  } catch {
    return null;
  }
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

function getTextDecoder(bytes: Buffer, contentType: string): TextDecoder {
  const mark = bytes.toString('hex', 0, 2);
  if (mark === 'feff') return new TextDecoder('utf-16be');
  if (mark === 'fffe') return new TextDecoder('utf-16le');
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const decoder = createDecoder(charset);
  // JSON in UTF-16 has zero bytes, and no other has.
  const isMislabelled = decoder.encoding.startsWith('utf-16')
    ? !bytes.includes(0)
    : isUtf8(bytes) && !bytes.includes(0);
  return isMislabelled ? new TextDecoder() : decoder;
}

/** A charset that nobody knows is treated as none. */
function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
