import { z } from 'zod';
import { type DayDifference, dayDifference, problem } from '../../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../../shared/rules/index.ts';
import { isoTime } from '../../platform/index.ts';
import { compareDay } from '../../reconciliation/comparison/index.ts';
import type { DayRange } from '../../reconciliation/days/index.ts';
import type { PerformedTransaction } from '../../reconciliation/index.ts';
import type { Transaction } from '../../service/index.ts';
import type { ChainQuery, OfficeDatabase } from '../database/index.ts';
import { performedShape } from '../performed.ts';

const MOST_LISTED = 500;
const AT_ONCE = 1_000;
/** Pairing a million with a million takes some seconds. */
const DEADLINE_MS = 10 * 60_000;
const NONE: ReadonlyMap<string, Transaction> = new Map();

const tillOf = z.object({
  tillId: z.string().nullable(),
  shop: z.string().nullable(),
  pos: z.string().nullable(),
});
const serviceRow = z.object({
  id: z.string(),
  external_id: z.string().nullable(),
  second: z.number().nullable(),
  biller_id: z.number().nullable(),
  account_number: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
});
const oursItem = performedShape.extend({
  ...tillOf.shape,
  theirs: serviceRow.nullable(),
  isOwnCancel: z.boolean().nullable(),
});
const theirsItem = tillOf.extend({
  theirs: serviceRow,
  known: z.object({ paymentId: z.string(), state: z.enum(OUTCOME_STATES) }).nullable(),
});
const counts = z.object({ ours: z.number(), theirs: z.number(), withoutStatus: z.number() });

/** A difference, and whose it is; null for what no till of the chain has. */
const chainDifference = dayDifference.and(
  z.object({
    till: z.object({ id: z.string(), shop: z.string(), pos: z.string() }).nullable(),
  }),
);
export const chainComparison = z.object({
  /** Of the list; null if it was read. */
  problem: problem.nullable(),
  /** The list was read without a gap: what is not in it, the service does not have. */
  isWhole: z.boolean(),
  ours: z.number(),
  theirs: z.number(),
  withoutStatus: z.number(),
  /** How many differences there are of each kind; at most 500 are listed. */
  kinds: z.record(z.string(), z.number()),
  differences: z.array(chainDifference),
  /** One external_id on several payments. */
  doubles: z.array(z.unknown()),
});
export type ChainComparison = z.infer<typeof chainComparison>;
type ChainDifference = z.infer<typeof chainDifference>;

export async function compareChain(
  database: OfficeDatabase,
  range: DayRange,
  list: Pick<ChainComparison, 'problem' | 'isWhole'>,
): Promise<ChainComparison> {
  const kinds: Record<string, number> = {};
  const differences: ChainDifference[] = [];
  const add = (found: readonly ChainDifference[]): void => {
    for (const one of found) kinds[one.kind] = (kinds[one.kind] ?? 0) + 1;
    differences.push(...found.slice(0, MOST_LISTED - differences.length));
  };
  return await database.transaction('snapshot', async (ask) => {
    let all = { ours: 0, theirs: 0, withoutStatus: 0 };
    const values = [range.since, range.until];
    const options = { deadlineMs: DEADLINE_MS };
    await ask("SELECT set_config('statement_timeout', $1, true)", [String(DEADLINE_MS)]);
    const text = 'DECLARE compared NO SCROLL CURSOR FOR SELECT * FROM chain.compare_v1';
    await ask(`${text}(${values.map(Number).join(', ')})`, [], options);
    for (;;) {
      const rows = await ask(`FETCH ${AT_ONCE} FROM compared`, [], options);
      const of = (part: string): unknown[] =>
        rows.filter((row) => row.part === part).map((row) => row.item);
      for (const item of of('counts')) all = counts.parse(item);
      add(
        await judgedOurs(
          of('ours').map((item) => oursItem.parse(item)),
          range,
          list.isWhole,
        ),
      );
      add(
        await judgedTheirs(
          of('theirs').map((item) => theirsItem.parse(item)),
          range,
        ),
      );
      if (rows.length < AT_ONCE) break;
    }
    const doubles = await ask('SELECT chain.doubles_v1($1, $2) AS found', values, options);
    const found = doubles.map((row) => row.found);
    return { ...list, ...all, kinds, differences, doubles: found };
  });
}

/** Several of one payment's rows of the service are judged one after the other. */
async function judgedOurs(
  items: readonly z.infer<typeof oursItem>[],
  range: DayRange,
  isWhole: boolean,
): Promise<ChainDifference[]> {
  const found: ChainDifference[] = [];
  for (const item of items) {
    const compared = await compareDay({
      range,
      ours: onePage(performedOf(item)),
      service: { transactions: item.theirs === null ? [] : [listed(item.theirs)], isWhole },
      known: () => null,
      isOwnCancel: () => item.isOwnCancel === true,
      foundNow: NONE,
      standAgain: NONE,
    });
    found.push(...withTill(compared.differences, item));
  }
  return found;
}

async function judgedTheirs(
  items: readonly z.infer<typeof theirsItem>[],
  range: DayRange,
): Promise<ChainDifference[]> {
  const found: ChainDifference[] = [];
  for (const item of items) {
    const compared = await compareDay({
      range,
      ours: nothing(),
      service: { transactions: [listed(item.theirs)], isWhole: false },
      known: () => item.known,
      isOwnCancel: () => false,
      foundNow: NONE,
      standAgain: NONE,
    });
    found.push(...withTill(compared.differences, item));
  }
  return found;
}

async function* onePage(
  one: PerformedTransaction,
): AsyncGenerator<readonly PerformedTransaction[]> {
  yield [one];
}

async function* nothing(): AsyncGenerator<readonly PerformedTransaction[]> {}

function performedOf({
  theirs: _theirs,
  isOwnCancel: _isOwnCancel,
  tillId: _tillId,
  shop: _shop,
  pos: _pos,
  ...one
}: z.infer<typeof oursItem>): PerformedTransaction {
  return one;
}

function listed(row: z.infer<typeof serviceRow>): Transaction {
  return {
    id: row.id,
    externalId: row.external_id,
    billerId: row.biller_id,
    accountNumber: row.account_number,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.second === null ? null : isoTime(row.second * 1000),
    status: row.status,
    ticketText: null,
    fee: null,
    hoursToFulfill: null,
    earned: null,
  };
}

function withTill(
  differences: readonly DayDifference[],
  { tillId, shop, pos }: z.infer<typeof tillOf>,
): ChainDifference[] {
  const till = tillId === null ? null : { id: tillId, shop: shop ?? '', pos: pos ?? '' };
  return differences.map((one) => ({ ...one, till }));
}

/** The last comparison of a day; null if there is none. */
export async function readChainComparison(
  ask: ChainQuery,
  day: string,
): Promise<(ChainComparison & { readonly comparedAt: string }) | null> {
  const [row] = await ask('SELECT chain.comparison_v1($1) AS comparison', [day]);
  if (row?.comparison == null) return null;
  return chainComparison.extend({ comparedAt: z.string() }).parse(row.comparison);
}
