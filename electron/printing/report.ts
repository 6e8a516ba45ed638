import { z } from 'zod';
import type { AroundLine, Receipt } from './receipt.ts';
import { shopTime } from './shop-time.ts';

/**
 * A paper that belongs to no payment: a report, a slip of the drawer. Its lines are kept with the
 * job, so that it says the same for ever, whatever the shop, the language or the printer becomes.
 */

const line = z.discriminatedUnion('kind', [
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
  z.strictObject({ kind: z.literal('blank') }),
]);

const paperDocument = z.strictObject({
  /** In the name of a PDF file: small letters, digits and hyphens. */
  name: z.string(),
  lines: z.array(line),
  /** `last`: only once all of it has been printed, as where money goes out. */
  drawer: z.enum(['stays', 'first', 'last']),
});

/** What such a paper says, before it is laid out for a width. */
export interface PaperDocument {
  readonly name: string;
  readonly lines: readonly ReportLine[];
  readonly drawer: Receipt['drawer'];
}

/** A line of our own words; there are no codes to scan on such a paper. */
export type ReportLine = Extract<AroundLine, { kind: 'text' | 'pair' | 'rule' | 'blank' }>;

export function writeDocument(document: PaperDocument): string {
  return JSON.stringify(document);
}

/** Throws where the ledger holds something else. */
export function readDocument(text: string): PaperDocument {
  return paperDocument.parse(JSON.parse(text));
}

export function receiptOfDocument(text: string): Receipt {
  const { lines, drawer } = readDocument(text);
  return { before: lines, ticket: null, after: () => [], drawer };
}

/** `2026-01-15_21-42-07_corte-z-12`. */
export function fileNameOfDocument(
  text: string,
  createdAt: string,
  { timeZone }: { readonly timeZone: string },
): string {
  const time = shopTime(createdAt, { timeZone, language: 'en' });
  return [...time.replaceAll(':', '-').split(' '), readDocument(text).name].join('_');
}
