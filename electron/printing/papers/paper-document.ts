import { z } from 'zod';
import {
  buildLogoLines,
  NO_TICKET_FIELDS,
  type Receipt,
  type ReceiptLine,
  type ReceiptShop,
} from './receipt.ts';
import { formatShopTime } from './shop-time.ts';

/**
 * A paper without a payment: a report or a slip of the drawer. Its lines are stored with the job, so
 * that its content does not change when the shop, the language or the printer changes.
 */

const reportLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    text: z.string(),
    align: z.enum(['left', 'center']),
    weight: z.enum(['plain', 'bold', 'double', 'mark']),
  }),
  z.strictObject({
    kind: z.literal('pair'),
    label: z.string(),
    value: z.string(),
    isBold: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('rule') }),
  /** Only on the sheet of the scanner check. */
  z.strictObject({
    kind: z.literal('code'),
    symbology: z.enum(['qr', 'code-128']),
    text: z.string(),
  }),
  z.strictObject({ kind: z.literal('blank') }),
]);

const paperDocumentSchema = z.strictObject({
  /** Part of the name of a PDF file: small letters, digits and hyphens. */
  name: z.string(),
  lines: z.array(reportLineSchema),
  /** `last`: only after all of it has been printed, as when money is paid out. */
  drawer: z.enum(['stays', 'first', 'last']),
  /** Missing in documents of an earlier version. */
  guard: z.enum(['x-report', 'z-reports', 'earnings']).nullable().optional(),
});

/** The content of such a paper, before it is laid out for a width. */
export interface PaperDocument {
  readonly name: string;
  readonly lines: readonly ReportLine[];
  readonly drawer: Receipt['drawer'];
  /** The permission needed to see it and to print it again; null if any cashier may. */
  readonly guard: 'x-report' | 'z-reports' | 'earnings' | null;
}

/** A line of our own words, or a code on the sheet of the scanner check. */
export type ReportLine = Extract<
  ReceiptLine,
  { kind: 'text' | 'pair' | 'rule' | 'blank' | 'code' }
>;

export function encodePaperDocument(document: PaperDocument): string {
  return JSON.stringify(document);
}

/** Throws if the text is not a valid document. */
export function parsePaperDocument(encodedDocument: string): PaperDocument {
  const document = paperDocumentSchema.parse(JSON.parse(encodedDocument));
  // In an earlier version, only slips opened the drawer.
  const { guard = document.drawer === 'stays' ? 'x-report' : null } = document;
  return { ...document, guard };
}

/** A document that cannot be parsed is shown only to those who may see an X report. */
export function getPaperDocumentPermission(encodedDocument: string): PaperDocument['guard'] {
  const document = parseDocumentOrNull(encodedDocument);
  return document === null ? 'x-report' : document.guard;
}

export function getPaperDocumentName(encodedDocument: string): string | null {
  return parseDocumentOrNull(encodedDocument)?.name ?? null;
}

function parseDocumentOrNull(text: string): PaperDocument | null {
  try {
    return parsePaperDocument(text);
  } catch {
    return null;
  }
}

/** Below the shop's current picture, as on all its papers. */
export function toReceiptOfPaperDocument(encodedDocument: string, shop: ReceiptShop): Receipt {
  const { lines, drawer } = parsePaperDocument(encodedDocument);
  return { ...NO_TICKET_FIELDS, before: [...buildLogoLines(shop), ...lines], drawer };
}

/** `2026-01-15_21-42-07_corte-z-12`. */
export function formatPaperDocumentFileName(
  encodedDocument: string,
  createdAt: string,
  { timeZone }: { readonly timeZone: string },
): string {
  const time = formatShopTime(createdAt, { timeZone, language: 'en' });
  return [...time.replaceAll(':', '-').split(' '), parsePaperDocument(encodedDocument).name].join(
    '_',
  );
}
