/**
 * The bytes of a payment in the chain's database: its row and each index, after tills have pushed as
 * they do on a working day. Prints the table of docs/chain.md.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { connectToChain } from '../../electron/chain/client/index.ts';
import {
  type PaymentChange,
  pushChanges,
  startSession,
} from '../../electron/chain/protocol/index.ts';
import {
  createSamplePayment,
  createSampleStatus,
} from '../../electron/chain/protocol/testing/index.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { reportProgress } from './support/measure-in-turns.ts';
import type { BenchResult } from './support/result.ts';

const TILLS = 20;
const DAYS = 20;
const ROWS_PER_PUSH = 50;
const PUSHES_PER_DAY = 5;
/** One of so many is reported as open first. */
const OPEN_SHARE = 20;
const MAX_BYTES = 720;

/** What each index is for. An index without an entry here is one too many. */
const PURPOSES: Readonly<Record<string, string>> = {
  payments_pkey: 'each payment once; shortening account numbers day by day',
  payments_performed: 'the daily file and its comparison',
  payments_by_time: "the owner's history",
  payments_by_account_beginning: 'search by account; duplicates at other tills',
  payments_by_account_end: 'search by the last digits of an account',
  payments_by_external_id: 'webhooks; search; doubled payments',
  payments_by_authorization: 'webhooks; search',
  payments_by_epoch: 'what a restored till lacks',
  payments_by_cancels: 'cancelled payments',
  payments_open: 'unresolved payments',
  payments_misdated: 'payments that the service dates wrongly',
};

interface IndexSize {
  readonly name: string;
  readonly bytes: number;
}

export async function run(): Promise<BenchResult[]> {
  const postgres = await startPostgres({ config: ['max_wal_size = 1GB'] });
  try {
    const chain = await createChain(postgres);
    await pushPayments(chain);
    const { row, indexes } = await readSizes(chain);
    const total = indexes.reduce((sum, { bytes }) => sum + bytes, row);
    reportProgress(formatTable(row, indexes, total));
    return [
      { name: 'a payment in a chain', bytes: total, limit: MAX_BYTES },
      { name: 'its row', bytes: row, limit: null },
      ...indexes.map(({ name, bytes }) => ({ name, bytes, limit: null })),
    ].map(({ name, bytes, limit }) => ({
      ...{ name, ours: bytes, bare: null, ratio: null, unit: 'bytes', nonsense: null },
      limit: limit === null ? null : { of: 'ours', most: limit },
    }));
  } finally {
    await postgres.stop();
  }
}

/** All tills push at the same time, day by day. */
async function pushPayments(chain: TestChain): Promise<void> {
  const tills = await Promise.all(Array.from({ length: TILLS }, () => openTill(chain)));
  for (let day = 0; day < DAYS; day += 1) {
    reportProgress(`chain-size: day ${day + 1} of ${DAYS}`);
    for (let push = 0; push < PUSHES_PER_DAY; push += 1) {
      const at = Date.now() - (DAYS - day) * 86_400_000 + push * 3_600_000;
      await Promise.all(tills.map((till) => till.push(at)));
    }
  }
  await Promise.all(tills.map((till) => till.end()));
}

async function openTill(chain: TestChain) {
  const connected = await connectToChain(await chain.enrollTill(), { deadlineMs: 60_000 });
  if (!connected.ok) throw new Error(connected.problem.detail);
  const connection = connected.value;
  const started = await startSession(connection, {
    ledgerId: randomUUID(),
    epochKey: randomUUID(),
    newestChangeNumber: 0,
    changeTokens: {},
  });
  if (!started.ok) throw new Error(started.problem.detail);
  const sessionNumber = started.value.session;
  let acked = 0;
  const send = async (payments: readonly PaymentChange[]): Promise<void> => {
    const rows = payments.map((payment, index) => ({ ...payment, n: acked + index + 1 }));
    const lastChangeNumber = acked + rows.length;
    const pushed = await pushChanges(connection, {
      ...{ sessionNumber, afterChangeNumber: acked, lastChangeNumber, rows },
      lastChangeToken: randomUUID(),
      status: createSampleStatus(),
    });
    if (!pushed.ok) throw new Error(pushed.problem.detail);
    if (pushed.value.acked !== lastChangeNumber) throw new Error('a push was not stored');
    acked = lastChangeNumber;
  };
  return {
    push: async (at: number): Promise<void> => {
      const payments = Array.from({ length: ROWS_PER_PUSH }, (_, n) =>
        createPayment(at + n * 60_000),
      );
      const open = payments.filter((_, n) => n % OPEN_SHARE === 0);
      await send(
        open.map((payment) => ({ ...payment, state: 'sent', performed: null, auth: null })),
      );
      await send(payments);
    },
    end: () => connection.end(),
  };
}

/** Account and authorization have the usual 12 and 10 digits. */
function createPayment(at: number): PaymentChange {
  const account = String(randomInt(1e11, 9e11));
  return createSamplePayment({
    created_at: new Date(at).toISOString(),
    performed: Math.floor(at / 1000),
    account,
    account_shown: account.replace(/(\d{3})(?=\d)/g, '$1 '),
    auth: String(randomInt(1e9, 9e9)),
    biller: randomInt(1, 400),
  });
}

async function readSizes(
  chain: TestChain,
): Promise<{ readonly row: number; readonly indexes: readonly IndexSize[] }> {
  const { sql } = chain.database;
  const [totals] = await sql(
    `SELECT (SELECT count(*) FROM chain.payments)::int AS count,
      (SELECT sum(pg_table_size(inhrelid)) FROM pg_inherits
        WHERE inhparent = 'chain.payments'::regclass)::int AS bytes`,
  );
  const count = Number(totals?.count);
  if (count !== TILLS * DAYS * PUSHES_PER_DAY * ROWS_PER_PUSH)
    throw new Error('payments are missing');
  const indexes = await sql(
    `SELECT p.relname AS name, sum(pg_relation_size(i.inhrelid))::int AS bytes
    FROM pg_index x JOIN pg_class p ON p.oid = x.indexrelid JOIN pg_inherits i ON i.inhparent = p.oid
    WHERE x.indrelid = 'chain.payments'::regclass GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return {
    row: Number(totals?.bytes) / count,
    indexes: indexes.map(({ name, bytes }) => ({
      name: String(name),
      bytes: Number(bytes) / count,
    })),
  };
}

function formatTable(row: number, indexes: readonly IndexSize[], total: number): string {
  const formatLine = (name: string, bytes: number, purpose: string): string =>
    `| ${name} | ${Math.round(bytes)} | ${purpose}${purpose === '' ? '' : ' '}|`;
  return [
    '| | bytes a payment | for |',
    '|---|---|---|',
    formatLine('the row', row, ''),
    ...indexes.map(({ name, bytes }) => {
      const purpose = PURPOSES[name];
      if (purpose === undefined)
        throw new Error(`the index ${name} has no purpose in chain-size.ts`);
      return formatLine(`\`${name}\``, bytes, purpose);
    }),
    formatLine('together', total, ''),
  ].join('\n');
}
