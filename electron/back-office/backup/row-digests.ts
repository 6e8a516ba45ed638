import { readAllAuditDigests, readAuditDigest } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readAllPaymentIds, readPaymentIdAt } from './ledger-queries.ts';

/**
 * The rows of a ledger in the order of writing, each as the last few letters of its identity. Two
 * ledgers with a common past have the same digests up to the row at which they diverged, and
 * different ones after it.
 */
export interface RowDigests {
  readonly auditRows: TableDigests;
  readonly payments: TableDigests;
}

/** The rows' own numbers are beside their digests: a removed row leaves a gap. */
interface TableDigests {
  readonly numbers: Float64Array;
  readonly digests: Uint8Array;
}

/**
 * The rows, from the first on, that two ledgers have in common: how many, and the last one's
 * number.
 */
export interface CommonRows {
  readonly rows: number;
  /** 0 if they have none in common. */
  readonly number: number;
}

type Readable = Pick<Database, 'prepare'>;

const DIGEST_BYTES = 8;

/** Reads every row of a ledger with that many acts and payments, so run it in a thread. */
export function readRowDigests(
  database: Readable,
  counts: { readonly acts: number; readonly payments: number },
): RowDigests {
  return {
    auditRows: readTableDigests(readAllAuditDigests(database), counts.acts),
    payments: readTableDigests(readAllPaymentIds(database), counts.payments),
  };
}

function readTableDigests(
  rows: Iterable<readonly [number: number, name: string]>,
  count: number,
): TableDigests {
  const numbers = new Float64Array(count);
  const digests = new Uint8Array(count * DIGEST_BYTES);
  let at = 0;
  for (const [number, name] of rows) {
    numbers[at] = number;
    digests.set(toRowDigest(name), at * DIGEST_BYTES);
    at += 1;
  }
  return { numbers, digests };
}

function toRowDigest(name: string): Uint8Array {
  return Buffer.from(name.slice(-DIGEST_BYTES).padStart(DIGEST_BYTES), 'latin1');
}

/** What a ledger has in common with the one that these digests come from. */
export function findCommonRows(
  ledger: Readable,
  digests: RowDigests,
): { readonly acts: CommonRows; readonly payments: CommonRows } {
  return {
    acts: findCommonTableRows(digests.auditRows, (number) => readAuditDigest(ledger, number)),
    payments: findCommonTableRows(digests.payments, (number) => readPaymentIdAt(ledger, number)),
  };
}

/** A row is in common only if all before it are, so a binary search finds the last one. */
function findCommonTableRows(
  { numbers, digests }: TableDigests,
  nameOf: (number: number) => string | null,
): CommonRows {
  const numberOf = (row: number): number => numbers[row - 1] ?? 0;
  const isCommon = (row: number): boolean => {
    const name = nameOf(numberOf(row));
    const digest = digests.subarray((row - 1) * DIGEST_BYTES, row * DIGEST_BYTES);
    return name !== null && toRowDigest(name).every((letter, at) => letter === digest[at]);
  };
  let common = 0;
  let apart = numbers.length + 1;
  while (apart - common > 1) {
    const middle = (common + apart) >> 1;
    if (isCommon(middle)) common = middle;
    else apart = middle;
  }
  return { rows: common, number: numberOf(common) };
}
