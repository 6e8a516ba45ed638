import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';

/** Dots are packed where they are kept: a text that is drawn is mostly white. */
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const packedBytes = z.codec(z.base64(), bytes, {
  decode: (text) => new Uint8Array(inflateRawSync(Buffer.from(text, 'base64'))),
  encode: (unpacked) => deflateRawSync(unpacked).toString('base64'),
});
const dotRows = z.strictObject({ bytesPerRow: z.int(), height: z.int(), data: packedBytes });

/**
 * One line of a paper, laid out for its width and its printer. The tape, PDF files and the
 * printer's bytes are all made from it.
 */
export const paperLine = z.discriminatedUnion('kind', [
  /** Our own words. `double` and `mark` are twice as large; a mark is white on black. */
  z.strictObject({
    kind: z.literal('text'),
    text: z.string(),
    align: z.enum(['left', 'center']),
    weight: z.enum(['plain', 'bold', 'double', 'mark']),
  }),
  /** One character over the whole width. */
  z.strictObject({ kind: z.literal('rule'), character: z.enum(['-', '=']) }),
  /** The shop's picture, centred. */
  z.strictObject({ kind: z.literal('logo'), dots: dotRows }),
  /** For a scanner, centred. A printer draws it by itself. */
  z.strictObject({
    kind: z.literal('code'),
    symbology: z.enum(['qr', 'code-128']),
    text: z.string(),
  }),
  /** A line of the service's text; in each of these three, `text` is as it was sent. */
  z.strictObject({ kind: z.literal('ticket-exact'), text: z.string() }),
  /** Some characters appear as their code point, or it continues below. */
  z.strictObject({
    kind: z.literal('ticket-marked'),
    text: z.string(),
    pieces: z.array(
      z.strictObject({
        runs: z.array(z.strictObject({ text: z.string(), isMark: z.boolean() })),
        continues: z.boolean(),
      }),
    ),
  }),
  /** As an image, because the printer's characters cannot hold all of the text. */
  z.strictObject({ kind: z.literal('ticket-drawn'), text: z.string(), pieces: z.array(dotRows) }),
  z.strictObject({ kind: z.literal('cut') }),
  /** The pulse that opens the drawer. */
  z.strictObject({ kind: z.literal('drawer') }),
]);

const paperLines = z.array(paperLine);

export type PaperLine = z.output<typeof paperLine>;
export type TicketLine = Extract<PaperLine, { kind: `ticket-${string}` }>;
export type TicketPiece = Extract<PaperLine, { kind: 'ticket-marked' }>['pieces'][number];

/** As the ledger keeps them. */
export function writePaperLines(lines: readonly PaperLine[]): string {
  return JSON.stringify(z.encode(paperLines, [...lines]));
}

/** Throws if the ledger holds anything else. */
export function readPaperLines(text: string): PaperLine[] {
  return z.decode(paperLines, JSON.parse(text));
}

export function isTicketLine(line: PaperLine): line is TicketLine {
  return (
    line.kind === 'ticket-exact' || line.kind === 'ticket-marked' || line.kind === 'ticket-drawn'
  );
}
