import { type RenderedText, renderText } from '../drawing/index.ts';
import type { CodePage, PrinterCodePage, PrinterModel } from '../models/index.ts';
import { fitSheetLine } from './clusters.ts';
import type { TicketPiece, TicketTextLine } from './paper-line.ts';
import { replaceForbiddenBytePairs } from './replace-command-bytes.ts';

/**
 * The form of a service's text on paper. `exact`: every character and every line as it was sent, in
 * the printer's own characters. `drawn`: the same, but all of it as an image, so that its lines
 * look alike. `marked` and `drawn-marked`: some characters appear as their code point, or a line
 * continues below; the till reports it to the cashier.
 */
export type PlannedTicketForm = 'exact' | 'drawn' | 'marked' | 'drawn-marked';

/** The layout of the service's text, decided before anything is printed. */
export interface TicketPlan {
  readonly form: PlannedTicketForm;
  /** Our own words around the text use this code page too. */
  readonly page: PrinterCodePage;
  readonly lines: readonly TicketTextLine[];
}

/** At the end of a line that continues below; every code page holds it. */
export const CONTINUATION_MARK = '»';

/** CR LF and LF end a line. A CR alone is a control character like any other. */
export function splitTicketLines(text: string): string[] {
  return text.split(/\r\n|\n/);
}

/** Characters of a text that a page cannot hold, apart from line breaks. */
export function findCharactersMissingInCodePage(text: string, page: CodePage): string[] {
  return splitTicketLines(text).flatMap((line) =>
    [...line].filter((character) => page.getByte(character) === undefined),
  );
}

/** `U+20A1`, set apart by inverse printing if the printer has it, otherwise by brackets. */
export function formatCodePointMark(character: string, hasInverseText: boolean): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return hasInverseText ? `U+${digits}` : `[U+${digits}]`;
}

/**
 * Decides the form of a text for a printer and a width in characters. It is drawn if the printer's
 * own characters cannot hold all of it and the printer's raster command is known.
 */
export function planPrintedTicket(text: string, model: PrinterModel, columns: number): TicketPlan {
  const textPlan = planTextTicket(text, model, columns);
  if (textPlan.form === 'exact' || model.raster === null) return textPlan;
  const { raster } = model;
  const textLines = splitTicketLines(text);
  const rendered = renderTextOrNull(textLines, columns);
  if (rendered === null) return textPlan;
  const lines = textLines.map((line, index): TicketTextLine => {
    const pieces = (rendered.lines[index] ?? []).map((dots) =>
      replaceForbiddenBytePairs(dots, raster),
    );
    return { kind: 'ticket-drawn', text: line, pieces };
  });
  return { form: rendered.hasMarks ? 'drawn-marked' : 'drawn', page: model.codePages[0], lines };
}

/** For a PDF file, which holds any character; only characters that no font has are marked. */
export function planPdfTicket(text: string, page: PrinterCodePage, columns: number): TicketPlan {
  const lines = splitTicketLines(text).map((line): TicketTextLine => {
    const { pieces, hasMarkedCharacter } = fitSheetLine(line, columns);
    if (!hasMarkedCharacter) return { kind: 'ticket-exact', text: line };
    const ticketPieces = pieces.map(({ clusters, continues }): TicketPiece => {
      const cells = clusters.map(({ text: textLines, mark }) => ({
        text: mark ?? textLines,
        isMark: mark !== null,
      }));
      return { runs: toRuns(cells), continues };
    });
    return { kind: 'ticket-marked', text: line, pieces: ticketPieces };
  });
  return { form: getTicketForm(lines), page, lines };
}

/** Null if the shipped fonts cannot be read: the characters are then marked instead. */
function renderTextOrNull(lines: readonly string[], columns: number): RenderedText | null {
  try {
    return renderText(lines, columns);
  } catch {
    return null;
  }
}

function planTextTicket(text: string, model: PrinterModel, columns: number): TicketPlan {
  const page = findBestPage(text, model);
  const lines = splitTicketLines(text).map((line): TicketTextLine => {
    const cells = [...line].map((character): TicketCell => {
      if (page.codePage.getByte(character) !== undefined) return { text: character, isMark: false };
      return { text: formatCodePointMark(character, model.inverse !== null), isMark: true };
    });
    const pieces = breakLine(cells, columns);
    return pieces.length === 1 && cells.every((cell) => !cell.isMark)
      ? { kind: 'ticket-exact', text: line }
      : { kind: 'ticket-marked', text: line, pieces };
  });
  return { form: getTicketForm(lines), page, lines };
}

function getTicketForm(lines: readonly TicketTextLine[]): 'exact' | 'marked' {
  return lines.every((line) => line.kind === 'ticket-exact') ? 'exact' : 'marked';
}

function findBestPage(text: string, model: PrinterModel): PrinterCodePage {
  let best = model.codePages[0];
  let fewest = findCharactersMissingInCodePage(text, best.codePage).length;
  for (const candidate of model.codePages) {
    const count = findCharactersMissingInCodePage(text, candidate.codePage).length;
    if (count < fewest) {
      best = candidate;
      fewest = count;
    }
  }
  return best;
}

/** One character of the text, or the mark that replaces it. */
interface TicketCell {
  readonly text: string;
  readonly isMark: boolean;
}

/** Breaks lines here, because some printers wrap, some truncate and some overprint them. */
function breakLine(cells: readonly TicketCell[], columns: number): TicketPiece[] {
  const width = cells.reduce((sum, cell) => sum + cell.text.length, 0);
  if (width <= columns) return [{ runs: toRuns(cells), continues: false }];
  const pieces: TicketPiece[] = [];
  let current: TicketCell[] = [];
  let used = 0;
  let widthLeft = width;
  for (const cell of cells) {
    // The last piece may use the whole line; the others leave a column for the mark.
    const maxWidth = used + widthLeft <= columns ? columns : columns - CONTINUATION_MARK.length;
    if (used + cell.text.length > maxWidth) {
      pieces.push({ runs: toRuns(current), continues: true });
      current = [];
      used = 0;
    }
    current.push(cell);
    used += cell.text.length;
    widthLeft -= cell.text.length;
  }
  pieces.push({ runs: toRuns(current), continues: false });
  return pieces;
}

/** Joins consecutive characters; each mark is separate. */
function toRuns(cells: readonly TicketCell[]): TicketPiece['runs'] {
  const runs: TicketCell[][] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last === undefined || cell.isMark || last[0]?.isMark === true) runs.push([cell]);
    else last.push(cell);
  }
  return runs.map((run) => ({
    text: run.map(({ text }) => text).join(''),
    isMark: run[0]?.isMark === true,
  }));
}
