import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseDailyFile } from '../../support/read-daily-file.ts';

/**
 * Reads what a kill run left behind, and compares it: the service's record, the ledgers, the chain's
 * database and the uploaded files. It shares no code with the product, whose own queries could hide
 * what they lack.
 */

/** A payment as each side stores it; amounts with two decimals, the time in seconds. */
export interface PaymentFacts {
  readonly externalId: string;
  readonly billerId: string;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency: string;
  readonly posNumber: string;
  /** When the service performed it; null if it did not, as far as this side knows. */
  readonly performedSecond: number | null;
}

export interface StoredPayment extends PaymentFacts {
  readonly state: string;
  readonly authorization: string | null;
}

/** A file that was seen on the server under its final name. */
export interface SeenFile {
  readonly name: string;
  /** Tells apart two files that had this name one after the other. */
  readonly version: string;
}

export interface KillRunRecord {
  readonly performed: readonly PaymentFacts[];
  /** The payments of each ledger, by the till's POS number. */
  readonly ledgers: ReadonlyMap<string, readonly StoredPayment[]>;
  readonly chain: readonly StoredPayment[];
  /** Payments that the chain lists as missing in the file of that day. */
  readonly late: readonly { readonly day: string; readonly externalId: string }[];
  /**
   * The payments in the files that were made again after a restore and differ from the uploaded ones,
   * by their days: a person is told to compare them.
   */
  readonly remadeFiles: ReadonlyMap<string, readonly string[]>;
  readonly refusedRows: number;
  /** The files that are on the server at the end, by their names. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly seenFiles: readonly SeenFile[];
  /** The business days of the run. */
  readonly days: readonly string[];
  readonly chainName: string;
  /** The zone of the days is so many hours behind UTC, the whole year. */
  readonly hoursBehindUtc: number;
}

const PAID_STATES = ['paid', 'by-hand-paid'];
const DAY_SECONDS = 86_400;

/** Returns everything that is lost, doubled or different, in words. */
export function findFaults(record: KillRunRecord): string[] {
  return [
    ...comparePerformedWithLedgers(record),
    ...compareLedgersWithChain(record),
    ...checkFiles(record),
    ...compareFilesWithPerformed(record),
  ];
}

function comparePerformedWithLedgers({ performed, ledgers }: KillRunRecord): string[] {
  const faults = listDoubled(performed).map((id) => `performed twice: ${id}`);
  const inLedgers = [...ledgers.values()].flat();
  faults.push(...listDoubled(inLedgers).map((id) => `in the ledgers twice: ${id}`));
  const performedById = indexById(performed);
  for (const payment of inLedgers) {
    const { externalId, state } = payment;
    const atService = performedById.get(externalId);
    if (['intent', 'sent', 'unknown', 'unclear'].includes(state))
      faults.push(`unresolved in the ledger: ${externalId}`);
    else if (PAID_STATES.includes(state) && atService === undefined)
      faults.push(`paid in the ledger, not performed: ${externalId}`);
    else if (!PAID_STATES.includes(state) && atService !== undefined)
      faults.push(`performed, ${state} in the ledger: ${externalId}`);
    else if (atService !== undefined)
      faults.push(...listDifferences('the ledger and the service', payment, atService));
  }
  const ledgerIds = indexById(inLedgers);
  for (const { externalId } of performed)
    if (!ledgerIds.has(externalId)) faults.push(`performed, in no ledger: ${externalId}`);
  return faults;
}

function compareLedgersWithChain({ ledgers, chain, refusedRows }: KillRunRecord): string[] {
  const faults = listDoubled(chain).map((id) => `in the chain twice: ${id}`);
  if (refusedRows > 0) faults.push(`refused by the chain: ${refusedRows} rows`);
  const inLedgers = [...ledgers].flatMap(([posNumber, payments]) =>
    // The chain names a till by its enrollment.
    payments.map((payment) => ({ ...payment, posNumber })),
  );
  const chainById = indexById(chain);
  for (const payment of inLedgers) {
    const inChain = chainById.get(payment.externalId);
    if (inChain === undefined) faults.push(`missing in the chain: ${payment.externalId}`);
    else faults.push(...listDifferences('the ledger and the chain', payment, inChain));
  }
  const ledgerIds = indexById(inLedgers);
  for (const { externalId } of chain)
    if (!ledgerIds.has(externalId)) faults.push(`in the chain, in no ledger: ${externalId}`);
  return faults;
}

/** Each day has one file, which never changed since it was first seen. */
function checkFiles({ files, seenFiles, days, chainName }: KillRunRecord): string[] {
  const expectedNames = days.map((day) => `${chainName}_${toFileDate(day)}.txt`);
  const faults = expectedNames
    .filter((name) => !files.has(name))
    .map((name) => `missing on the server: ${name}`);
  for (const [name, bytes] of files) {
    if (!expectedNames.includes(name)) {
      faults.push(`unexpected on the server: ${name}`);
      continue;
    }
    const { date } = parseDailyFile(bytes);
    if (!name.includes(date)) faults.push(`another date in ${name}: ${date}`);
  }
  for (const name of new Set(seenFiles.map((file) => file.name))) {
    const versions = new Set(seenFiles.filter((file) => file.name === name).map((f) => f.version));
    if (versions.size > 1) faults.push(`changed after its upload: ${name}`);
  }
  return faults;
}

/** Each performed payment is either in the file of its day or listed as late for it, once. */
function compareFilesWithPerformed(record: KillRunRecord): string[] {
  const faults: string[] = [];
  const mentions = new Map<string, string[]>();
  const addMention = (externalId: string, mention: string): void => {
    mentions.set(externalId, [...(mentions.get(externalId) ?? []), mention]);
  };
  const performedById = indexById(record.performed);
  for (const [name, bytes] of record.files) {
    for (const register of parseDailyFile(bytes).registers) {
      const { externalId, createdAt } = register;
      addMention(externalId, name);
      const atService = performedById.get(externalId);
      const performedSecond = Date.parse(`${createdAt}Z`) / 1000;
      if (atService === undefined) faults.push(`in ${name}, not performed: ${externalId}`);
      else faults.push(...listDifferences(name, { ...register, performedSecond }, atService));
    }
  }
  for (const { day, externalId } of record.late) {
    addMention(externalId, `late of ${day}`);
    if (!performedById.has(externalId)) faults.push(`late, not performed: ${externalId}`);
  }
  for (const { externalId, performedSecond } of record.performed) {
    const day = toBusinessDay(performedSecond ?? 0, record.hoursBehindUtc);
    const allowed = [`${record.chainName}_${toFileDate(day)}.txt`, `late of ${day}`];
    const found = mentions.get(externalId) ?? [];
    const isInRemadeFile = record.remadeFiles.get(day)?.includes(externalId) === true;
    if (found.length === 0 && isInRemadeFile) continue;
    if (found.length === 0) faults.push(`in no file of ${day} and not late: ${externalId}`);
    else if (found.length > 1) faults.push(`twice, ${found.join(' and ')}: ${externalId}`);
    else if (!allowed.includes(found[0] ?? ''))
      faults.push(`of ${day}, but ${found[0]}: ${externalId}`);
  }
  return faults;
}

const FACTS = ['billerId', 'accountNumber', 'amount', 'currency', 'posNumber'] as const;

function listDifferences(where: string, one: PaymentFacts, other: PaymentFacts): string[] {
  const names: string[] = FACTS.filter((name) => one[name] !== other[name]);
  // A payment that was not performed has the time of its request in the chain.
  const isPerformed = !('state' in one) || PAID_STATES.includes(String(one.state));
  if (isPerformed && one.performedSecond !== other.performedSecond) names.push('performedSecond');
  for (const name of ['state', 'authorization'])
    if (name in one && name in other && Reflect.get(one, name) !== Reflect.get(other, name))
      names.push(name);
  return names.map(
    (name) =>
      `${where} differ in ${name}: ${one.externalId}, ${Reflect.get(one, name)} and ${Reflect.get(other, name)}`,
  );
}

function indexById<Payment extends PaymentFacts>(
  payments: readonly Payment[],
): ReadonlyMap<string, Payment> {
  return new Map(payments.map((payment) => [payment.externalId, payment]));
}

function listDoubled(payments: readonly PaymentFacts[]): string[] {
  const ids = payments.map(({ externalId }) => externalId);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** `YYYYMMDD` of the day after, on which the file of a day is due. */
function toFileDate(day: string): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) / 1000 + DAY_SECONDS).replaceAll('-', '');
}

function toBusinessDay(second: number, hoursBehindUtc: number): string {
  return formatDay(second - hoursBehindUtc * 3600);
}

function formatDay(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

/** Reads the payments of the ledger of a till that has ended. */
export function readLedger(file: string): StoredPayment[] {
  const ledger = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = ledger
      .prepare(
        `SELECT i.external_id, i.biller_id, i.account_number, i.amount, i.currency, i.pos_number,
           o.performed_second, o.state, o.authorization
         FROM intents i JOIN outcomes o ON o.intent_id = i.id`,
      )
      .all();
    return rows.map(toStoredPayment);
  } finally {
    ledger.close();
  }
}

/** Reads the chain's payments with `psql`, whose environment names the server and the database. */
export function readChainPayments(psql: Psql): StoredPayment[] {
  return queryJson(
    psql,
    `SELECT external_id, biller_id, account_number, to_char(amount, 'FM999999990.00') AS amount,
       currency, pos_number, performed_second, state, authorization_id AS authorization
     FROM chain.payments`,
  ).map(toStoredPayment);
}

/** Reads the payments that the chain found missing in the file of their day. */
export function readLatePayments(psql: Psql): { day: string; externalId: string }[] {
  return queryJson(
    psql,
    `SELECT l.day, p.external_id FROM chain.late_rows l JOIN chain.payments p USING (payment_id)`,
  ).map((row) => ({ day: String(row.day), externalId: String(row.external_id) }));
}

/** Reads the files that were made again after a restore, and differ from the uploaded ones. */
export function readRemadeFiles(psql: Psql): ReadonlyMap<string, readonly string[]> {
  const rows = queryJson(
    psql,
    `SELECT d.day, convert_from(p.bytes, 'UTF8') AS lines
     FROM chain.days d JOIN chain.day_pieces p USING (build)
     WHERE d.handed_in_by = 'mostrador chain' AND strpos(d.handed_in_reason, d.sha256) = 0`,
  );
  const files = new Map<string, readonly string[]>();
  for (const { day, lines } of rows) {
    const ids = String(lines)
      .split('\n')
      .map((line) => line.split('|').at(-1) ?? '');
    files.set(String(day), [...(files.get(String(day)) ?? []), ...ids]);
  }
  return files;
}

export function countRefusedRows(psql: Psql): number {
  return Number(queryJson(psql, 'SELECT count(*) AS count FROM chain.refused_rows')[0]?.count);
}

export interface Psql {
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function queryJson({ program, env }: Psql, query: string): Record<string, unknown>[] {
  const sql = `SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row`;
  const output = execFileSync(program, ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql], {
    env: { ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(output);
}

/** Returns the files of a folder by their names. */
export function readFolder(folder: string): ReadonlyMap<string, Uint8Array> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

function toStoredPayment(row: Readonly<Record<string, unknown>>): StoredPayment {
  return {
    externalId: String(row.external_id),
    billerId: String(row.biller_id),
    accountNumber: String(row.account_number),
    amount: String(row.amount),
    currency: String(row.currency),
    posNumber: String(row.pos_number),
    performedSecond: row.performed_second === null ? null : Number(row.performed_second),
    state: String(row.state),
    authorization: row.authorization === null ? null : String(row.authorization),
  };
}
