import type { TapeLine } from '../../../shared/contract/index.ts';
import type { DotRows } from '../dot-rows.ts';
import {
  CONTINUES,
  dotsOfCode,
  isTicketLine,
  type PaperLine,
  type TicketPiece,
} from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import { dotsAsPng } from './png.ts';

type TapeRun = Extract<TapeLine, { kind: 'text' }>['runs'][number];

const PLAIN = { bold: false, double: 'no', inverse: false } as const;
/** A picture higher than this is shown as several, one below the other. */
const HIGHEST = 1_200;

/** The lines of a paper as the screen shows them. */
export function tapeLines(
  lines: readonly PaperLine[],
  paper: {
    readonly columns: number;
    readonly model: PrinterModel;
    /** Stands below the service's text if more of it is on the paper; null otherwise. */
    readonly whereItGoesOn: string | null;
  },
): TapeLine[] {
  const shown: TapeLine[] = [];
  const lastOfTicket = lines.findLastIndex(isTicketLine);
  let drawn: DotRows[] = [];
  const endDrawn = (): void => {
    shown.push(...stacked(drawn).map((dots) => image(dots, 'left')));
    drawn = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'ticket-drawn') drawn.push(...line.pieces);
    else {
      endDrawn();
      shown.push(...tapeLine(line, paper));
    }
    if (index === lastOfTicket && paper.whereItGoesOn !== null) {
      endDrawn();
      shown.push(text([{ ...PLAIN, bold: true, text: paper.whereItGoesOn }]));
    }
  }
  endDrawn();
  return shown;
}

function tapeLine(
  line: Exclude<PaperLine, { kind: 'ticket-drawn' }>,
  { columns, model }: Parameters<typeof tapeLines>[1],
): TapeLine[] {
  switch (line.kind) {
    case 'text':
      return [{ kind: 'text', align: line.align, runs: runsOf(line, model) }];
    case 'rule':
      return [text([{ ...PLAIN, text: line.character.repeat(columns) }])];
    case 'logo':
      return [image(line.dots, 'center')];
    case 'code': {
      const { symbology } = line;
      const dots = dotsOfCode(line);
      if (dots === null) return [];
      const { width, height } = dots;
      const png = dotsAsPng(dots, width).toString('base64');
      return [{ kind: 'barcode', symbology, text: line.text, width, height, align: 'center', png }];
    }
    case 'ticket-exact':
      return [text(line.text === '' ? [] : [{ ...PLAIN, text: line.text }])];
    case 'ticket-marked':
      return line.pieces.map((piece) => text(runsOfPiece(piece, model)));
    case 'cut':
    case 'drawer':
      return [line];
  }
}

function text(runs: TapeRun[]): TapeLine {
  return { kind: 'text', align: 'left', runs };
}

function runsOf(line: Extract<PaperLine, { kind: 'text' }>, model: PrinterModel): TapeRun[] {
  const { weight } = line;
  const isMark = weight === 'mark';
  const shown = isMark ? ` ${line.text} ` : line.text;
  if (shown === '') return [];
  return [
    {
      text: shown,
      bold: weight === 'bold' || weight === 'double',
      double: model.hasLargeText && (isMark || weight === 'double') ? 'both' : 'no',
      inverse: isMark && model.inverse !== null,
    },
  ];
}

function runsOfPiece({ runs, continues }: TicketPiece, model: PrinterModel): TapeRun[] {
  return [...runs, ...(continues ? [{ text: CONTINUES, isMark: true }] : [])].map((run) => ({
    ...PLAIN,
    text: run.text,
    inverse: run.isMark && model.inverse !== null,
  }));
}

function image(dots: DotRows, align: 'left' | 'center'): TapeLine {
  const width = dots.bytesPerRow * 8;
  const png = dotsAsPng(dots, width).toString('base64');
  return { kind: 'image', width, height: dots.height, align, png };
}

/** Lines of dots as pictures of many of them, as wide as the widest. */
function stacked(lines: readonly DotRows[]): DotRows[] {
  const rows = lines.flatMap(({ bytesPerRow, height, data }) =>
    Array.from({ length: height }, (_, row) =>
      data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow),
    ),
  );
  const pictures: DotRows[] = [];
  for (let start = 0; start < rows.length; start += HIGHEST) {
    const slice = rows.slice(start, start + HIGHEST);
    const bytesPerRow = slice.reduce((widest, row) => Math.max(widest, row.length), 1);
    const data = new Uint8Array(bytesPerRow * slice.length);
    for (const [index, row] of slice.entries()) data.set(row, index * bytesPerRow);
    pictures.push({ bytesPerRow, height: slice.length, data });
  }
  return pictures;
}
