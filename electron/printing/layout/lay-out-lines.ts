import { renderLogo } from '../logo/index.ts';
import type { CodePage } from '../models/index.ts';
import type { ReceiptLine } from '../papers/index.ts';
import { isScannable } from './code-lines.ts';
import type { PaperLine } from './paper-line.ts';
import { formatCodePointMark } from './ticket-plan.ts';

const CELL_DOTS = 12;
const EMPTY_LINE: PaperLine = { kind: 'text', text: '', align: 'left', weight: 'plain' };

/**
 * Makes our own words printable: composes accents, replaces control characters by spaces, removes
 * invisible characters, uses a minus sign that the pages have, and shows the code point of a
 * character that the page lacks. Never used for the service's text.
 */
export function toPrintableText(text: string, page: CodePage): string {
  const normalized = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u202f\u2009]/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...normalized]
    .map((character) => {
      if (character === '\u2212') return '-';
      return page.getByte(character) === undefined
        ? formatCodePointMark(character, false)
        : character;
    })
    .join('');
}

/**
 * Breaks at spaces. A word longer than the line breaks after a hyphen, or at the end of the line.
 */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ').filter((word) => word !== '')) {
    let rest = word;
    if (current !== '' && current.length + 1 + rest.length <= columns) {
      current = `${current} ${rest}`;
      continue;
    }
    if (current !== '') lines.push(current);
    while (rest.length > columns) {
      // A reference breaks after one of its hyphens.
      const end = rest.lastIndexOf('-', columns - 1) + 1 || columns;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    current = rest;
  }
  if (current !== '' || lines.length === 0) lines.push(current);
  return lines;
}

/** Label on the left, value on the right; on separate lines if they do not fit one line. */
export function layOutLabelAndValue(label: string, value: string, columns: number): string[] {
  if (label.length + 1 + value.length <= columns) {
    return [label + value.padStart(columns - label.length)];
  }
  return [
    ...wrapText(label, columns),
    ...wrapText(value, columns).map((line) => line.padStart(columns)),
  ];
}

/** Lays lines out for a paper of `columns` characters. */
export function layOutReceiptLines(
  lines: readonly ReceiptLine[],
  page: CodePage,
  columns: number,
): PaperLine[] {
  return lines.flatMap((line) => layOutLine(line, page, columns));
}

function layOutLine(line: ReceiptLine, page: CodePage, columns: number): PaperLine[] {
  switch (line.kind) {
    case 'blank':
      return [EMPTY_LINE];
    case 'rule':
      return [{ kind: 'rule', character: '-' }];
    case 'pair':
      return layOutLabelAndValue(
        toPrintableText(line.label, page),
        toPrintableText(line.value, page),
        columns,
      ).map((text) => ({
        kind: 'text',
        text,
        align: 'left',
        weight: line.isBold ? 'bold' : 'plain',
      }));
    case 'logo': {
      const dots = renderLogo(line.png, columns * CELL_DOTS);
      return dots === null ? [] : [{ kind: 'logo', dots }];
    }
    case 'code':
      // A blank line above, because scanners need white on all sides.
      return isScannable(line, columns * CELL_DOTS) ? [EMPTY_LINE, { ...line }] : [];
    case 'text': {
      const isDouble = line.weight === 'double' || line.weight === 'mark';
      const half = Math.floor(columns / 2);
      // A mark has a space on each side.
      const width = line.weight === 'mark' ? half - 2 : isDouble ? half : columns;
      return wrapText(toPrintableText(line.text, page), width).map((text) => ({
        kind: 'text',
        text,
        align: line.align,
        weight: line.weight,
      }));
    }
  }
}

/** Directly above and below the service's text: a blank line between the rules is part of the text. */
export const TICKET_RULE_LINE: PaperLine = { kind: 'rule', character: '=' };

const LINES_BETWEEN_MARKS = 2;

/**
 * Marks the paper as not valid: in the first and the last line and in every third line between. The
 * service's text itself is not changed, and has such a line above and below.
 */
export function addNotValidMarks(
  lines: readonly PaperLine[],
  markText: string,
  page: CodePage,
  columns: number,
): PaperLine[] {
  const [mark] = layOutReceiptLines(
    [{ kind: 'text', text: markText, align: 'center', weight: 'bold' }],
    page,
    columns,
  );
  if (mark === undefined) return [...lines];
  const marked: PaperLine[] = [mark];
  for (const [index, line] of lines.entries()) {
    marked.push(line);
    const isLast = index === lines.length - 1;
    if ((index + 1) % LINES_BETWEEN_MARKS === 0 || isLast) marked.push(mark);
  }
  return marked;
}
