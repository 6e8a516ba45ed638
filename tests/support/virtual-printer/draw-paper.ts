import type { DecodedPaper, PaperCell, PaperLine } from './decoder.ts';
import { FONT_HEIGHT, FONT_WIDTH, getLetterDots } from './font.ts';
import { writePng } from './png.ts';

const MARGIN = 16;
const BETWEEN_LINES = 6;
const PAPER = 0xff;
const INK = 0x18;

/** A grey tone for each dot, 255 for white. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/**
 * What lies in the tray, as a picture in PNG, dot by dot: characters of 12 by 24 dots as the printer
 * has them, pictures as they came, a dashed line where it was cut.
 */
export function drawPaper(decoded: DecodedPaper, columns: number): Buffer {
  const { width, height, dots } = renderPaper(decoded, columns);
  return writePng(width, height, dots);
}

/** The same before it is a file. */
export function renderPaper(decoded: DecodedPaper, columns: number): Sheet {
  const { lines } = decoded;
  const widest = Math.max(columns, decoded.widest) * FONT_WIDTH;
  const across = Math.max(widest, ...lines.map((line) => getImageWidth(line)));
  const down = lines.reduce((sum, line) => sum + getLineHeight(line), 0);
  const width = across + 2 * MARGIN;
  const height = down + 3 * MARGIN;
  const sheet: Sheet = { width, height, dots: new Uint8Array(width * height).fill(PAPER) };
  let top = MARGIN;
  for (const line of lines) {
    drawLine(sheet, line, top, across);
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
  return letters + BETWEEN_LINES;
}

const getCellWidth = (cell: PaperCell): number => (cell.wide ? 2 : 1) * FONT_WIDTH;

function drawLine(sheet: Sheet, line: PaperLine, top: number, across: number): void {
  const width = line.image
    ? getImageWidth(line)
    : line.cells.reduce((sum, cell) => sum + getCellWidth(cell), 0);
  const free = Math.max(0, across - width);
  const indent = line.align === 'center' ? Math.floor(free / 2) : line.align === 'right' ? free : 0;
  let left = MARGIN + indent;
  if (line.image !== undefined) {
    for (const [down, row] of line.image.rows.entries()) {
      for (const [dot, value] of row.entries())
        if (value !== 0) drawDot(sheet, left + dot, top + down);
    }
    return;
  }
  const bottom = top + getLineHeight(line) - BETWEEN_LINES;
  for (const cell of line.cells) {
    drawCell(sheet, cell, left, bottom);
    left += getCellWidth(cell);
  }
}

/** Characters of one line stand on the same foot, whatever their height. */
function drawCell(sheet: Sheet, cell: PaperCell, left: number, bottom: number): void {
  const across = cell.wide ? 2 : 1;
  const down = cell.tall ? 2 : 1;
  const rows = getLetterDots(cell.text);
  const top = bottom - FONT_HEIGHT * down;
  for (let y = 0; y < FONT_HEIGHT * down; y += 1) {
    const row = rows[Math.floor(y / down)] ?? 0;
    // Bold is the same letter once more, a dot further on.
    const bits = cell.bold ? row | (row >> 1) : row;
    for (let x = 0; x < FONT_WIDTH * across; x += 1) {
      const isSet = ((bits >> (FONT_WIDTH - 1 - Math.floor(x / across))) & 1) === 1;
      if (isSet !== cell.inverse) drawDot(sheet, left + x, top + y);
    }
  }
}

function drawDot(sheet: Sheet, x: number, y: number): void {
  if (x >= 0 && x < sheet.width && y >= 0 && y < sheet.height)
    sheet.dots[y * sheet.width + x] = INK;
}
