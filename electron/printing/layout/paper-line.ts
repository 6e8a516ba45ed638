import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Bitmap } from '../bitmap.ts';

/** Dots are stored packed: a drawn text is mostly white. */
const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const deflatedBytesSchema = z.codec(z.base64(), bytesSchema, {
  decode: (text) => new Uint8Array(inflateRawSync(Buffer.from(text, 'base64'))),
  encode: (unpacked) => deflateRawSync(unpacked).toString('base64'),
});
const bitmapSchema = z.strictObject({
  bytesPerRow: z.int(),
  height: z.int(),
  data: deflatedBytesSchema,
});

/**
 * One line of a paper, laid out for its width and its printer. The tape, the PDF files and the
 * printer's bytes are all rendered from it.
 */
const LINE_SCHEMAS = [
  /** Our own words. `double` and `mark` are twice as large; a mark is white on black. */
  z.strictObject({
    kind: z.literal('text'),
    text: z.string(),
    align: z.enum(['left', 'center']),
    weight: z.enum(['plain', 'bold', 'double', 'mark']),
  }),
  /** One character over the whole width. */
  z.strictObject({ kind: z.literal('rule'), character: z.enum(['-', '=']) }),
  /** For a scanner, centred. The printer draws it. */
  z.strictObject({
    kind: z.literal('code'),
    symbology: z.enum(['qr', 'code-128']),
    text: z.string(),
  }),
  /** A line of the service's text; in each of these three kinds, `text` is as it was sent. */
  z.strictObject({ kind: z.literal('ticket-exact'), text: z.string() }),
  /** Some characters appear as their code point, or the line continues below. */
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
  /** An image, because the printer's characters cannot hold all of the text. */
  z.strictObject({
    kind: z.literal('ticket-drawn'),
    text: z.string(),
    pieces: z.array(bitmapSchema),
  }),
  z.strictObject({ kind: z.literal('cut') }),
  /** The pulse that opens the drawer. */
  z.strictObject({ kind: z.literal('drawer') }),
] as const;

/** As it is stored: the dots of the shop's picture are stored once; `picture` is their digest. */
const storedLogoSchema = z.strictObject({
  kind: z.literal('logo'),
  bytesPerRow: z.int(),
  height: z.int(),
  picture: z.string(),
});
const storedLinesSchema = z.array(
  z.discriminatedUnion('kind', [storedLogoSchema, ...LINE_SCHEMAS]),
);

type StoredLine = z.output<typeof storedLinesSchema>[number];
/** The shop's picture, centred. */
type LogoLine = { readonly kind: 'logo'; readonly dots: Bitmap };

export type PaperLine = Exclude<StoredLine, { kind: 'logo' }> | LogoLine;
export type TicketTextLine = Extract<PaperLine, { kind: `ticket-${string}` }>;
export type TicketPiece = Extract<PaperLine, { kind: 'ticket-marked' }>['pieces'][number];

/** Pictures by their digest. */
export type PicturesByDigest = ReadonlyMap<string, Uint8Array>;

export function computePictureDigest(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 32);
}

/** The lines as JSON text, and the pictures to which they refer. */
export function encodePaperLines(lines: readonly PaperLine[]): {
  readonly text: string;
  readonly pictures: PicturesByDigest;
} {
  const pictures = new Map<string, Uint8Array>();
  const storedLines = lines.map((line): StoredLine => {
    if (line.kind !== 'logo') return line;
    const { bytesPerRow, height, data } = line.dots;
    const picture = computePictureDigest(data);
    pictures.set(picture, data);
    return { kind: 'logo', bytesPerRow, height, picture };
  });
  return { text: JSON.stringify(z.encode(storedLinesSchema, storedLines)), pictures };
}

/** Stored lines. `hasMoreTicketText`: the paper has more of the service's text than these lines. */
export interface DecodedPaperLines {
  readonly lines: readonly PaperLine[];
  readonly hasMoreTicketText: boolean;
}

/**
 * Throws if the text is not valid. Reads at most `maxTicketLines` lines of the service's text.
 */
export function decodePaperLines(
  text: string,
  readPicture: (digest: string) => Uint8Array,
  maxTicketLines = Number.POSITIVE_INFINITY,
): DecodedPaperLines {
  const { encodedLines, hasMoreTicketText } = limitTicketLines(JSON.parse(text), maxTicketLines);
  const lines = storedLinesSchema.decode(encodedLines).map((line): PaperLine => {
    if (line.kind !== 'logo') return line;
    const { bytesPerRow, height } = line;
    return { kind: 'logo', dots: { bytesPerRow, height, data: readPicture(line.picture) } };
  });
  return { lines, hasMoreTicketText };
}

type EncodedLine = z.input<typeof storedLinesSchema>[number];

/** Runs before the lines are validated and unpacked: there may be tens of thousands. */
function limitTicketLines(
  encoded: EncodedLine[],
  maxLines: number,
): { readonly encodedLines: EncodedLine[]; readonly hasMoreTicketText: boolean } {
  let linesLeft = maxLines;
  let hasMoreTicketText = false;
  const encodedLines = encoded.flatMap((line): EncodedLine[] => {
    if (line.kind === 'ticket-exact') {
      linesLeft -= 1;
      hasMoreTicketText ||= linesLeft < 0;
      return linesLeft < 0 ? [] : [line];
    }
    if (line.kind !== 'ticket-marked' && line.kind !== 'ticket-drawn') return [line];
    const available = Math.max(0, linesLeft);
    linesLeft -= line.pieces.length;
    hasMoreTicketText ||= linesLeft < 0;
    if (available === 0) return [];
    if (line.kind === 'ticket-marked')
      return [{ ...line, pieces: line.pieces.slice(0, available) }];
    return [{ ...line, pieces: line.pieces.slice(0, available) }];
  });
  return { encodedLines, hasMoreTicketText };
}

export function isTicketTextLine(line: PaperLine): line is TicketTextLine {
  return (
    line.kind === 'ticket-exact' || line.kind === 'ticket-marked' || line.kind === 'ticket-drawn'
  );
}
