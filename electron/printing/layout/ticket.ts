import { type DrawnLine, type DrawnText, drawText } from '../drawing/index.ts';
import type { CodePage, PrinterModel, PrinterPage, RasterCommands } from '../models/index.ts';

/** One character of the text as it stands on the paper, or the mark in its place. */
export interface TicketCell {
  readonly text: string;
  readonly isMark: boolean;
}

/** One line of paper. `continues`: the text's line goes on below; the paper shows a mark for it. */
export interface TicketLine {
  readonly cells: readonly TicketCell[];
  readonly continues: boolean;
}

/** In the printer's own characters. */
export interface TypedPlan {
  readonly way: 'exact' | 'marked';
  readonly page: PrinterPage;
  readonly lines: readonly TicketLine[];
}

/** As an image, the whole of it, so that its lines stand alike. */
export interface DrawnPlan {
  readonly way: 'drawn' | 'drawn-marked';
  readonly page: PrinterPage;
  readonly raster: RasterCommands;
  readonly lines: readonly DrawnLine[];
}

/**
 * How a service's text will be put on paper, decided before anything is printed. `exact`: every
 * character and every line as it was sent, from the printer's code page. `drawn`: the same, as an
 * image. `marked` and `drawn-marked`: some characters stand as their code point, or a line is
 * continued below; the cashier is told.
 */
export type TicketPlan = TypedPlan | DrawnPlan;

/** Shown at the end of a line that goes on below; both code pages hold it. */
export const CONTINUES = '»';

/** CR LF and LF end a line. A CR alone is a control character like any other. */
export function ticketLines(text: string): string[] {
  return text.split(/\r\n|\n/);
}

/** Characters of a text that a page cannot carry, line breaks left aside. */
export function uncovered(text: string, page: CodePage): string[] {
  return ticketLines(text).flatMap((line) =>
    [...line].filter((character) => page.byteOf(character) === undefined),
  );
}

/** `U+20A1`, set apart by inverse printing where the printer has it and by brackets elsewhere. */
export function codePointMark(character: string, hasInverse: boolean): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return hasInverse ? `U+${digits}` : `[U+${digits}]`;
}

/**
 * Decides how a text comes on paper, for a printer and a width in characters. It is drawn where the
 * printer's own characters cannot carry all of it, and the printer is one that is drawn on.
 */
export function planTicket(text: string, model: PrinterModel, columns: number): TicketPlan {
  const typed = planTyped(text, model, columns);
  if (typed.way === 'exact' || model.raster === null) return typed;
  const drawn = drawnOrNull(text, columns);
  if (drawn === null) return typed;
  const way = drawn.hasMarks ? 'drawn-marked' : 'drawn';
  return { way, page: model.pages[0], raster: model.raster, lines: drawn.lines };
}

/** Null where the shipped fonts cannot be read: the text is marked then, and the cashier told. */
function drawnOrNull(text: string, columns: number): DrawnText | null {
  try {
    return drawText(ticketLines(text), columns);
  } catch {
    return null;
  }
}

function planTyped(text: string, model: PrinterModel, columns: number): TypedPlan {
  const page = choosePage(text, model);
  let isExact = true;
  const lines: TicketLine[] = [];
  for (const line of ticketLines(text)) {
    const cells = [...line].map((character): TicketCell => {
      if (page.page.byteOf(character) !== undefined) return { text: character, isMark: false };
      isExact = false;
      return { text: codePointMark(character, model.inverse !== null), isMark: true };
    });
    const onPaper = breakLine(cells, columns);
    if (onPaper.length > 1) isExact = false;
    lines.push(...onPaper);
  }
  return { way: isExact ? 'exact' : 'marked', page, lines };
}

function choosePage(text: string, model: PrinterModel): PrinterPage {
  let best = model.pages[0];
  let fewest = uncovered(text, best.page).length;
  for (const candidate of model.pages) {
    const count = uncovered(text, candidate.page).length;
    if (count < fewest) {
      best = candidate;
      fewest = count;
    }
  }
  return best;
}

/** Never left to the printer: some wrap, some cut off, some print over the line. */
function breakLine(cells: readonly TicketCell[], columns: number): TicketLine[] {
  const width = cells.reduce((sum, cell) => sum + cell.text.length, 0);
  if (width <= columns) return [{ cells, continues: false }];
  const lines: TicketLine[] = [];
  let current: TicketCell[] = [];
  let used = 0;
  let left = width;
  for (const cell of cells) {
    // The last piece may use the whole line; the others leave a column for the mark.
    const room = used + left <= columns ? columns : columns - CONTINUES.length;
    if (used + cell.text.length > room) {
      lines.push({ cells: current, continues: true });
      current = [];
      used = 0;
    }
    current.push(cell);
    used += cell.text.length;
    left -= cell.text.length;
  }
  lines.push({ cells: current, continues: false });
  return lines;
}
