import { z } from 'zod';
import {
  type DailyFileDifference,
  dailyFileDifferenceSchema,
  problemSchema,
} from '../../../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import { compareDay } from '../../../back-office/reconciliation/comparison/index.ts';
import type { TimeRange } from '../../../back-office/reconciliation/days/index.ts';
import type { PerformedTransaction } from '../../../back-office/reconciliation/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ServiceTransaction } from '../../../service/index.ts';
import type { ChainQuery, ChainServerDatabase } from '../database/index.ts';
import { performedTransactionSchema } from '../performed-transaction.ts';

const MAX_LISTED_DIFFERENCES = 500;
const ROWS_PER_FETCH = 1_000;
/** Pairing a million rows with a million rows takes some seconds. */
const QUERY_TIMEOUT_MS = 10 * 60_000;
const NO_TRANSACTIONS: ReadonlyMap<string, ServiceTransaction> = new Map();

const tillSchema = z.object({
  tillId: z.string().nullable(),
  shop: z.string().nullable(),
  pos: z.string().nullable(),
});
const serviceRowSchema = z.object({
  id: z.string(),
  external_id: z.string().nullable(),
  second: z.number().nullable(),
  biller_id: z.number().nullable(),
  account_number: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
});
const ourItemSchema = performedTransactionSchema.extend({
  ...tillSchema.shape,
  theirs: serviceRowSchema.nullable(),
  isOwnCancel: z.boolean().nullable(),
});
const theirItemSchema = tillSchema.extend({
  theirs: serviceRowSchema,
  known: z.object({ paymentId: z.string(), state: z.enum(OUTCOME_STATES) }).nullable(),
});
const countsSchema = z.object({ ours: z.number(), theirs: z.number(), withoutStatus: z.number() });

/** A difference and its till; null if no till of the chain has the transaction. */
const chainDifferenceSchema = dailyFileDifferenceSchema.and(
  z.object({
    till: z.object({ id: z.string(), shop: z.string(), pos: z.string() }).nullable(),
  }),
);
export const chainComparisonSchema = z.object({
  /** The problem of reading the list; null if it was read. */
  problem: problemSchema.nullable(),
  /** The list was read without a gap: the service does not have what is missing in it. */
  isWhole: z.boolean(),
  /**
   * Whether the list was read once more, to see refunds made since; null if it was not whole, and in
   * a comparison of an earlier version.
   */
  reread: z.enum(['done', 'too-long', 'failed']).nullable().default(null),
  ours: z.number(),
  theirs: z.number(),
  withoutStatus: z.number(),
  /** The number of differences of each kind; at most 500 are listed. */
  kinds: z.record(z.string(), z.number()),
  differences: z.array(chainDifferenceSchema),
  /** Payments that share an external_id. */
  doubles: z.array(z.unknown()),
});
export type ChainComparison = z.infer<typeof chainComparisonSchema>;
type ChainDifference = z.infer<typeof chainDifferenceSchema>;

export async function compareChainWithServiceList(
  database: ChainServerDatabase,
  range: TimeRange,
  listReadResult: Pick<ChainComparison, 'problem' | 'isWhole' | 'reread'>,
): Promise<ChainComparison> {
  const kinds: Record<string, number> = {};
  const differences: ChainDifference[] = [];
  const add = (newDifferences: readonly ChainDifference[]): void => {
    for (const difference of newDifferences)
      kinds[difference.kind] = (kinds[difference.kind] ?? 0) + 1;
    differences.push(...newDifferences.slice(0, MAX_LISTED_DIFFERENCES - differences.length));
  };
  return await database.transaction('snapshot', async (query) => {
    let counts = { ours: 0, theirs: 0, withoutStatus: 0 };
    const values = [range.since, range.until];
    const options = { deadlineMs: QUERY_TIMEOUT_MS };
    await query("SELECT set_config('statement_timeout', $1, true)", [String(QUERY_TIMEOUT_MS)]);
    const text = 'DECLARE compared NO SCROLL CURSOR FOR SELECT * FROM chain.compare_v1';
    await query(`${text}(${values.map(Number).join(', ')})`, [], options);
    for (;;) {
      const rows = await query(`FETCH ${ROWS_PER_FETCH} FROM compared`, [], options);
      const selectItems = (part: string): unknown[] =>
        rows.filter((row) => row.part === part).map((row) => row.item);
      for (const item of selectItems('counts')) counts = countsSchema.parse(item);
      add(
        await compareOurItems(
          selectItems('ours').map((item) => ourItemSchema.parse(item)),
          range,
          listReadResult.isWhole,
        ),
      );
      add(
        await compareTheirItems(
          selectItems('theirs').map((item) => theirItemSchema.parse(item)),
          range,
        ),
      );
      if (rows.length < ROWS_PER_FETCH) break;
    }
    const doubles = await query('SELECT chain.doubles_v1($1, $2) AS found', values, options);
    const doubleGroups = doubles.map((row) => row.found);
    return { ...listReadResult, ...counts, kinds, differences, doubles: doubleGroups };
  });
}

/** Several service rows of one payment are compared one after the other. */
async function compareOurItems(
  items: readonly z.infer<typeof ourItemSchema>[],
  range: TimeRange,
  isWhole: boolean,
): Promise<ChainDifference[]> {
  const differences: ChainDifference[] = [];
  for (const item of items) {
    const comparison = await compareDay({
      range,
      ourTransactions: toSinglePage(toPerformedTransaction(item)),
      serviceTransactions: {
        transactions: item.theirs === null ? [] : [toServiceTransaction(item.theirs)],
        isWhole,
      },
      findOurPayment: () => null,
      isCancelledByTill: () => item.isOwnCancel === true,
      newRefunds: NO_TRANSACTIONS,
      revokedRefunds: NO_TRANSACTIONS,
    });
    differences.push(...addTill(comparison.differences, item));
  }
  return differences;
}

async function compareTheirItems(
  items: readonly z.infer<typeof theirItemSchema>[],
  range: TimeRange,
): Promise<ChainDifference[]> {
  const differences: ChainDifference[] = [];
  for (const item of items) {
    const comparison = await compareDay({
      range,
      ourTransactions: emptyPages(),
      serviceTransactions: { transactions: [toServiceTransaction(item.theirs)], isWhole: false },
      findOurPayment: () => item.known,
      isCancelledByTill: () => false,
      newRefunds: NO_TRANSACTIONS,
      revokedRefunds: NO_TRANSACTIONS,
    });
    differences.push(...addTill(comparison.differences, item));
  }
  return differences;
}

async function* toSinglePage(
  transaction: PerformedTransaction,
): AsyncGenerator<readonly PerformedTransaction[]> {
  yield [transaction];
}

async function* emptyPages(): AsyncGenerator<readonly PerformedTransaction[]> {}

function toPerformedTransaction({
  theirs: _theirs,
  isOwnCancel: _isOwnCancel,
  tillId: _tillId,
  shop: _shop,
  pos: _pos,
  ...transaction
}: z.infer<typeof ourItemSchema>): PerformedTransaction {
  return transaction;
}

function toServiceTransaction(row: z.infer<typeof serviceRowSchema>): ServiceTransaction {
  return {
    id: row.id,
    externalId: row.external_id,
    billerId: row.biller_id,
    accountNumber: row.account_number,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.second === null ? null : toIsoTime(row.second * 1000),
    status: row.status,
    ticketText: null,
    fee: null,
    hoursToFulfill: null,
    earned: null,
  };
}

function addTill(
  differences: readonly DailyFileDifference[],
  { tillId, shop, pos }: z.infer<typeof tillSchema>,
): ChainDifference[] {
  const till = tillId === null ? null : { id: tillId, shop: shop ?? '', pos: pos ?? '' };
  return differences.map((difference) => ({ ...difference, till }));
}

const storedComparisonSchema = chainComparisonSchema.extend({
  comparedAt: z.string(),
  /** Payments of the day came later. */
  isOutdated: z.boolean(),
});

/** Returns the last comparison of a day; null if there is none. */
export async function readChainComparison(
  query: ChainQuery,
  day: string,
): Promise<z.infer<typeof storedComparisonSchema> | null> {
  const [row] = await query('SELECT chain.comparison_v1($1) AS comparison', [day]);
  if (row?.comparison == null) return null;
  return storedComparisonSchema.parse(row.comparison);
}
