import { encodeBars } from './bar-code.ts';
import type { Make } from './make.ts';
import { encodeQr } from './qr-code.ts';
import type { PaperImage } from './raster.ts';

/** A code that the printer drew: its text and its dots. */
export interface PaperCode {
  readonly kind: 'qr' | 'code 128';
  readonly text: string;
  readonly image: PaperImage;
}

/** A printer's settings for codes, valid until it is reset. */
export interface CodeSettings {
  /** The dots of a QR module and of a bar, and the height of bars. */
  cell: number;
  bar: number;
  height: number;
  qrText: string;
  level: number;
  model: number;
}

export const createCodeSettings = (): CodeSettings => ({
  cell: 3,
  bar: 3,
  height: 162,
  qrText: '',
  level: 0,
  model: 2,
});

export interface ParsedCode {
  /** Applies the command. Returns null if it only changes a setting. */
  readonly act: (settings: CodeSettings) => PaperCode | null | 'unknown';
  readonly length: number;
}

/** Parses a command for codes, as the makers document it; null if no such command begins here. */
export function readCode(
  bytes: Uint8Array,
  offset: number,
  make: Make,
): ParsedCode | 'incomplete' | null {
  return make === 'epson' ? readEpson(bytes, offset) : readStar(bytes, offset);
}

function readEpson(bytes: Uint8Array, offset: number): ReturnType<typeof readCode> {
  const [first, second, third, fourth] = bytes.subarray(offset, offset + 4);
  if (first !== 0x1d) return null;
  const changeSetting = (change: (settings: CodeSettings, value: number) => void): ParsedCode => ({
    length: 3,
    act: (settings) => {
      change(settings, third ?? 0);
      return null;
    },
  });
  switch (second) {
    case 0x48:
    case 0x66:
      // The position and font of the text at the bars; only "no text" is supported.
      if (third === undefined) return 'incomplete';
      return third === 0 ? changeSetting(() => {}) : null;
    case 0x77:
      if (third === undefined) return 'incomplete';
      return changeSetting((settings, value) => {
        settings.bar = value;
      });
    case 0x68:
      if (third === undefined) return 'incomplete';
      return changeSetting((settings, value) => {
        settings.height = value;
      });
    case 0x6b: {
      if (third === undefined || fourth === undefined) return 'incomplete';
      const end = offset + 4 + fourth;
      if (third !== 73) return null;
      if (bytes.length < end) return 'incomplete';
      const text = Buffer.from(bytes.subarray(offset + 4, end)).toString('latin1');
      return {
        length: 4 + fourth,
        act: (settings) =>
          text.startsWith('{B')
            ? createBarCode(text.slice(2), settings.bar, settings.height)
            : 'unknown',
      };
    }
    case 0x28:
      return readEpsonSymbol(bytes, offset);
    default:
      return null;
  }
}

/** GS ( k: length, kind of symbol (49 is QR), function, parameters. */
function readEpsonSymbol(bytes: Uint8Array, offset: number): ReturnType<typeof readCode> {
  if (bytes.length < offset + 5) return bytes[offset + 2] === 0x6b ? 'incomplete' : null;
  const [letter, low = 0, high = 0] = bytes.subarray(offset + 2, offset + 5);
  const end = offset + 5 + low + 256 * high;
  if (letter !== 0x6b) return null;
  if (bytes.length < end) return 'incomplete';
  const [symbol, functionCode, value = 0] = bytes.subarray(offset + 5, end);
  const data = Buffer.from(bytes.subarray(offset + 8, end)).toString('latin1');
  return {
    length: end - offset,
    act: (settings) => {
      if (symbol !== 49) return 'unknown';
      switch (functionCode) {
        case 65:
          settings.model = value - 48;
          return null;
        case 67:
          settings.cell = value;
          return null;
        case 69:
          settings.level = value - 48;
          return null;
        case 80:
          settings.qrText = data;
          return null;
        case 81:
          return createQrCode(settings);
        default:
          return 'unknown';
      }
    },
  };
}

function readStar(bytes: Uint8Array, offset: number): ReturnType<typeof readCode> {
  const [first, second, third, fourth, fifth, sixth] = bytes.subarray(offset, offset + 6);
  if (first !== 0x1b) return null;
  if (second === 0x62) {
    const end = bytes.indexOf(0x1e, offset);
    if (end < 0 || sixth === undefined) return 'incomplete';
    const text = Buffer.from(bytes.subarray(offset + 6, end)).toString('latin1');
    const width = { 49: 2, 50: 3, 51: 4 }[fifth ?? 0];
    const isSupported = third === 0x36 && fourth === 1 && width !== undefined;
    return {
      length: end + 1 - offset,
      act: () => (isSupported ? createBarCode(text, width, sixth) : 'unknown'),
    };
  }
  if (second !== 0x1d || third !== 0x79) {
    return second === 0x1d && third === undefined ? 'incomplete' : null;
  }
  if (fourth === 0x50) return { length: 4, act: createQrCode };
  if (fourth === 0x44) {
    if (bytes.length < offset + 8) return 'incomplete';
    const length = (bytes[offset + 6] ?? 0) + 256 * (bytes[offset + 7] ?? 0);
    if (bytes.length < offset + 8 + length) return 'incomplete';
    const text = Buffer.from(bytes.subarray(offset + 8, offset + 8 + length)).toString('latin1');
    return {
      length: 8 + length,
      act: (settings) => {
        settings.qrText = text;
        return fifth === 0x31 && sixth === 0 ? null : 'unknown';
      },
    };
  }
  if (sixth === undefined) return fourth === undefined || fourth === 0x53 ? 'incomplete' : null;
  if (fourth !== 0x53) return null;
  return {
    length: 6,
    act: (settings) => {
      if (fifth === 0x30) settings.model = sixth;
      else if (fifth === 0x31) settings.level = sixth;
      else if (fifth === 0x32) settings.cell = sixth;
      else return 'unknown';
      return null;
    },
  };
}

/** Level M is 1 for both makes. */
function createQrCode(settings: CodeSettings): PaperCode | 'unknown' {
  const modules = settings.model === 2 && settings.level === 1 ? encodeQr(settings.qrText) : null;
  if (modules === null) return 'unknown';
  const { cell, qrText: text } = settings;
  const rows = modules.flatMap((row) => {
    const dots = row.flatMap((isDark) => new Array<number>(cell).fill(isDark ? 1 : 0));
    return Array.from({ length: cell }, () => Uint8Array.from(dots));
  });
  return { kind: 'qr', text, image: { rows } };
}

function createBarCode(text: string, width: number, height: number): PaperCode {
  const dots = [...encodeBars(text)].flatMap((module) =>
    new Array<number>(width).fill(Number(module)),
  );
  const row = Uint8Array.from(dots);
  return { kind: 'code 128', text, image: { rows: Array.from({ length: height }, () => row) } };
}
