import { claimStateSchema } from '../../../shared/contract/index.ts';
import {
  column,
  createRowReader,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  defineUpdate,
  formattedAccountColumn,
  INTENTS,
  LOOK_UPS,
  pickFields,
  type RowOf,
  SENDS,
} from '../../ledger/index.ts';

/** The rows of claims, and of what their sheets show. Writing functions run inside a commit. */

const CLAIMS = defineTable('claims', {
  number: column.generated(
    column.integer('number'),
    '(SELECT coalesce(max(number), 0) + 1 FROM claims)',
  ),
  id: column.text('id'),
  paymentId: column.text('intent_id'),
  state: column.oneOf('state', claimStateSchema.options),
  openedAt: column.text('opened_at'),
  /** A day of the shop's calendar. */
  followUpOn: column.text('follow_up_on'),
});

/** A claim with what lists show of its payment. */
const CLAIM = defineRowReader({
  ...CLAIMS.fields,
  ...pickFields(INTENTS, ['billerName', 'accountNumber', 'due']),
  accountShown: formattedAccountColumn,
});
export type ClaimRow = RowOf<typeof CLAIM>;

const CLAIM_ENTRIES = defineTable('claim_entries', {
  claimId: column.text('claim_id'),
  at: column.text('at'),
  cashierId: column.text('cashier_id'),
  approvedBy: column.textOrNull('approved_by'),
  state: column.oneOf('state', claimStateSchema.options),
  note: column.text('note'),
  followUpOn: column.text('follow_up_on'),
});

const CLAIM_ENTRY = defineRowReader({
  ...pickFields(CLAIM_ENTRIES, ['at', 'state', 'note', 'followUpOn']),
  by: column.text('cashier_name'),
  approvedBy: column.textOrNull('approver_name'),
});

const claimInsert = defineInsert(CLAIMS);
const entryInsert = defineInsert(CLAIM_ENTRIES);
const claimUpdate = defineUpdate(CLAIMS, { set: ['state', 'followUpOn'], by: ['id'] });
const SELECT_CLAIM = `SELECT c.*, i.biller_name, i.account_number, i.account_shown, i.due, i.shop_currency
  FROM claims c JOIN intents i ON i.id = c.intent_id`;

export function insertClaim(
  database: Database,
  claim: Pick<RowOf<typeof CLAIMS>, 'id' | 'paymentId' | 'state' | 'openedAt' | 'followUpOn'>,
): void {
  claimInsert.run(database, claim);
}

export function updateClaim(
  database: Database,
  claim: Pick<RowOf<typeof CLAIMS>, 'id' | 'state' | 'followUpOn'>,
): void {
  claimUpdate.run(database, claim);
}

export function insertClaimEntry(database: Database, entry: RowOf<typeof CLAIM_ENTRIES>): void {
  entryInsert.run(database, entry);
}

/** The open claims, the earliest follow-up first. */
export function listOpenClaims(database: Pick<Database, 'prepare'>): ClaimRow[] {
  return database
    .prepare(`${SELECT_CLAIM} WHERE c.state = 'open' ORDER BY c.follow_up_on, c.number`)
    .all()
    .map(CLAIM.read);
}

/** The last closed claims, newest first. */
export function listClosedClaims(database: Database, limit: number): ClaimRow[] {
  return database
    .prepare(`${SELECT_CLAIM} WHERE c.state <> 'open' ORDER BY c.number DESC LIMIT ?`)
    .all(limit)
    .map(CLAIM.read);
}

export function readClaim(database: Database, id: string): ClaimRow | null {
  const row = database.prepare(`${SELECT_CLAIM} WHERE c.id = ?`).get(id);
  return row === undefined ? null : CLAIM.read(row);
}

export function readNewestClaimOfPayment(database: Database, paymentId: string): ClaimRow | null {
  const row = database
    .prepare(`${SELECT_CLAIM} WHERE c.intent_id = ? ORDER BY c.number DESC LIMIT 1`)
    .get(paymentId);
  return row === undefined ? null : CLAIM.read(row);
}

export function listClaimEntries(database: Database, claimId: string) {
  return database
    .prepare(
      `SELECT e.*, c.name AS cashier_name, a.name AS approver_name FROM claim_entries e
         JOIN cashiers c ON c.id = e.cashier_id LEFT JOIN cashiers a ON a.id = e.approved_by
       WHERE e.claim_id = ? ORDER BY e.id`,
    )
    .all(claimId)
    .map(CLAIM_ENTRY.read);
}

/** The latest time at which a payment began, in milliseconds; null without one. */
export function readLatestPaymentTime(database: Database): number | null {
  const row = database.prepare('SELECT max(created_at) AS at FROM intents').get();
  const at = row === undefined ? null : createRowReader(row).textOrNull('at');
  return at === null ? null : Date.parse(at);
}

const SEND = defineRowReader({ ...SENDS.fields, by: column.text('cashier_name') });
export type ClaimedSend = RowOf<typeof SEND>;

/** The requests of a payment, and their answers. */
export function listSends(database: Database, paymentId: string): ClaimedSend[] {
  return database
    .prepare(
      `SELECT s.*, c.name AS cashier_name FROM sends s JOIN cashiers c ON c.id = s.cashier_id
       WHERE s.intent_id = ? ORDER BY s.number`,
    )
    .all(paymentId)
    .map(SEND.read);
}

export function listLookUps(database: Database, paymentId: string) {
  return database
    .prepare('SELECT * FROM look_ups WHERE intent_id = ? ORDER BY number')
    .all(paymentId)
    .map(LOOK_UPS.read);
}
