import type { TapeLine } from '../../../shared/contract/index.ts';
import type { Bitmap } from '../bitmap.ts';
import {
  CONTINUATION_MARK,
  isTicketTextLine,
  type PaperLine,
  renderCode,
  type TicketPiece,
} from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import { encodePng } from './encode-png.ts';

type TapeRun = Extract<TapeLine, { kind: 'text' }>['runs'][number];

const PLAIN_STYLE = { bold: false, double: 'no', inverse: false } as const;
/** A higher picture is shown as several pictures, from top to bottom. */
const MAX_IMAGE_ROWS = 1_200;

/** The lines of a paper as the screen shows them. */
export function toTapeLines(
  lines: readonly PaperLine[],
  paper: {
    readonly columns: number;
    readonly model: PrinterModel;
    /** The note below the service's text if the paper has more of it; null otherwise. */
    readonly continuationNote: string | null;
  },
): TapeLine[] {
  const text: TapeLine[] = [];
  const lastTicketIndex = lines.findLastIndex(isTicketTextLine);
  let pendingBitmaps: Bitmap[] = [];
  const flushBitmaps = (): void => {
    text.push(...stackBitmaps(pendingBitmaps).map((dots) => createImageLine(dots, 'left')));
    pendingBitmaps = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'ticket-drawn') pendingBitmaps.push(...line.pieces);
    else {
      flushBitmaps();
      text.push(...toTapeLine(line, paper));
    }
    if (index === lastTicketIndex && paper.continuationNote !== null) {
      flushBitmaps();
      text.push(createTextLine([{ ...PLAIN_STYLE, bold: true, text: paper.continuationNote }]));
    }
  }
  flushBitmaps();
  return text;
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
  const text = isMark ? ` ${line.text} ` : line.text;
  if (text === '') return [];
  return [
    {
      text: text,
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

/** Joins lines of dots to pictures of up to `MAX_IMAGE_ROWS` rows, as wide as the widest line. */
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
