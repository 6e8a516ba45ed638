import { readAllAuditDigests, readAuditDigest } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { readAllPaymentIds, readPaymentIdByNumber } from './ledger-queries.ts';

/**
 * The rows of a ledger in the order of writing, each as the last 8 characters of its id or digest.
 * Two ledgers with common history have equal digests up to the row at which they diverged, and
 * different ones after it.
 */
export interface RowDigests {
  readonly auditRows: TableDigests;
  readonly payments: TableDigests;
}

/** Row numbers are kept beside the digests because a removed row leaves a gap. */
interface TableDigests {
  readonly numbers: Float64Array;
  readonly digests: Uint8Array;
}

/**
 * The rows, counted from the first, that two ledgers have in common: their count, and the number of
 * the last one.
 */
export interface CommonRowRange {
  readonly count: number;
  /** 0 if they have none in common. */
  readonly lastNumber: number;
}

type ReadableDatabase = Pick<Database, 'prepare'>;

const DIGEST_BYTES = 8;

/** Reads every row of a ledger with these counts, so run it in a worker thread. */
export function readRowDigests(
  database: ReadableDatabase,
  counts: { readonly auditRows: number; readonly payments: number },
): RowDigests {
  return {
    auditRows: readTableDigests(readAllAuditDigests(database), counts.auditRows),
    payments: readTableDigests(readAllPaymentIds(database), counts.payments),
  };
}

function readTableDigests(
  rows: Iterable<readonly [number: number, value: string]>,
  count: number,
): TableDigests {
  const numbers = new Float64Array(count);
  const digests = new Uint8Array(count * DIGEST_BYTES);
  let index = 0;
  for (const [number, value] of rows) {
    numbers[index] = number;
    digests.set(toRowDigest(value), index * DIGEST_BYTES);
    index += 1;
  }
  return { numbers, digests };
}

function toRowDigest(value: string): Uint8Array {
  return Buffer.from(value.slice(-DIGEST_BYTES).padStart(DIGEST_BYTES), 'latin1');
}

/** Finds the rows that a ledger has in common with the ledger of these digests. */
export function findCommonRows(
  ledger: ReadableDatabase,
  digests: RowDigests,
): { readonly auditRows: CommonRowRange; readonly payments: CommonRowRange } {
  return {
    auditRows: findCommonTableRows(digests.auditRows, (number) => readAuditDigest(ledger, number)),
    payments: findCommonTableRows(digests.payments, (number) =>
      readPaymentIdByNumber(ledger, number),
    ),
  };
}

/** A row is common only if all rows before it are, so a binary search finds the last one. */
function findCommonTableRows(
  { numbers, digests }: TableDigests,
  readValue: (number: number) => string | null,
): CommonRowRange {
  const getNumber = (row: number): number => numbers[row - 1] ?? 0;
  const isCommon = (row: number): boolean => {
    const value = readValue(getNumber(row));
    const digest = digests.subarray((row - 1) * DIGEST_BYTES, row * DIGEST_BYTES);
    return value !== null && toRowDigest(value).every((byte, index) => byte === digest[index]);
  };
  let lastCommon = 0;
  let firstDifferent = numbers.length + 1;
  while (firstDifferent - lastCommon > 1) {
    const middle = (lastCommon + firstDifferent) >> 1;
    if (isCommon(middle)) lastCommon = middle;
    else firstDifferent = middle;
  }
  return { count: lastCommon, lastNumber: getNumber(lastCommon) };
}
