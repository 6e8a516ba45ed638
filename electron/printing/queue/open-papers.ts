import { OPEN_PAPER_SEARCH_LIMIT } from '../../../shared/rules/index.ts';
import { type Database, parseOneOf, readRow } from '../../ledger/index.ts';

/** Papers that are not out: in the print queue, or waiting for a person's decision. */

const OPEN_STATES = ['waiting', 'printing', 'unconfirmed', 'refused', 'failed'] as const;

export interface OpenPaperRow {
  readonly jobId: string;
  readonly paymentId: string | null;
  readonly kind: string;
  readonly state: (typeof OPEN_STATES)[number];
  readonly reason: string | null;
  readonly createdAt: string;
  readonly billerName: string | null;
  readonly account: { readonly accountNumber: string; readonly accountShown: string } | null;
  readonly amount: string | null;
  readonly currency: string | null;
}

/** The oldest first, without test pages and the drawer's pulses, which need no decision. */
export function listOpenPapers(database: Database, limit: number): OpenPaperRow[] {
  return database
    .prepare(
      `SELECT p.id, p.intent_id, p.kind, p.state, p.reason, p.created_at,
         i.biller_name, i.account_number, i.account_shown, i.amount, i.currency
       FROM (SELECT id, number, intent_id, kind, state, reason, created_at FROM print_jobs
             ORDER BY number DESC LIMIT ?) p
       LEFT JOIN intents i ON i.id = p.intent_id
       WHERE p.state IN ('waiting', 'printing', 'unconfirmed', 'refused', 'failed') AND p.kind NOT IN ('test', 'drawer', 'change')
       ORDER BY p.number LIMIT ?`,
    )
    .all(OPEN_PAPER_SEARCH_LIMIT, limit)
    .map((row) => {
      const read = readRow(row);
      const accountNumber = read.textOrNull('account_number');
      const accountShown = read.textOrNull('account_shown') ?? accountNumber ?? '';
      return {
        jobId: read.text('id'),
        paymentId: read.textOrNull('intent_id'),
        kind: read.text('kind'),
        state: parseOneOf(read.text('state'), OPEN_STATES),
        reason: read.textOrNull('reason'),
        createdAt: read.text('created_at'),
        billerName: read.textOrNull('biller_name'),
        account: accountNumber === null ? null : { accountNumber, accountShown },
        amount: read.textOrNull('amount'),
        currency: read.textOrNull('currency'),
      };
    });
}
