import type { TapeLine } from '../../../shared/contract/index.ts';
import type { Bitmap } from '../bitmap.ts';
import {
  CONTINUATION_MARK,
  isTicketLine,
  type PaperLine,
  renderCode,
  type TicketPiece,
} from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import { encodePng } from './encode-png.ts';

type TapeRun = Extract<TapeLine, { kind: 'text' }>['runs'][number];

const PLAIN_STYLE = { bold: false, double: 'no', inverse: false } as const;
/** A picture higher than this is shown as several, one below the other. */
const MAX_IMAGE_ROWS = 1_200;

/** The lines of a paper as the screen shows them. */
export function toTapeLines(
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
  let drawn: Bitmap[] = [];
  const endDrawn = (): void => {
    shown.push(...stackBitmaps(drawn).map((dots) => createImageLine(dots, 'left')));
    drawn = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'ticket-drawn') drawn.push(...line.pieces);
    else {
      endDrawn();
      shown.push(...toTapeLine(line, paper));
    }
    if (index === lastOfTicket && paper.whereItGoesOn !== null) {
      endDrawn();
      shown.push(createTextLine([{ ...PLAIN_STYLE, bold: true, text: paper.whereItGoesOn }]));
    }
  }
  endDrawn();
  return shown;
}

function toTapeLine(
  line: Exclude<PaperLine, { kind: 'ticket-drawn' }>,
  { columns, model }: Parameters<typeof toTapeLines>[1],
): TapeLine[] {
  switch (line.kind) {
    case 'text':
      return [{ kind: 'text', align: line.align, runs: toTapeRuns(line, model) }];
    case 'rule':
      return [createTextLine([{ ...PLAIN_STYLE, text: line.character.repeat(columns) }])];
    case 'logo':
      return [createImageLine(line.dots, 'center')];
    case 'code': {
      const { symbology } = line;
      const dots = renderCode(line);
      if (dots === null) return [];
      const { width, height } = dots;
      const png = encodePng(dots, width).toString('base64');
      return [{ kind: 'barcode', symbology, text: line.text, width, height, align: 'center', png }];
    }
    case 'ticket-exact':
      return [createTextLine(line.text === '' ? [] : [{ ...PLAIN_STYLE, text: line.text }])];
    case 'ticket-marked':
      return line.pieces.map((piece) => createTextLine(toPieceRuns(piece, model)));
    case 'cut':
    case 'drawer':
      return [line];
  }
}

function createTextLine(runs: TapeRun[]): TapeLine {
  return { kind: 'text', align: 'left', runs };
}

function toTapeRuns(line: Extract<PaperLine, { kind: 'text' }>, model: PrinterModel): TapeRun[] {
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

function toPieceRuns({ runs, continues }: TicketPiece, model: PrinterModel): TapeRun[] {
  return [...runs, ...(continues ? [{ text: CONTINUATION_MARK, isMark: true }] : [])].map(
    (run) => ({
      ...PLAIN_STYLE,
      text: run.text,
      inverse: run.isMark && model.inverse !== null,
    }),
  );
}

function createImageLine(dots: Bitmap, align: 'left' | 'center'): TapeLine {
  const width = dots.bytesPerRow * 8;
  const png = encodePng(dots, width).toString('base64');
  return { kind: 'image', width, height: dots.height, align, png };
}

/** Lines of dots as pictures of many of them, as wide as the widest. */
function stackBitmaps(lines: readonly Bitmap[]): Bitmap[] {
  const rows = lines.flatMap(({ bytesPerRow, height, data }) =>
    Array.from({ length: height }, (_, row) =>
      data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow),
    ),
  );
  const pictures: Bitmap[] = [];
  for (let start = 0; start < rows.length; start += MAX_IMAGE_ROWS) {
    const slice = rows.slice(start, start + MAX_IMAGE_ROWS);
    const bytesPerRow = slice.reduce((widest, row) => Math.max(widest, row.length), 1);
    const data = new Uint8Array(bytesPerRow * slice.length);
    for (const [index, row] of slice.entries()) data.set(row, index * bytesPerRow);
    pictures.push({ bytesPerRow, height: slice.length, data });
  }
  return pictures;
}
