import type { Database } from './database.ts';
import { readRow } from './row-reader.ts';

/**
 * What the ledger keeps of a gift card may hold its code, which is money to whoever reads it: the
 * ticket text, the answer as it came, the lines and the bytes of its papers. All of it is sealed
 * under the data key before it is written, and opened where a paper is made or shown. A payment of
 * any kind to a gift card's biller counts, its cancel too.
 */
export function hasGiftCardCode(
  database: Pick<Database, 'prepare'>,
  intentId: string | null,
): boolean {
  if (intentId === null) return false;
  const row = database
    .prepare(
      `SELECT kind = 'gift-card' OR biller_kind = 'gift-card' AS yes FROM intents WHERE id = ?`,
    )
    .get(intentId);
  return row !== undefined && readRow(row).integer('yes') === 1;
}

/** Where a sealed value belongs: it opens nowhere else. */
export const sealLocations = {
  ticket: (intentId: string) => `outcomes.ticket_text ${intentId}`,
  longTicket: (intentId: string) => `long_ticket_texts.text ${intentId}`,
  answer: (intentId: string, send: number) => `sends.raw ${intentId} ${send}`,
  lines: (jobId: string) => `print_jobs.lines ${jobId}`,
  bytes: (jobId: string) => `print_jobs.bytes ${jobId}`,
} as const;

/** The ticket text as it was received. */
export function openTicketText(
  database: Pick<Database, 'prepare' | 'codes'>,
  intentId: string,
  kept: string | null,
): string | null {
  if (kept === null || !hasGiftCardCode(database, intentId)) return kept;
  return database.codes.openText(kept, sealLocations.ticket(intentId));
}
