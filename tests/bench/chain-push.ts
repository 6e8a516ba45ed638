/**
 * The pushes of 200 tills to a chain, each over its own connection, against bare inserts of the
 * same rows over as many connections into a table with the same columns and indexes. Both send a
 * hundred rows at once, encoded as JSON beforehand: a real till encodes on its own computer. The
 * database syncs.
 */
import { randomUUID } from 'node:crypto';
import { type ChainConnection, connectToChain } from '../../electron/chain/client/index.ts';
import { startSession } from '../../electron/chain/protocol/index.ts';
import {
  createSamplePayment,
  createSampleStatus,
} from '../../electron/chain/protocol/testing/index.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const TILLS = 200;
const BATCHES = 3;
const ROWS_PER_BATCH = 100;
const ROUNDS = { rounds: 5, warmUp: 1 };
const MAX_RATIO = 2;
const TIMEOUTS = { connectTimeoutMs: 60_000, deadlineMs: 120_000 };

type Address = Parameters<typeof connectToChain>[0];

interface Sender {
  /** Encodes the rows of the next send. */
  prepare(): void;
  send(): Promise<void>;
  end(): Promise<void>;
}

export async function run(): Promise<BenchResult[]> {
  const postgres = await startPostgres({
    config: ['max_connections = 500', 'shared_buffers = 128MB', 'max_wal_size = 1GB'],
  });
  const samples = createSamples();
  try {
    const chain = await createChain(postgres);
    reportProgress(`chain-push: ${TILLS} tills and as many bare connections`);
    const senders = { ours: await createTillSenders(chain), bare: await createBareSenders(chain) };
    await measureInTurns('chain-push', ROUNDS, async (turn, isKept) => {
      for (const sender of senders[turn]) sender.prepare();
      const startedAt = performance.now();
      await Promise.all(senders[turn].map((sender) => sender.send()));
      const durationMs = performance.now() - startedAt;
      if (isKept) samples[turn].push(durationMs);
    });
    await Promise.all([...senders.ours, ...senders.bare].map((sender) => sender.end()));
    await assertAllRows(chain);
  } finally {
    await postgres.stop();
  }
  const rows = (TILLS * BATCHES * ROWS_PER_BATCH).toLocaleString('en');
  const name = `${rows} rows told by ${TILLS} tills`;
  const limit = { of: 'ratio', most: MAX_RATIO } as const;
  return [toBenchResult({ name, samples, minSamples: ROUNDS.rounds, limit })];
}

async function createTillSenders(chain: TestChain): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (let pos = 1; pos <= TILLS; pos += 1)
    senders.push(await createTillSender(await chain.enrollTill()));
  return senders;
}

async function createTillSender(address: Address): Promise<Sender> {
  const connection = await openConnection(address);
  const sessionRequest = {
    ledgerId: randomUUID(),
    epochKey: randomUUID(),
    newestChangeNumber: 0,
    changeTokens: {},
  };
  const sessionResult = await startSession(connection, sessionRequest);
  if (!sessionResult.ok) throw new Error(JSON.stringify(sessionResult.problem));
  const { session } = sessionResult.value;
  const status = JSON.stringify(createSampleStatus());
  let ackedCount = 0;
  let batches: string[] = [];
  return {
    prepare: () => {
      batches = createBatches(ackedCount);
    },
    send: async () => {
      for (const rows of batches) {
        const values = [
          session,
          ackedCount,
          ackedCount + ROWS_PER_BATCH,
          randomUUID(),
          rows,
          status,
        ];
        await runQuery(connection, 'SELECT * FROM chain.push_v2($1, $2, $3, $4, $5, $6)', values);
        ackedCount += ROWS_PER_BATCH;
      }
    },
    end: connection.end,
  };
}

const COLUMNS = `id uuid, n bigint, state text, kind text, created_at timestamptz, performed bigint,
  biller bigint, biller_name text, account text, account_shown text, amount numeric, currency text,
  fee numeric, due numeric, shop_currency text, pos text, external uuid, auth text, cashier text,
  cashier_name text, version text, code text, is_drp boolean, cancels uuid, shift text`;

const BARE_INSERT = `INSERT INTO public.bare (intent_day, ledger_id, payment_id, till_id, epoch, number,
    state, state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
    account_number, account_shown, amount, currency, fee, due, shop_currency, pos_number,
    external_id, authorization_id, cashier_id, cashier_name, service_version, code, is_drp, cancels,
    shift_id)
  SELECT x.created_at::date, $2, x.id, $2, 1, x.n, x.state, 1, x.state, x.kind, x.created_at,
    x.performed, x.biller, x.biller_name, x.account, x.account_shown, x.amount, x.currency, x.fee,
    x.due, x.shop_currency, x.pos, x.external, x.auth, x.cashier, x.cashier_name, x.version, x.code,
    x.is_drp, x.cancels, x.shift
  FROM jsonb_to_recordset($1) AS x(${COLUMNS})`;

async function createBareSenders(chain: TestChain): Promise<Sender[]> {
  await chain.database.sql('CREATE TABLE public.bare (LIKE chain.payments INCLUDING ALL)');
  await chain.database.sql('GRANT INSERT ON public.bare TO PUBLIC');
  return await Promise.all(
    Array.from({ length: TILLS }, async () => {
      const connection = await openConnection(chain.admin);
      const ledger = randomUUID();
      let sentCount = 0;
      let batches: string[] = [];
      return {
        prepare: () => {
          batches = createBatches(sentCount);
          sentCount += BATCHES * ROWS_PER_BATCH;
        },
        send: async () => {
          for (const rows of batches) await runQuery(connection, BARE_INSERT, [rows, ledger]);
        },
        end: connection.end,
      };
    }),
  );
}

function createBatches(number: number): string[] {
  return Array.from({ length: BATCHES }, (_batch, batch) =>
    JSON.stringify(
      Array.from({ length: ROWS_PER_BATCH }, (_row, row) => {
        const n = number + batch * ROWS_PER_BATCH + row + 1;
        return createSamplePayment({
          n,
          auth: String(48_586 + n),
          account: String(501_000_000 + n),
        });
      }),
    ),
  );
}

async function openConnection(address: Address): Promise<ChainConnection> {
  const connectResult = await connectToChain(address, TIMEOUTS);
  if (!connectResult.ok) throw new Error(JSON.stringify(connectResult.problem));
  return connectResult.value;
}

async function runQuery(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  const answer = await connection.query(text, values);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
}

/**
 * A push that was postponed, or rows that were rejected, would be fast, so all rows must be there.
 */
async function assertAllRows(chain: TestChain): Promise<void> {
  const [row] = await chain.database.sql(
    'SELECT (SELECT count(*) FROM chain.payments) = (SELECT count(*) FROM public.bare) AS is_all',
  );
  if (row?.is_all !== true) throw new Error('not all rows were taken');
}
