import { z } from 'zod';
import { type TapeLine, tapeLine } from '../../../shared/contract/index.ts';

import { compose, type Paper } from '../encoding/index.ts';
import { FENCE, ticketLines } from '../layout/index.ts';
import type { AroundLine, Receipt } from '../papers/index.ts';
import { picture } from '../tape/index.ts';
import { layOutTicketLine } from './ticket-line.ts';

/** Stands as the model of a job in the ledger whose bytes are such a document. */
export const PDF_MODEL = 'pdf';

/** A line of the service's text as it was sent, or one of ours as a printer would print it. */
const documentLine = z.union([
  tapeLine,
  z.strictObject({ kind: z.literal('ticket'), text: z.string() }),
]);

const pdfDocument = z.strictObject({
  /** Of the file, without its ending. */
  name: z.string(),
  title: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  language: z.string(),
  columns: z.number().int(),
  lines: z.array(documentLine),
});

/**
 * What a PDF file is made from, and what the ledger keeps of it: the very lines, in Unicode. A
 * printer's bytes would hold no more than its code page does.
 */
export type PdfDocument = z.infer<typeof pdfDocument>;

export interface AboutPdf {
  readonly name: string;
  readonly title: string;
  readonly at: string;
}

export interface ComposedPdf {
  readonly bytes: Buffer;
  /** `marked`: some of it stands as a code point, or a line is continued below. */
  readonly ticketText: 'none' | 'exact' | 'marked';
}

/** The document of a receipt: ours around as an Epson would print it, the service's as it came. */
export function composePdf(receipt: Receipt, paper: Paper, about: AboutPdf): ComposedPdf {
  const { columns } = paper;
  const around = (lines: readonly AroundLine[]): TapeLine[] => linesAround(lines, paper);
  const fence: TapeLine = {
    kind: 'text',
    align: 'left',
    runs: [{ text: FENCE.text.repeat(columns), bold: false, double: 'no', inverse: false }],
  };
  const ticket = receipt.ticket === null ? null : ticketLines(receipt.ticket);
  const isWhole = ticket?.every((line) => !layOutTicketLine(line, columns).isMarked) ?? true;
  const ticketText = ticket === null ? 'none' : isWhole ? 'exact' : 'marked';
  const document: PdfDocument = {
    ...about,
    language: paper.language,
    columns,
    lines: [
      ...around(receipt.before),
      ...(ticket === null
        ? []
        : [fence, ...ticket.map((text) => ({ kind: 'ticket' as const, text })), fence]),
      ...around(receipt.after(ticketText)),
    ],
  };
  return { bytes: Buffer.from(JSON.stringify(document)), ticketText };
}

/** A sheet of paper has neither a cut nor a drawer. */
function linesAround(lines: readonly AroundLine[], paper: Paper): TapeLine[] {
  if (lines.length === 0) return [];
  const receipt: Receipt = { before: lines, ticket: null, after: () => [], drawer: 'stays' };
  const { bytes } = compose(receipt, { ...paper, drawer: null });
  return picture(bytes, paper.model).filter((line) => line.kind !== 'cut');
}

/** Throws where the bytes are not such a document. */
export function readPdf(bytes: Uint8Array): PdfDocument {
  return pdfDocument.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** The same lines on the screen's tape. */
export function tapeLinesOf(document: PdfDocument): TapeLine[] {
  return document.lines.map((line) => {
    if (line.kind !== 'ticket') return line;
    const runs = layOutTicketLine(line.text, document.columns).clusters.map((cluster) => ({
      text: cluster.mark ?? cluster.text,
      bold: false,
      double: 'no' as const,
      inverse: cluster.mark !== null,
    }));
    return { kind: 'text', align: 'left', runs: joined(runs) };
  });
}

type Run = Extract<TapeLine, { kind: 'text' }>['runs'][number];

function joined(runs: readonly Run[]): Run[] {
  const found: Run[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last && last.inverse === run.inverse) {
      found[found.length - 1] = { ...last, text: last.text + run.text };
    } else {
      found.push(run);
    }
  }
  return found;
}
