/**
 * What 200 tills tell a chain, each over a connection of its own, against bare inserts of the same rows
 * over as many connections into a table with the same columns and indexes. Both send a hundred rows at
 * once, written as JSON beforehand: that of a real till costs its own computer. The database syncs.
 */
import { randomUUID } from 'node:crypto';
import { type ChainConnection, connectChain } from '../../electron/chain/till/client/index.ts';
import { startSession } from '../../electron/chain/till/protocol/index.ts';
import { samplePayment, sampleStatus } from '../../electron/chain/till/protocol/testing/index.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress } from './support/rounds.ts';

const TILLS = 200;
const BATCHES = 3;
const ROWS = 100;
const ROUNDS = { rounds: 5, warmUp: 1 };
const MOST = 2;
const PATIENCE = { connectMs: 60_000, deadlineMs: 120_000 };

type Address = Parameters<typeof connectChain>[0];

interface Sender {
  /** Writes what it will send next. */
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
    const both = { ours: await tillsOf(chain), bare: await bareOf(chain) };
    await measureInTurns('chain-push', ROUNDS, async (turn, isKept) => {
      for (const one of both[turn]) one.prepare();
      const start = performance.now();
      await Promise.all(both[turn].map((one) => one.send()));
      const took = performance.now() - start;
      if (isKept) samples[turn].push(took);
    });
    await Promise.all([...both.ours, ...both.bare].map((one) => one.end()));
    await mustHold(chain);
  } finally {
    await postgres.stop();
  }
  const rows = (TILLS * BATCHES * ROWS).toLocaleString('en');
  const name = `${rows} rows told by ${TILLS} tills`;
  const limit = { of: 'ratio', most: MOST } as const;
  return [toBenchResult({ name, samples, least: ROUNDS.rounds, limit })];
}

async function tillsOf(chain: TestChain): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (let pos = 1; pos <= TILLS; pos += 1) senders.push(await tillOf(await chain.enroll()));
  return senders;
}

async function tillOf(address: Address): Promise<Sender> {
  const connection = await connected(address);
  const start = { ledger: randomUUID(), epochKey: randomUUID(), head: 0, marks: {} };
  const greeted = await startSession(connection, start);
  if (!greeted.ok) throw new Error(JSON.stringify(greeted.problem));
  const { session } = greeted.value;
  const status = JSON.stringify(sampleStatus());
  let acked = 0;
  let batches: string[] = [];
  return {
    prepare: () => {
      batches = batchesAfter(acked);
    },
    send: async () => {
      for (const rows of batches) {
        const values = [session, acked, acked + ROWS, randomUUID(), rows, status];
        await asked(connection, 'SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)', values);
        acked += ROWS;
      }
    },
    end: connection.end,
  };
}

const COLUMNS = `id uuid, n bigint, state text, kind text, created_at timestamptz, performed bigint,
  biller bigint, biller_name text, account text, account_shown text, amount numeric, currency text,
  fee numeric, due numeric, shop_currency text, pos text, external uuid, auth text, cashier text,
  cashier_name text, version text, code text, is_drp boolean, cancels uuid, shift text`;

const BARE = `INSERT INTO public.bare (intent_day, ledger_id, payment_id, till_id, epoch, number,
    state, state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
    account_number, account_shown, amount, currency, fee, due, shop_currency, pos_number,
    external_id, authorization_id, cashier_id, cashier_name, service_version, code, is_drp, cancels,
    shift_id)
  SELECT x.created_at::date, $2, x.id, $2, 1, x.n, x.state, 1, x.state, x.kind, x.created_at,
    x.performed, x.biller, x.biller_name, x.account, x.account_shown, x.amount, x.currency, x.fee,
    x.due, x.shop_currency, x.pos, x.external, x.auth, x.cashier, x.cashier_name, x.version, x.code,
    x.is_drp, x.cancels, x.shift
  FROM jsonb_to_recordset($1) AS x(${COLUMNS})`;

async function bareOf(chain: TestChain): Promise<Sender[]> {
  await chain.database.sql('CREATE TABLE public.bare (LIKE chain.payments INCLUDING ALL)');
  await chain.database.sql('GRANT INSERT ON public.bare TO PUBLIC');
  return await Promise.all(
    Array.from({ length: TILLS }, async () => {
      const connection = await connected(chain.admin);
      const ledger = randomUUID();
      let sent = 0;
      let batches: string[] = [];
      return {
        prepare: () => {
          batches = batchesAfter(sent);
          sent += BATCHES * ROWS;
        },
        send: async () => {
          for (const rows of batches) await asked(connection, BARE, [rows, ledger]);
        },
        end: connection.end,
      };
    }),
  );
}

function batchesAfter(number: number): string[] {
  return Array.from({ length: BATCHES }, (_batch, batch) =>
    JSON.stringify(
      Array.from({ length: ROWS }, (_row, row) => {
        const n = number + batch * ROWS + row + 1;
        return samplePayment({ n, auth: String(48_586 + n), account: String(501_000_000 + n) });
      }),
    ),
  );
}

async function connected(address: Address): Promise<ChainConnection> {
  const opened = await connectChain(address, PATIENCE);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
  return opened.value;
}

async function asked(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  const answer = await connection.query(text, values);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
}

/** A push that was told to come again, or rows that were put aside, would have been quick. */
async function mustHold(chain: TestChain): Promise<void> {
  const [row] = await chain.database.sql(
    'SELECT (SELECT count(*) FROM chain.payments) = (SELECT count(*) FROM public.bare) AS is_all',
  );
  if (row?.is_all !== true) throw new Error('not all rows were taken');
}
