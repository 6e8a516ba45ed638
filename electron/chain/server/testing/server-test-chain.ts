import { randomUUID } from 'node:crypto';
import {
  type Cluster,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import {
  type ChainAddress,
  type ChainConnection,
  type ChainResult,
  connectToChain,
} from '../../client/index.ts';
import {
  type PaymentChange,
  type PushedTillStatus,
  pushChanges,
  startSession,
} from '../../protocol/index.ts';
import { createSamplePayment, createSampleStatus } from '../../protocol/testing/index.ts';

/** A payment that a till sends; missing fields get default values. */
export interface Sale extends Partial<Omit<PaymentChange, 'change' | 'n'>> {
  /** When the service performed it, in milliseconds since the epoch. */
  readonly at: number;
}

/** A till as the database knows it. */
export interface ServerTestTill {
  readonly shop: string;
  readonly ledger: string;
  /** Pushes new sales, and the time until which they are complete (seconds). Returns their ids. */
  push(
    sales: readonly Sale[],
    status?: Partial<Pick<PushedTillStatus, 'until' | 'closed' | 'open_since' | 'pos'>>,
  ): Promise<string[]>;
}

export interface ServerTestChain {
  readonly chain: TestChain;
  readonly maker: ChainAddress;
  connect(options?: { readonly deadlineMs?: number }): Promise<ChainResult<ChainConnection>>;
  enrollTill(shop: string, pos: string, joinsByCode?: boolean): Promise<ServerTestTill>;
  /** Sets the first day, with which the next till joins. */
  setFirstDay(day: string, second: number): void;
  drop(): Promise<void>;
}

/** In the shared cluster, or in another. */
export async function createServerTestChain(cluster?: Cluster): Promise<ServerTestChain> {
  const chain = await createChain(cluster ?? (await getSharedCluster()));
  const maker = await chain.createLogin('maker');
  const { sql } = chain.database;
  // The days of the tests are long past, or in the future.
  await sql('UPDATE chain.keeping SET account_days = 40000, payment_days = 40000');
  let firstDay: { readonly day: string; readonly second: number } | null = null;
  /**
   * The till joins today, because the database requires it, and the first day is then set to the
   * test's.
   */
  const joinChain = async (
    address: ChainAddress,
    { day, second }: { readonly day: string; readonly second: number },
  ): Promise<void> => {
    const connection = getValueOrThrow(await connectToChain(address));
    const joinSql = `SELECT day::text FROM chain.joined_v1(now()::date,
      extract(epoch FROM now()::date::timestamptz)::bigint, false)`;
    const rows = getValueOrThrow(await connection.query(joinSql));
    await connection.end();
    if (rows.length !== 1) throw new Error('no till joined');
    await sql('UPDATE chain.first_day SET day = $1, second = $2', [day, second]);
  };
  return {
    chain,
    maker,
    connect: (options) => connectToChain(maker, options),
    setFirstDay: (day, second) => {
      firstDay = { day, second };
    },
    enrollTill: async (shop, pos, joinsByCode = false) => {
      const address = await (joinsByCode ? chain.joinTill(shop, pos) : chain.enrollTill(shop, pos));
      if (firstDay !== null) await joinChain(address, firstDay);
      firstDay = null;
      await sql("UPDATE chain.tills SET enrolled_at = '2000-01-01'");
      const ledger = randomUUID();
      const epochKey = randomUUID();
      let pushedCount = 0;
      let session: number | null = null;
      return {
        shop,
        ledger,
        push: async (sales, status = {}) => {
          const connection = getValueOrThrow(await connectToChain(address));
          try {
            session ??= getValueOrThrow(
              await startSession(connection, {
                ledgerId: ledger,
                epochKey,
                newestChangeNumber: 0,
                changeTokens: {},
              }),
            ).session;
            const rows = sales.map((sale, index) =>
              toPaymentRow(sale, pushedCount + index + 1, pos),
            );
            const to = pushedCount + rows.length;
            getValueOrThrow(
              await pushChanges(connection, {
                sessionNumber: session,
                afterChangeNumber: pushedCount,
                lastChangeNumber: to,
                lastChangeToken: to === 0 ? null : `m${to}`,
                rows,
                status: createSampleStatus({ pos, until: null, ...status }),
              }),
            );
            pushedCount = to;
            return rows.map((row) => row.id);
          } finally {
            await connection.end();
          }
        },
      };
    },
    drop: () => chain.drop(),
  };
}

let transactions = 81_000;

function toPaymentRow({ at, ...sale }: Sale, n: number, pos: string): PaymentChange {
  transactions += 1;
  return createSamplePayment({
    n,
    created_at: new Date(at).toISOString(),
    performed: Math.floor(at / 1000),
    amount: '549',
    due: '549.00',
    pos,
    auth: String(transactions),
    version: 'v1.6',
    ...sale,
  });
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
