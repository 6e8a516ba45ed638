import { verifyHashChain } from '../../../electron/ledger/audit/index.ts';
import type { Database } from '../../../electron/ledger/index.ts';
import type { Acknowledgement } from './record-till.ts';

/** Returns what is torn in a ledger: its pages, its rows, its audit log. */
export async function findLedgerFaults(database: Database): Promise<string[]> {
  const faults: string[] = [];
  const integrity = database.prepare('PRAGMA integrity_check').all();
  if (JSON.stringify(integrity) !== '[{"integrity_check":"ok"}]')
    faults.push(`the ledger is damaged: ${JSON.stringify(integrity)}`);
  if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
    faults.push('the ledger has rows that refer to missing ones');
  const { firstBreak } = await verifyHashChain(database, async () => {});
  if (firstBreak !== null) faults.push(`the audit log is broken: ${JSON.stringify(firstBreak)}`);
  const incompleteIntents = database
    .prepare(
      `SELECT id FROM intents WHERE id NOT IN (SELECT intent_id FROM outcomes)
         OR id NOT IN (SELECT intent_id FROM sends)`,
    )
    .all();
  if (incompleteIntents.length > 0) faults.push('a payment is in the ledger in part');
  return faults;
}

/** Returns which acknowledged payments are in none of the ledgers as they were sent and shown. */
export function findPaymentFaults(
  databases: readonly Pick<Database, 'prepare'>[],
  acknowledged: readonly Acknowledgement[],
): string[] {
  const isFound = (sql: string, ...values: (string | Uint8Array)[]): boolean =>
    databases.some((database) => database.prepare(sql).get(...values) !== undefined);
  return acknowledged.flatMap((acknowledgement) => {
    if (acknowledgement.kind === 'sent') {
      const { idempotencyKey, body } = acknowledgement.request;
      const isStored = isFound(
        'SELECT 1 FROM intents WHERE idempotency_key = ? AND body = ?',
        idempotencyKey,
        Buffer.from(body),
      );
      return isStored ? [] : ['the ledger lacks a payment that was sent, or its bytes'];
    }
    if (acknowledgement.kind !== 'paid') return [];
    const { paymentId } = acknowledgement;
    return isFound("SELECT 1 FROM outcomes WHERE intent_id = ? AND state = 'paid'", paymentId)
      ? []
      : ['a payment that was shown as paid is not'];
  });
}
