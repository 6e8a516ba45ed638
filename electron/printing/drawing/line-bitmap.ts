import type { CellSize } from './cell-size.ts';
import type { Cell } from './cells.ts';
import { type GlyphBitmap, invertBitmap } from './glyph-bitmap.ts';
import { renderCharacter } from './render-character.ts';

/**
 * One line of dots in the format of printers: rows of whole bytes, the left-most dot in the highest
 * bit, no wider than its ink. A line without ink has no bytes but is as high as the others.
 */
export interface LineBitmap {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The mark, white on black, at the end of a line that continues below. */
const CONTINUATION_CODE_POINT = 0xbb;

export function renderTextLine(
  cells: readonly Cell[],
  isContinued: boolean,
  size: CellSize,
): LineBitmap {
  const used = cells.reduce((sum, cell) => sum + cell.cells, isContinued ? 1 : 0) * size.widthDots;
  const bytesPerRow = Math.ceil(used / 8);
  const canvas: Canvas = { bytesPerRow, data: new Uint8Array(bytesPerRow * size.heightDots) };
  let x = 0;
  for (const cell of cells) {
    if (cell.kind === 'character') {
      drawBitmap(
        canvas,
        renderCharacter(cell.baseCodePoint, cell.combiningMarks, cell.cells, size),
        x,
      );
    } else if (cell.kind === 'box') {
      drawBox(canvas, cell.text, x, size);
    }
    x += cell.cells * size.widthDots;
  }
  if (isContinued)
    drawBitmap(canvas, invertBitmap(renderCharacter(CONTINUATION_CODE_POINT, [], 1, size)), x);
  return trimCanvas(canvas.data, bytesPerRow, size.heightDots);
}

interface Canvas {
  readonly bytesPerRow: number;
  readonly data: Uint8Array;
}

/** At most 24 dots wide, so that a row fits 32 bits at any of the eight positions in a byte. */
function drawBitmap(canvas: Canvas, dots: GlyphBitmap, x: number): void {
  const first = x >> 3;
  const shift = 32 - dots.width - (x & 7);
  for (const [row, bits] of dots.rows.entries()) {
    if (bits === 0) continue;
    const word = (bits << shift) >>> 0;
    const at = row * canvas.bytesPerRow + first;
    for (let byte = 0; byte < 4; byte += 1) {
      const part = (word >>> (24 - 8 * byte)) & 0xff;
      if (part !== 0) canvas.data[at + byte] = (canvas.data[at + byte] ?? 0) | part;
    }
  }
}

function drawBox(canvas: Canvas, text: string, x: number, size: CellSize): void {
  const half = size.widthDots >> 1;
  for (const [index, character] of [...text].entries()) {
    const dots = renderCharacter(character.codePointAt(0) ?? 0, [], 1, size);
    drawBitmap(canvas, dots, x + half + index * size.widthDots);
  }
  const [top, bottom] = [1, size.heightDots - 2];
  const [left, right] = [x + 1, x + (text.length + 1) * size.widthDots - 2];
  for (let dot = left; dot <= right; dot += 1) {
    setDot(canvas, dot, top);
    setDot(canvas, dot, bottom);
  }
  for (let row = top; row <= bottom; row += 1) {
    setDot(canvas, left, row);
    setDot(canvas, right, row);
  }
}

function setDot(canvas: Canvas, x: number, row: number): void {
  const at = row * canvas.bytesPerRow + (x >> 3);
  canvas.data[at] = (canvas.data[at] ?? 0) | (0x80 >> (x & 7));
}

function trimCanvas(data: Uint8Array, bytesPerRow: number, height: number): LineBitmap {
  let maxBytes = 0;
  for (let row = 0; row < height; row += 1) {
    const start = row * bytesPerRow;
    for (let byte = bytesPerRow - 1; byte >= maxBytes; byte -= 1) {
      if (data[start + byte] !== 0) {
        maxBytes = byte + 1;
        break;
      }
    }
  }
  const trimmed = new Uint8Array(maxBytes * height);
  for (let row = 0; row < height; row += 1) {
    const start = row * bytesPerRow;
    trimmed.set(data.subarray(start, start + maxBytes), row * maxBytes);
  }
  return { bytesPerRow: maxBytes, height, data: trimmed };
}
