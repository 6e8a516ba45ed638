import type { Database } from './database.ts';
import { createRowReader } from './row-reader.ts';

/**
 * Whether the ledger's data of a payment can contain a gift card's code, which anyone can spend: the
 * ticket text, the raw response, and the lines and bytes of its papers. All of them are sealed with
 * the data key before they are written, and opened when a paper is rendered or shown. A payment of
 * any kind to a gift card biller counts, also its cancel.
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
  return row !== undefined && createRowReader(row).integer('yes') === 1;
}

/** The location of a sealed value: it cannot be opened at any other location. */
export const giftCardSealContexts = {
  ticket: (intentId: string) => `outcomes.ticket_text ${intentId}`,
  longTicket: (intentId: string) => `long_ticket_texts.text ${intentId}`,
  answer: (intentId: string, send: number) => `sends.raw ${intentId} ${send}`,
  lines: (jobId: string) => `print_jobs.lines ${jobId}`,
  bytes: (jobId: string) => `print_jobs.bytes ${jobId}`,
} as const;

/** The ticket text as it was received. */
export function unsealTicketText(
  database: Pick<Database, 'prepare' | 'codeSealer'>,
  intentId: string,
  stored: string | null,
): string | null {
  if (stored === null || !hasGiftCardCode(database, intentId)) return stored;
  return database.codeSealer.openText(stored, giftCardSealContexts.ticket(intentId));
}
