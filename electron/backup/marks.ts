import {
  auditDigestOf,
  type Database,
  everyAuditDigest,
  everyPaymentId,
  paymentIdAt,
} from '../ledger/index.ts';

/**
 * The rows of a ledger in the order in which they were written, each by a few letters of what tells
 * it from every other. Two ledgers with a common past have the same marks up to where they parted.
 */
export interface Marks {
  readonly acts: Uint8Array;
  readonly payments: Uint8Array;
}

type Readable = Pick<Database, 'prepare'>;

const MARK = 8;

/** Reads every row of a ledger with so many acts and payments: for a thread of its own. */
export function marksOf(
  database: Readable,
  counts: { readonly acts: number; readonly payments: number },
): Marks {
  return {
    acts: marksOfRows(everyAuditDigest(database), counts.acts),
    payments: marksOfRows(everyPaymentId(database), counts.payments),
  };
}

function marksOfRows(
  rows: Iterable<readonly [number: number, name: string]>,
  count: number,
): Uint8Array {
  const marks = new Uint8Array(count * MARK);
  for (const [number, name] of rows) {
    // Where numbers were left out, the last ones have no place: what has no mark is not in common.
    if (number <= count) marks.set(markOf(name), (number - 1) * MARK);
  }
  return marks;
}

function markOf(name: string): Uint8Array {
  return Buffer.from(name.slice(-MARK).padStart(MARK), 'latin1');
}

/** How many rows, from the first on, a ledger has in common with the one that has these marks. */
export function inCommon(
  ledger: Readable,
  marks: Marks,
): { readonly acts: number; readonly payments: number } {
  return {
    acts: rowsInCommon(marks.acts, (number) => auditDigestOf(ledger, number)),
    payments: rowsInCommon(marks.payments, (number) => paymentIdAt(ledger, number)),
  };
}

/** A row is in common only where all before it are: half of what is left is looked at each time. */
function rowsInCommon(marks: Uint8Array, nameOf: (number: number) => string | null): number {
  const isCommon = (number: number): boolean => {
    const name = nameOf(number);
    const mark = marks.subarray((number - 1) * MARK, number * MARK);
    return name !== null && markOf(name).every((letter, at) => letter === mark[at]);
  };
  let common = 0;
  let apart = marks.length / MARK + 1;
  while (apart - common > 1) {
    const middle = (common + apart) >> 1;
    if (isCommon(middle)) common = middle;
    else apart = middle;
  }
  return common;
}
