import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChainAddress,
  type ChainConnectOptions,
  type ChainProblem,
  connectChain,
} from '../../electron/chain/till/client/index.ts';
import {
  type PaymentRow,
  pushChanges,
  readSyncPosition,
  startSession,
} from '../../electron/chain/till/protocol/index.ts';
import { samplePayment, sampleStatus } from '../../electron/chain/till/protocol/testing/index.ts';
import {
  createChain,
  type OwnCluster,
  smallDiskUnavailableReason,
  startPostgres,
  startStandby,
  type TestChain,
} from '../support/postgres/index.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/**
 * What the chain's database can do to a till that reports: it is killed, frozen, full, and fails over
 * to a standby that has all of it or lost some. Whatever it was, what the till has told is there in
 * the end, once.
 */
const running: OwnCluster[] = [];
const PATIENCE: ChainConnectOptions = { connectMs: 1_500, deadlineMs: 1_500 };
const BATCH = 20;

let postgres: OwnCluster;
let chain: TestChain;

describe.skipIf(process.platform === 'win32')('the chain’s database', () => {
  beforeAll(async () => {
    postgres = await started(
      startPostgres({ hasSmallDisk: smallDiskUnavailableReason() === null }),
    );
    chain = await createChain(postgres);
  });
  afterEach(() => postgres.thaw());
  afterAll(async () => {
    for (const one of running) await one.stop();
  });

  it('is frozen, and no round of a till takes longer than its deadlines', async () => {
    const till = ledgerOf(await chain.enroll());
    till.pay(5);
    expect(await till.round()).toBeNull();
    const held = await connectChain(till.address, PATIENCE);
    postgres.freeze();
    const since = performance.now();
    expect(await till.round()).toMatchObject({ kind: 'unreachable' });
    if (held.ok) {
      expect(await held.value.query('SELECT 1')).toMatchObject({ ok: false });
      await held.value.end();
    }
    expect(performance.now() - since).toBeLessThan(8_000);
    postgres.thaw();
    expect(await till.round()).toBeNull();
    expect(await told(postgres, till)).toEqual(till.all());
  });

  it('is killed again and again while a till reports', async () => {
    const till = ledgerOf(await chain.enroll());
    for (let time = 0; time < 2; time += 1) {
      till.pay(BATCH * 2);
      const round = till.round();
      await postgres.kill();
      expect((await round)?.kind ?? 'unreachable').toBe('unreachable');
      await postgres.start();
    }
    expect(await till.round()).toBeNull();
    expect(await told(postgres, till)).toEqual(till.all());
  });

  it('is full, and takes the same push once there is room', async (context) => {
    skipUnlessAvailable(context, smallDiskUnavailableReason());
    const small = await createChain(postgres);
    await postgres.moveToSmallDisk(small.database.name);
    const till = ledgerOf(await small.enroll());
    till.pay(BATCH);
    expect(await till.round()).toBeNull();
    postgres.fillDisk();
    let problem: ChainProblem | null = null;
    while (problem === null) {
      till.pay(BATCH * 5);
      problem = await till.round();
    }
    expect(problem).toMatchObject({ kind: 'full', sqlState: '53100' });
    postgres.freeDisk();
    expect(await till.round()).toBeNull();
    expect(await told(postgres, till)).toEqual(till.all());
    await small.drop();
    await postgres.sql('DROP TABLESPACE small');
  });

  it('fails over to a standby that has all of it, and to one that lost some', async () => {
    const till = ledgerOf(await chain.enroll());
    till.pay(BATCH);
    expect(await till.round()).toBeNull();
    const second = await started(startStandby(postgres, { isSynchronous: true }));
    const hosts = [...till.address.hosts, `127.0.0.1:${second.port}`];
    const moved = { ...till, address: { ...till.address, hosts: hosts.toReversed() } };
    till.pay(BATCH);
    // The standby takes no writes yet, and is passed by.
    expect(await moved.round()).toBeNull();
    await postgres.kill();
    expect(await moved.round()).toMatchObject({ kind: 'read-only' });
    await second.promote();
    const before = moved.acked();
    expect(await moved.round()).toBeNull();
    expect(moved.acked()).toBe(before);
    expect(await told(second, till)).toEqual(till.all());

    await second.sql('ALTER SYSTEM RESET synchronous_standby_names');
    await second.sql('SELECT pg_reload_conf()');
    const third = await started(startStandby(second, { isSynchronous: false }));
    await third.kill();
    till.pay(BATCH * 2);
    expect(await moved.round()).toBeNull();
    await second.kill();
    await third.start();
    await third.promote();
    const last = { ...till, address: { ...till.address, hosts: [`127.0.0.1:${third.port}`] } };
    expect(await told(third, till)).not.toEqual(till.all());
    expect(await last.round()).toBeNull();
    expect(await told(third, till)).toEqual(till.all());
  });
});

async function started(starting: Promise<OwnCluster>): Promise<OwnCluster> {
  const one = await starting;
  running.push(one);
  return one;
}

/** Of all ledgers that this one told: which payments, in which state. */
async function told(from: OwnCluster, { ledger, address }: Ledger): Promise<readonly string[]> {
  const rows = await from.database(address.database).sql(
    `SELECT payment_id || ' ' || state AS line FROM chain.payments WHERE ledger_id = $1
    ORDER BY 1`,
    [ledger],
  );
  return rows.map(({ line }) => String(line));
}

interface Ledger {
  readonly ledger: string;
  readonly address: ChainAddress;
  /** So many payments more. */
  pay(count: number): void;
  /** What a till does each time: where does it stand, hello, and push until all is told. */
  round(this: { readonly address: ChainAddress }): Promise<ChainProblem | null>;
  acked(): number;
  all(): readonly string[];
}

/** A ledger as the database sees it: numbered changes, each with a mark. */
function ledgerOf(address: ChainAddress): Ledger {
  const ledger = randomUUID();
  const epochKey = randomUUID();
  const rows: PaymentRow[] = [];
  const marks: Record<string, string> = {};
  let acked = 0;
  return {
    ledger,
    address,
    pay: (count) => {
      for (let left = count; left > 0; left -= 1) {
        const n = rows.length + 1;
        rows.push(samplePayment({ n }));
        marks[n] = randomUUID();
      }
    },
    async round() {
      const opened = await connectChain(this.address, PATIENCE);
      if (!opened.ok) return opened.problem;
      const connection = opened.value;
      try {
        const there = await readSyncPosition(connection);
        if (!there.ok) return there.problem;
        const greeted = await startSession(connection, {
          ledger,
          epochKey,
          head: rows.length,
          marks,
        });
        if (!greeted.ok) return greeted.problem;
        const { session, rewound } = greeted.value;
        expect(rewound).toBe(false);
        acked = greeted.value.acked;
        while (acked < rows.length) {
          const to = Math.min(acked + BATCH, rows.length);
          const input = { session, from: acked, to, mark: marks[to] ?? null };
          const some = { rows: rows.slice(acked, to), status: sampleStatus() };
          const answer = await pushChanges(connection, { ...input, ...some });
          if (!answer.ok) return answer.problem;
          expect(answer.value.refused).toBe(0);
          acked = answer.value.acked;
        }
        return null;
      } finally {
        await connection.end();
      }
    },
    acked: () => acked,
    all: () => rows.map(({ id, state }) => `${id} ${state}`).toSorted(),
  };
}
