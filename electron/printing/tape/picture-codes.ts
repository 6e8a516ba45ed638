import type { CodeDots } from '../codes/index.ts';
import { dotsOfCode } from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import type { Symbology } from '../papers/index.ts';

export interface PrintedCode {
  readonly symbology: Symbology;
  readonly text: string;
  readonly dots: CodeDots;
  readonly length: number;
}

/**
 * A code as it is sent, piece by piece: bytes as Latin-1, one byte of its own meaning, or all of
 * the text that it holds.
 */
type Piece = { readonly is: string } | 'unit' | 'height' | 'length' | 'text';

interface Form {
  readonly symbology: Symbology;
  readonly pieces: readonly Piece[];
}

const is = (bytes: string): Piece => ({ is: bytes });

const FORMS: Readonly<Record<'escpos' | 'star', readonly Form[]>> = {
  escpos: [
    {
      symbology: 'code-128',
      pieces: [
        is('\x1dH\x00\x1df\x00\x1dw'),
        'unit',
        is('\x1dh'),
        'height',
        is('\x1dkI'),
        'length',
        is('{B'),
        'text',
      ],
    },
    {
      symbology: 'qr',
      pieces: [
        is('\x1d(k\x04\x001A2\x00\x1d(k\x03\x001C'),
        'unit',
        is('\x1d(k\x03\x001E1\x1d(k'),
        'length',
        is('\x001P0'),
        'text',
        is('\x1d(k\x03\x001Q0'),
      ],
    },
  ],
  star: [
    {
      symbology: 'code-128',
      pieces: [is('\x1bb6\x01'), 'unit', 'height', 'text', is('\x1e')],
    },
    {
      symbology: 'qr',
      pieces: [
        is('\x1b\x1dyS0\x02\x1b\x1dyS1\x01\x1b\x1dyS2'),
        'unit',
        is('\x1b\x1dyD1\x00'),
        'length',
        is('\x00'),
        'text',
        is('\x1b\x1dyP'),
      ],
    },
  ],
};

const ESC = 0x1b;
const GS = 0x1d;
/** More than any of them is long. */
const LONGEST = 160;

/** The code that begins at `offset`; null where none does. Reads only what we send. */
export function codeAt(bytes: Uint8Array, offset: number, model: PrinterModel): PrintedCode | null {
  const first = bytes[offset];
  if ((first !== ESC && first !== GS) || !model.drawsAround) return null;
  const ahead = Buffer.from(bytes.subarray(offset, offset + LONGEST)).toString('latin1');
  const isStar = model.family === 'star';
  for (const { symbology, pieces } of FORMS[isStar ? 'star' : 'escpos']) {
    const found = read(ahead, pieces);
    if (found === null) continue;
    const { unit, height, text, length } = found;
    // Star numbers the width of a bar by digits from 1, which is two dots.
    const across = isStar && symbology === 'code-128' ? unit - 0x31 + 2 : unit;
    const dots = dotsOfCode({ symbology, text }, across, height);
    if (dots !== null) return { symbology, text, dots, length };
  }
  return null;
}

function read(
  ahead: string,
  pieces: readonly Piece[],
): { unit: number; height: number; text: string; length: number } | null {
  const found = { unit: 0, height: 0, text: '', length: 0 };
  for (const piece of pieces) {
    const at = found.length;
    if (piece === 'text') {
      found.text = /^[0-9A-Za-z-]*/.exec(ahead.slice(at))?.[0] ?? '';
      found.length += found.text.length;
    } else if (typeof piece === 'string') {
      if (piece !== 'length') found[piece] = ahead.charCodeAt(at);
      found.length += 1;
    } else {
      if (!ahead.startsWith(piece.is, at)) return null;
      found.length += piece.is.length;
    }
  }
  return found;
}
