import type { DecodedPaper, PaperCell, PaperLine } from './decoder.ts';
import { FONT_HEIGHT, FONT_WIDTH, getLetterDots } from './font.ts';
import { writePng } from './png.ts';

const MARGIN = 16;
const LINE_GAP = 6;
const PAPER = 0xff;
const INK = 0x18;

/** A grey level per dot, 255 for white. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/**
 * Draws printed paper as a PNG, dot by dot: characters of 12 by 24 dots as on the printer, pictures
 * as received, a dashed line at a cut.
 */
export function drawPaper(decoded: DecodedPaper, columns: number): Buffer {
  const { width, height, dots } = renderPaper(decoded, columns);
  return writePng(width, height, dots);
}

/** Returns the dots of `drawPaper` before they are encoded as PNG. */
export function renderPaper(decoded: DecodedPaper, columns: number): Sheet {
  const { lines } = decoded;
  const widest = Math.max(columns, decoded.maxColumns) * FONT_WIDTH;
  const contentWidth = Math.max(widest, ...lines.map((line) => getImageWidth(line)));
  const contentHeight = lines.reduce((sum, line) => sum + getLineHeight(line), 0);
  const width = contentWidth + 2 * MARGIN;
  const height = contentHeight + 3 * MARGIN;
  const sheet: Sheet = { width, height, dots: new Uint8Array(width * height).fill(PAPER) };
  let top = MARGIN;
  for (const line of lines) {
    drawLine(sheet, line, top, contentWidth);
    top += getLineHeight(line);
  }
  if (decoded.cuts > 0) {
    for (let left = 0; left < width; left += 1)
      if (left % 12 < 7) drawDot(sheet, left, top + MARGIN);
  }
  return sheet;
}

function getImageWidth(line: PaperLine): number {
  return Math.max(0, ...(line.image?.rows.map((row) => row.length) ?? []));
}

function getLineHeight(line: PaperLine): number {
  if (line.image !== undefined) return line.image.rows.length;
  const letters = line.cells.some((cell) => cell.tall) ? 2 * FONT_HEIGHT : FONT_HEIGHT;
  return letters + LINE_GAP;
}

const getCellWidth = (cell: PaperCell): number => (cell.wide ? 2 : 1) * FONT_WIDTH;

function drawLine(sheet: Sheet, line: PaperLine, top: number, contentWidth: number): void {
  const width = line.image
    ? getImageWidth(line)
    : line.cells.reduce((sum, cell) => sum + getCellWidth(cell), 0);
  const free = Math.max(0, contentWidth - width);
  const indent = line.align === 'center' ? Math.floor(free / 2) : line.align === 'right' ? free : 0;
  let left = MARGIN + indent;
  if (line.image !== undefined) {
    for (const [rowIndex, row] of line.image.rows.entries()) {
      for (const [dotIndex, value] of row.entries())
        if (value !== 0) drawDot(sheet, left + dotIndex, top + rowIndex);
    }
    return;
  }
  const bottom = top + getLineHeight(line) - LINE_GAP;
  for (const cell of line.cells) {
    drawCell(sheet, cell, left, bottom);
    left += getCellWidth(cell);
  }
}

/** Characters of a line are aligned at the bottom, whatever their height. */
function drawCell(sheet: Sheet, cell: PaperCell, left: number, bottom: number): void {
  const horizontalScale = cell.wide ? 2 : 1;
  const verticalScale = cell.tall ? 2 : 1;
  const rows = getLetterDots(cell.text);
  const top = bottom - FONT_HEIGHT * verticalScale;
  for (let y = 0; y < FONT_HEIGHT * verticalScale; y += 1) {
    const row = rows[Math.floor(y / verticalScale)] ?? 0;
    // Bold draws the letter a second time, one dot to the right.
    const bits = cell.bold ? row | (row >> 1) : row;
    for (let x = 0; x < FONT_WIDTH * horizontalScale; x += 1) {
      const isSet = ((bits >> (FONT_WIDTH - 1 - Math.floor(x / horizontalScale))) & 1) === 1;
      if (isSet !== cell.inverse) drawDot(sheet, left + x, top + y);
    }
  }
}

function drawDot(sheet: Sheet, x: number, y: number): void {
  if (x >= 0 && x < sheet.width && y >= 0 && y < sheet.height)
    sheet.dots[y * sheet.width + x] = INK;
}
