import { toAccountKey } from '../../../shared/rules/index.ts';
import { toSearchText } from '../../../shared/text/index.ts';
import {
  column,
  type Database,
  defineInsert,
  defineRowReader,
  defineTable,
  pickFields,
  type RowOf,
} from '../../ledger/index.ts';

/** The rows of `customer_accounts`. Writing functions run inside the caller's commit. */

export const CUSTOMER_ACCOUNT_KINDS = ['bill', 'top-up', 'gift-card'] as const;
export type CustomerAccountKind = (typeof CUSTOMER_ACCOUNT_KINDS)[number];

/** Words in lower case without accents. */
function toSearchWords(text: string): string[] {
  return toSearchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What a search compares is computed of the account and the name. */
const CUSTOMERS = defineTable('customer_accounts', {
  id: column.text('id'),
  billerId: column.integer('biller_id'),
  billerName: column.text('biller_name'),
  kind: column.oneOf('kind', CUSTOMER_ACCOUNT_KINDS),
  accountNumber: column.text('account_number'),
  accountShown: column.text('account_shown'),
  accountKeys: column.text('account_keys'),
  name: column.textOrNull('name'),
  plainName: column.textOrNull('name_plain'),
  phone: column.textOrNull('phone'),
  /** ISO 8601 in UTC. */
  usedAt: column.text('used_at'),
});
const CUSTOMER = defineRowReader(
  pickFields(CUSTOMERS, [
    'id',
    'billerId',
    'billerName',
    'kind',
    'accountNumber',
    'accountShown',
    'name',
    'phone',
    'usedAt',
  ]),
);
export type CustomerAccountRow = RowOf<typeof CUSTOMER>;

const customerInsert = defineInsert(CUSTOMERS, {
  onConflictSql: `ON CONFLICT (biller_id, kind, account_number) DO UPDATE SET
     biller_name = excluded.biller_name, account_shown = excluded.account_shown,
     account_keys = excluded.account_keys, name = coalesce(excluded.name, name),
     name_plain = coalesce(excluded.name_plain, name_plain),
     phone = coalesce(excluded.phone, phone), used_at = max(excluded.used_at, used_at)`,
});

/** Inserts the account or updates its last use. A null name or phone does not replace a stored one. */
export function upsertCustomer(database: Database, row: CustomerAccountRow): void {
  const { accountNumber, accountShown, name } = row;
  customerInsert.run(database, {
    ...row,
    accountKeys: [...new Set([toAccountKey(accountNumber), toAccountKey(accountShown)])].join(' '),
    plainName: name === null ? null : toSearchWords(name).join(' '),
  });
}

export function updateCustomerPhone(database: Database, id: string, phone: string | null): void {
  database.prepare('UPDATE customer_accounts SET phone = ? WHERE id = ?').run(phone, id);
}

/** The account if it was used since then; null otherwise. */
export function readCustomer(
  database: Database,
  id: string,
  since: string,
): CustomerAccountRow | null {
  const row = database
    .prepare('SELECT * FROM customer_accounts WHERE id = ? AND used_at >= ?')
    .get(id, since);
  return row === undefined ? null : CUSTOMER.read(row);
}

/** Shorter texts match too many customers. */
const MIN_NUMBER_LENGTH = 4;
const MIN_NAME_LENGTH = 3;

export interface CustomerSearch {
  readonly text: string;
  /** Whether the viewer is not permitted to see personal data. */
  readonly isMasked: boolean;
}

/** An account number, formatted account or phone begins or ends with the typed text. */
const MATCH_PART_CONDITIONS = [
  `instr(' ' || account_keys, ' ' || ?1) > 0`,
  `instr(account_keys || ' ', ?1 || ' ') > 0`,
  `substr(phone, 1, length(?1)) = ?1`,
  `substr(phone, -length(?1)) = ?1`,
];
/**
 * The whole number, or the last four characters if the mask shows them, so that hidden digits cannot
 * be guessed one by one.
 */
const MATCH_WHOLE_CONDITIONS = [
  `instr(' ' || account_keys || ' ', ' ' || ?1 || ' ') > 0`,
  `phone = ?1`,
  `length(?1) = 4 AND length(account_number) >= 8 AND instr(account_keys || ' ', ?1 || ' ') > 0`,
  `length(?1) = 4 AND length(phone) >= 8 AND substr(phone, -4) = ?1`,
];

/** The SQL condition for the typed text; null if the text is too short to search. */
function buildSearchCondition({
  text,
  isMasked,
}: CustomerSearch): { where: string; values: string[] } | null {
  if (text.trim() === '') return { where: 'true', values: [] };
  const words = toSearchWords(text);
  const key = toAccountKey(text);
  const hasNumberSearch = /\p{N}/u.test(key) && key.length >= MIN_NUMBER_LENGTH;
  const hasNameSearch = words.join('').length >= MIN_NAME_LENGTH;
  const numberConditions = (isMasked ? MATCH_WHOLE_CONDITIONS : MATCH_PART_CONDITIONS).map(
    (condition) => `(${condition})`,
  );
  // Masked results match whole words, others the beginnings of words.
  const end = isMasked ? " || ' '" : '';
  const nameConditions = words.map(
    (_, at) => `instr(' ' || name_plain${end}, ' ' || ?${at + 2}${end}) > 0`,
  );
  const conditions = [
    ...(hasNumberSearch ? numberConditions : []),
    ...(hasNameSearch ? [`(${nameConditions.join(' AND ')})`] : []),
  ];
  if (conditions.length === 0) return null;
  // SQLite requires ?1 to occur in the statement, even if no condition uses it.
  return {
    where: `(?1 IS NOT NULL AND (${conditions.join(' OR ')}))`,
    values: hasNameSearch ? [key, ...words] : [key],
  };
}

/** Accounts used since `since` that match the text, the last used first. */
export function findCustomers(
  database: Database,
  search: CustomerSearch,
  since: string,
  limit: number,
): CustomerAccountRow[] {
  const condition = buildSearchCondition(search);
  if (condition === null) return [];
  const { where, values } = condition;
  return database
    .prepare(
      `SELECT * FROM customer_accounts WHERE ${where} AND used_at >= ?${values.length + 1}
       ORDER BY used_at DESC, id LIMIT ?${values.length + 2}`,
    )
    .all(...values, since, limit)
    .map(CUSTOMER.read);
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

/** Which accounts are kept; times are ISO 8601 in UTC. */
export interface CustomerRetentionLimits {
  /** Accounts not used since then are deleted. */
  readonly since: string;
  /** Later uses come from a wrong clock and are set to this time. */
  readonly until: string;
  /** Above this number, the least recently used are deleted. */
  readonly maxCount: number;
}

/** Deletes accounts beyond the limits and returns how many. */
export function deleteCustomersBeyondRetention(
  database: Database,
  { since, until, maxCount }: CustomerRetentionLimits,
): number {
  database.prepare('UPDATE customer_accounts SET used_at = ?1 WHERE used_at > ?1').run(until);
  const expired = database.prepare('DELETE FROM customer_accounts WHERE used_at < ?').run(since);
  const surplus = database
    .prepare(
      `DELETE FROM customer_accounts WHERE id IN (
         SELECT id FROM customer_accounts ORDER BY used_at DESC, id LIMIT -1 OFFSET ?)`,
    )
    .run(maxCount);
  return Number(expired.changes) + Number(surplus.changes);
}

/** Whether `deleteCustomersBeyondRetention` would change any. */
export function hasCustomersBeyondRetention(
  database: Database,
  { since, until, maxCount }: CustomerRetentionLimits,
): boolean {
  const row = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM customer_accounts WHERE used_at < ?1 OR used_at > ?2)
         OR (SELECT count(*) FROM customer_accounts) > ?3 AS has`,
    )
    .get(since, until, maxCount);
  return row?.has === 1;
}
