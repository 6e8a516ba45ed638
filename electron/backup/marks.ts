import { auditDigestOf, everyAuditDigest } from '../audit/index.ts';
import type { Database } from '../ledger/index.ts';
import { everyPaymentId, paymentIdAt } from './queries.ts';

/**
 * The rows of a ledger in the order in which they were written, each by a few letters of what tells
 * it from every other. Two ledgers with a common past have the same marks up to where they parted.
 */
export interface Marks {
  readonly acts: RowMarks;
  readonly payments: RowMarks;
}

/** Rows have their own numbers beside their marks: where one was taken out, the numbers have a gap. */
interface RowMarks {
  readonly numbers: Float64Array;
  readonly marks: Uint8Array;
}

/** How far two ledgers went the same way: so many rows, the last of them with that number. */
export interface InCommon {
  readonly rows: number;
  /** 0 where they have none in common. */
  readonly number: number;
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
): RowMarks {
  const numbers = new Float64Array(count);
  const marks = new Uint8Array(count * MARK);
  let at = 0;
  for (const [number, name] of rows) {
    numbers[at] = number;
    marks.set(markOf(name), at * MARK);
    at += 1;
  }
  return { numbers, marks };
}

function markOf(name: string): Uint8Array {
  return Buffer.from(name.slice(-MARK).padStart(MARK), 'latin1');
}

/** How far, from the first row on, a ledger goes the same way as the one that has these marks. */
export function inCommon(
  ledger: Readable,
  marks: Marks,
): { readonly acts: InCommon; readonly payments: InCommon } {
  return {
    acts: rowsInCommon(marks.acts, (number) => auditDigestOf(ledger, number)),
    payments: rowsInCommon(marks.payments, (number) => paymentIdAt(ledger, number)),
  };
}

/** A row is in common only where all before it are: half of what is left is looked at each time. */
function rowsInCommon(
  { numbers, marks }: RowMarks,
  nameOf: (number: number) => string | null,
): InCommon {
  const numberOf = (row: number): number => numbers[row - 1] ?? 0;
  const isCommon = (row: number): boolean => {
    const name = nameOf(numberOf(row));
    const mark = marks.subarray((row - 1) * MARK, row * MARK);
    return name !== null && markOf(name).every((letter, at) => letter === mark[at]);
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
