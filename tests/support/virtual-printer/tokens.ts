import { type ParsedCode, readCode } from './code.ts';
import type { Make } from './make.ts';
import { type PaperImage, readImage } from './raster.ts';

/**
 * A named command with its operands, a plain byte, a picture, a code, or a command that the printer
 * does not support.
 */
export type Token =
  | { readonly kind: 'command'; readonly name: string; readonly operands: readonly number[] }
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'image'; readonly image: PaperImage }
  | { readonly kind: 'code'; readonly act: ParsedCode['act'] }
  | { readonly kind: 'unknown'; readonly bytes: readonly number[] };

export interface ParsedToken {
  readonly token: Token;
  readonly length: number;
}

/** Commands by their second byte: name and number of operands. */
type CommandTable = Readonly<Record<number, readonly [name: string, operands: number]>>;

const EPSON_ESC: CommandTable = {
  33: ['print mode', 1],
  45: ['underline', 1],
  50: ['line spacing', 0],
  64: ['initialise', 0],
  69: ['bold', 1],
  82: ['international set', 1],
  97: ['align', 1],
  100: ['feed', 1],
  112: ['drawer', 3],
  116: ['page', 1],
};
const EPSON_GS: CommandTable = { 66: ['inverse', 1], 114: ['report', 1], 97: ['automatic', 1] };
const EPSON_FS: CommandTable = { 46: ['single byte', 0] };

const STAR_ESC: CommandTable = {
  7: ['pulse width', 2],
  48: ['lines of 3 mm', 0],
  52: ['inverse on', 0],
  53: ['inverse off', 0],
  64: ['initialise', 0],
  69: ['bold on', 0],
  70: ['bold off', 0],
  82: ['international set', 1],
  100: ['cut', 1],
  105: ['size', 2],
  122: ['lines of 4 mm', 1],
};

function parseFromTable(
  bytes: Uint8Array,
  offset: number,
  table: CommandTable,
): ParsedToken | 'incomplete' | 'unknown' {
  const second = bytes[offset + 1];
  if (second === undefined) return 'incomplete';
  const entry = table[second];
  if (!entry) return 'unknown';
  return parseCommand(bytes, offset, 2, entry[0], entry[1]);
}

function parseCommand(
  bytes: Uint8Array,
  offset: number,
  prefix: number,
  name: string,
  operands: number,
): ParsedToken | 'incomplete' {
  const length = prefix + operands;
  if (offset + length > bytes.length) return 'incomplete';
  const values = [...bytes.subarray(offset + prefix, offset + length)];
  return { token: { kind: 'command', name, operands: values }, length };
}

/** Parses the token at `offset`; `incomplete` if more bytes are needed. */
export function readToken(
  bytes: Uint8Array,
  offset: number,
  make: Make,
): ParsedToken | 'incomplete' {
  const first = bytes[offset] ?? 0;
  const image = readImage(bytes, offset, make);
  if (image === 'incomplete') return image;
  if (image !== null && image !== 'unknown') {
    return { token: { kind: 'image', image: image.image }, length: image.length };
  }
  const code = readCode(bytes, offset, make);
  if (code === 'incomplete') return code;
  if (code !== null) return { token: { kind: 'code', act: code.act }, length: code.length };
  const parsed =
    make === 'epson' ? parseEpson(bytes, offset, first) : parseStar(bytes, offset, first);
  if (parsed === 'unknown') {
    const length = first === 0x1b || first === 0x1c || first === 0x1d ? 2 : 1;
    return {
      token: { kind: 'unknown', bytes: [...bytes.subarray(offset, offset + length)] },
      length,
    };
  }
  return parsed;
}

function parseByte(byte: number): ParsedToken | 'unknown' {
  if (byte === 0x0a) return { token: { kind: 'command', name: 'line', operands: [] }, length: 1 };
  return byte < 0x20 || byte === 0x7f ? 'unknown' : { token: { kind: 'byte', byte }, length: 1 };
}

function parseEpson(
  bytes: Uint8Array,
  offset: number,
  first: number,
): ReturnType<typeof parseFromTable> {
  const second = bytes[offset + 1];
  switch (first) {
    case 0x1b:
      return parseFromTable(bytes, offset, EPSON_ESC);
    case 0x1c:
      return parseFromTable(bytes, offset, EPSON_FS);
    // The beginning of a status request.
    case 0x10:
      return bytes.length - offset < 3 && (second ?? 0x04) === 0x04 ? 'incomplete' : 'unknown';
    case 0x1d: {
      if (second !== 0x56) return parseFromTable(bytes, offset, EPSON_GS);
      const mode = bytes[offset + 2];
      if (mode === undefined) return 'incomplete';
      return mode < 2
        ? parseCommand(bytes, offset, 3, 'cut', 0)
        : parseCommand(bytes, offset, 3, 'cut', 1);
    }
    default:
      return parseByte(first);
  }
}

function parseStar(
  bytes: Uint8Array,
  offset: number,
  first: number,
): ReturnType<typeof parseFromTable> {
  const second = bytes[offset + 1];
  const third = bytes[offset + 2];
  switch (first) {
    case 0x07:
    case 0x1a:
      return parseCommand(bytes, offset, 1, 'drawer', 0);
    case 0x17:
      return parseCommand(bytes, offset, 1, 'report', 0);
    case 0x1b:
      if (second === 0x06 && third === undefined) return 'incomplete';
      if (second === 0x1d || second === 0x1e) {
        if (third === undefined) return 'incomplete';
        if (second === 0x1e)
          return third === 0x61
            ? parseCommand(bytes, offset, 3, 'automatic', 1)
            : third === 0x45
              ? parseCommand(bytes, offset, 3, 'clear count', 1)
              : 'unknown';
        if (third === 0x74) return parseCommand(bytes, offset, 3, 'page', 1);
        return third === 0x61 ? parseCommand(bytes, offset, 3, 'align', 1) : 'unknown';
      }
      return parseFromTable(bytes, offset, STAR_ESC);
    default:
      return parseByte(first);
  }
}
