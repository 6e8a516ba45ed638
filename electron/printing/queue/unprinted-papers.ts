import { UNPRINTED_PAPER_SEARCH_LIMIT } from '../../../shared/rules/index.ts';
import {
  column,
  type Database,
  defineRowReader,
  INTENTS,
  pickFields,
  type RowOf,
} from '../../ledger/index.ts';

/** Papers that are not out: in the print queue, or waiting for a person's decision. */

const UNPRINTED_STATES = ['waiting', 'printing', 'unconfirmed', 'refused', 'failed'] as const;

const UNPRINTED_PAPER = defineRowReader({
  jobId: column.text('id'),
  paymentId: column.textOrNull('intent_id'),
  kind: column.text('kind'),
  state: column.oneOf('state', UNPRINTED_STATES),
  reason: column.textOrNull('reason'),
  createdAt: column.text('created_at'),
  billerName: column.textOrNull('biller_name'),
  account: column.orNull(column.group(pickFields(INTENTS, ['accountNumber', 'accountShown']))),
  amount: column.textOrNull('amount'),
  currency: column.textOrNull('currency'),
});
export type UnprintedPaperRow = RowOf<typeof UNPRINTED_PAPER>;

/** The oldest first, without test pages and the drawer's pulses, which need no decision. */
export function listUnprintedPapers(database: Database, limit: number): UnprintedPaperRow[] {
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
    .all(UNPRINTED_PAPER_SEARCH_LIMIT, limit)
    .map(UNPRINTED_PAPER.read);
}
