import { toAccountKey } from '../../../shared/rules/index.ts';
import { toSearchText } from '../../../shared/text/index.ts';
import { type Database, parseOneOf, readRow } from '../../ledger/index.ts';

/** The rows of `customer_accounts`. Writing functions run inside the caller's commit. */

export const CUSTOMER_KINDS = ['bill', 'top-up', 'gift-card'] as const;
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

export interface CustomerRow {
  readonly id: string;
  readonly billerId: number;
  readonly billerName: string;
  readonly kind: CustomerKind;
  readonly accountNumber: string;
  readonly accountShown: string;
  readonly name: string | null;
  readonly phone: string | null;
  /** ISO 8601 in UTC. */
  readonly usedAt: string;
}

/** Words in small letters without accents. */
function toSearchWords(text: string): string[] {
  return toSearchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Keeps it, or notes that it was used again. A name or a phone that is not told stays. */
export function upsertCustomer(database: Database, row: CustomerRow): void {
  const keys = [...new Set([toAccountKey(row.accountNumber), toAccountKey(row.accountShown)])].join(
    ' ',
  );
  database
    .prepare(
      `INSERT INTO customer_accounts (id, biller_id, biller_name, kind, account_number,
         account_shown, account_keys, name, name_plain, phone, used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (biller_id, kind, account_number) DO UPDATE SET
         biller_name = excluded.biller_name, account_shown = excluded.account_shown,
         account_keys = excluded.account_keys, name = coalesce(excluded.name, name),
         name_plain = coalesce(excluded.name_plain, name_plain),
         phone = coalesce(excluded.phone, phone), used_at = max(excluded.used_at, used_at)`,
    )
    .run(
      row.id,
      row.billerId,
      row.billerName,
      row.kind,
      row.accountNumber,
      row.accountShown,
      keys,
      row.name,
      row.name === null ? null : toSearchWords(row.name).join(' '),
      row.phone,
      row.usedAt,
    );
}

export function updatePhone(database: Database, id: string, phone: string | null): void {
  database.prepare('UPDATE customer_accounts SET phone = ? WHERE id = ?').run(phone, id);
}

const CUSTOMER_COLUMNS =
  'id, biller_id, biller_name, kind, account_number, account_shown, name, phone, used_at';

function toCustomer(row: Parameters<typeof readRow>[0]): CustomerRow {
  const read = readRow(row);
  return {
    id: read.text('id'),
    billerId: read.integer('biller_id'),
    billerName: read.text('biller_name'),
    kind: parseOneOf(read.text('kind'), CUSTOMER_KINDS),
    accountNumber: read.text('account_number'),
    accountShown: read.text('account_shown'),
    name: read.textOrNull('name'),
    phone: read.textOrNull('phone'),
    usedAt: read.text('used_at'),
  };
}

/** Used since then; null if there is none. */
export function readCustomer(database: Database, id: string, since: string): CustomerRow | null {
  const row = database
    .prepare(`SELECT ${CUSTOMER_COLUMNS} FROM customer_accounts WHERE id = ? AND used_at >= ?`)
    .get(id, since);
  return row === undefined ? null : toCustomer(row);
}

/** So few characters would fit too many people. */
const MIN_NUMBER_LENGTH = 4;
const MIN_NAME_LENGTH = 3;

/** What was typed, and whether whoever typed it may not see personal data. */
export interface CustomerSearch {
  readonly text: string;
  readonly isMasked: boolean;
}

/** Of the number and of the shown account: each begins or ends with it. */
const MATCH_PART_CONDITIONS = [
  `instr(' ' || account_keys, ' ' || ?1) > 0`,
  `instr(account_keys || ' ', ?1 || ' ') > 0`,
  `substr(phone, 1, length(?1)) = ?1`,
  `substr(phone, -length(?1)) = ?1`,
];
/**
 * Nobody tries out one digit after the other of what is hidden: the whole number, or the last four
 * characters where the mask shows them.
 */
const MATCH_WHOLE_CONDITIONS = [
  `instr(' ' || account_keys || ' ', ' ' || ?1 || ' ') > 0`,
  `phone = ?1`,
  `length(?1) = 4 AND length(account_number) >= 8 AND instr(account_keys || ' ', ?1 || ' ') > 0`,
  `length(?1) = 4 AND length(phone) >= 8 AND substr(phone, -4) = ?1`,
];

/** How the typed text is looked for; null if it is too little to look for anybody. */
function buildSearchCondition({
  text,
  isMasked,
}: CustomerSearch): { where: string; values: string[] } | null {
  if (text.trim() === '') return { where: 'true', values: [] };
  const words = toSearchWords(text);
  const key = toAccountKey(text);
  const byNumber = /\p{N}/u.test(key) && key.length >= MIN_NUMBER_LENGTH;
  const byName = words.join('').length >= MIN_NAME_LENGTH;
  const number = (isMasked ? MATCH_WHOLE_CONDITIONS : MATCH_PART_CONDITIONS).map(
    (one) => `(${one})`,
  );
  // Of somebody masked, whole words; else their beginnings.
  const end = isMasked ? " || ' '" : '';
  const names = words.map((_, at) => `instr(' ' || name_plain${end}, ' ' || ?${at + 2}${end}) > 0`);
  const conditions = [...(byNumber ? number : []), ...(byName ? [`(${names.join(' AND ')})`] : [])];
  if (conditions.length === 0) return null;
  // Each numbered parameter is named, whether it is used or not.
  return {
    where: `(?1 IS NOT NULL AND (${conditions.join(' OR ')}))`,
    values: byName ? [key, ...words] : [key],
  };
}

/** Those used since then that fit the text, the last used first. */
export function findCustomers(
  database: Database,
  search: CustomerSearch,
  since: string,
  limit: number,
): CustomerRow[] {
  const condition = buildSearchCondition(search);
  if (condition === null) return [];
  const { where, values } = condition;
  return database
    .prepare(
      `SELECT ${CUSTOMER_COLUMNS} FROM customer_accounts WHERE ${where} AND used_at >= ?${values.length + 1}
       ORDER BY used_at DESC, id LIMIT ?${values.length + 2}`,
    )
    .all(...values, since, limit)
    .map(toCustomer);
}

export function countCustomers(database: Database, since: string): number {
  const row = database
    .prepare('SELECT count(*) AS count FROM customer_accounts WHERE used_at >= ?')
    .get(since);
  return Number(row?.count);
}

export function deleteCustomer(database: Database, id: string): void {
  database.prepare('DELETE FROM customer_accounts WHERE id = ?').run(id);
}

export function deleteAllCustomers(database: Database): number {
  return Number(database.prepare('DELETE FROM customer_accounts').run().changes);
}

/** What is kept; times are ISO 8601 in UTC. */
export interface RetentionLimits {
  /** Those not used since then go. */
  readonly since: string;
  /** Those that were used later, by a clock that was wrong, were used now. */
  readonly until: string;
  /** Above that many go those used longest ago. */
  readonly maxCount: number;
}

/** Returns how many were deleted. */
export function applyRetentionLimits(
  database: Database,
  { since, until, maxCount }: RetentionLimits,
): number {
  database.prepare('UPDATE customer_accounts SET used_at = ?1 WHERE used_at > ?1').run(until);
  const old = database.prepare('DELETE FROM customer_accounts WHERE used_at < ?').run(since);
  const over = database
    .prepare(
      `DELETE FROM customer_accounts WHERE id IN (
         SELECT id FROM customer_accounts ORDER BY used_at DESC, id LIMIT -1 OFFSET ?)`,
    )
    .run(maxCount);
  return Number(old.changes) + Number(over.changes);
}

/** Whether `applyRetentionLimits` would change any. */
export function areRetentionLimitsExceeded(
  database: Database,
  { since, until, maxCount }: RetentionLimits,
): boolean {
  const row = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM customer_accounts WHERE used_at < ?1 OR used_at > ?2)
         OR (SELECT count(*) FROM customer_accounts) > ?3 AS has`,
    )
    .get(since, until, maxCount);
  return row?.has === 1;
}
