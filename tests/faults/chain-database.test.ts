import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChainAddress,
  type ChainProblem,
  type ConnectToChainOptions,
  connectToChain,
} from '../../electron/chain/client/index.ts';
import { createChainOwner } from '../../electron/chain/owner/index.ts';
import {
  type PaymentChange,
  pushChanges,
  readRemoteSyncPosition,
  startSession,
} from '../../electron/chain/protocol/index.ts';
import {
  createSamplePayment,
  createSampleStatus,
} from '../../electron/chain/protocol/testing/index.ts';
import { silentLog, systemClock } from '../../electron/platform/index.ts';
import { ok, type Result } from '../../shared/contract/index.ts';
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
 * Failures of the chain's database while a till reports: it is killed, frozen, full, and fails over
 * to a standby that has all of its data or lost some. After each, everything that the till reported
 * is in the database exactly once.
 */
const clusters: OwnCluster[] = [];
/** No test may miss them on a busy machine. */
const LONG_TIMEOUTS: ConnectToChainOptions = { connectTimeoutMs: 60_000, deadlineMs: 60_000 };
/** For a server that never answers. */
const SHORT_TIMEOUTS: ConnectToChainOptions = { connectTimeoutMs: 1_500, deadlineMs: 1_500 };
const BATCH_SIZE = 20;

let postgres: OwnCluster;
let chain: TestChain;

describe.skipIf(process.platform === 'win32')('the chain’s database', () => {
  beforeAll(async () => {
    postgres = await registerCluster(
      startPostgres({ hasSmallDisk: smallDiskUnavailableReason() === null }),
    );
    chain = await createChain(postgres);
  });
  afterEach(() => postgres.thaw());
  afterAll(async () => {
    for (const cluster of clusters) await cluster.stop();
  });

  it('ends each sync of a till within its deadlines while the chain database is frozen', async () => {
    const till = createLedger(await chain.enrollTill());
    till.pay(5);
    expect(await till.sync()).toBeNull();
    const openConnection = await connectToChain(till.address, SHORT_TIMEOUTS);
    postgres.freeze();
    const startedAt = performance.now();
    expect(await till.sync(SHORT_TIMEOUTS)).toMatchObject({ kind: 'unreachable' });
    if (openConnection.ok) {
      expect(await openConnection.value.query('SELECT 1')).toMatchObject({ ok: false });
      await openConnection.value.end();
    }
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    postgres.thaw();
    expect(await till.sync()).toBeNull();
    expect(await readReportedPayments(postgres, till)).toEqual(till.all());
  });

  it('stores everything that a till reported after the chain database was killed repeatedly', async () => {
    const till = createLedger(await chain.enrollTill());
    for (let attempt = 0; attempt < 2; attempt += 1) {
      till.pay(BATCH_SIZE * 2);
      const syncResult = till.sync();
      await postgres.kill();
      expect((await syncResult)?.kind ?? 'unreachable').toBe('unreachable');
      await postgres.start();
    }
    expect(await till.sync()).toBeNull();
    expect(await readReportedPayments(postgres, till)).toEqual(till.all());
  });

  it('reports a full chain database, and accepts the same push after space was freed', async (context) => {
    skipUnlessAvailable(context, smallDiskUnavailableReason());
    const smallChain = await createChain(postgres);
    await postgres.moveToSmallDisk(smallChain.database.name);
    const till = createLedger(await smallChain.enrollTill());
    till.pay(BATCH_SIZE);
    expect(await till.sync()).toBeNull();
    postgres.fillDisk();
    let problem: ChainProblem | null = null;
    while (problem === null) {
      till.pay(BATCH_SIZE * 5);
      problem = await till.sync();
    }
    expect(problem).toMatchObject({ kind: 'full', sqlState: '53100' });
    postgres.freeDisk();
    expect(await till.sync()).toBeNull();
    expect(await readReportedPayments(postgres, till)).toEqual(till.all());
    await smallChain.drop();
    await postgres.sql('DROP TABLESPACE small');
  });

  it("answers an owner's views on a standby", async () => {
    const till = createLedger(await chain.enrollTill());
    till.pay(BATCH_SIZE);
    expect(await till.sync()).toBeNull();
    const { user, password, ...address } = await chain.createLogin('office');
    const standby = await registerCluster(startStandby(postgres, { isSynchronous: false }));
    const [primaryRow] = await postgres.sql('SELECT pg_current_wal_lsn() AS position');
    const hasReplayed = 'SELECT pg_last_wal_replay_lsn() >= $1 AS is_current';
    while ((await standby.sql(hasReplayed, [primaryRow?.position]))[0]?.is_current !== true)
      await wait(50);
    const owner = createChainOwner({
      settings: () => ({
        timeZone: 'UTC',
        language: 'es-MX',
        chain: { ...address, hosts: [`127.0.0.1:${standby.port}`] },
      }),
      vault: {
        read: async () => ({ user, password: String(password) }),
        save: async () => ok(null),
      },
      audit: { note: () => {}, recordInTransaction: () => {} },
      clock: systemClock,
      log: silentLog,
      folder: tmpdir(),
    });
    const page = { cursor: null, limit: 50 };
    const { tills } = getValueOrThrow(
      await owner.tills({ ...page, text: null, hasProblems: false }),
    );
    const filter = { from: null, to: null, shop: null, kind: null, state: null, amount: null };
    const today = new Date().toISOString().slice(0, 10);
    for (const view of [
      owner.overview(),
      owner.today({ day: null, shop: null }),
      owner.till({ tillId: tills[0]?.id ?? '' }),
      owner.unresolved(page),
      owner.days({ before: null }),
      owner.differences({ ...page, kind: 'all' }),
      owner.shifts({ ...page, from: null, to: null, isDifferent: false }),
      owner.search({ ...page, filter: { ...filter, text: '48586' } }),
    ])
      expect(await view).toMatchObject({ ok: true });
    const found = getValueOrThrow(
      await owner.search({ ...page, filter: { ...filter, from: today, to: today, text: 'cfe' } }),
    );
    expect(found.payments.length).toBeGreaterThanOrEqual(BATCH_SIZE);
    await standby.stop();
  });

  it('stores everything after a failover to a standby with all data, and to one that lost some', async () => {
    const till = createLedger(await chain.enrollTill());
    till.pay(BATCH_SIZE);
    expect(await till.sync()).toBeNull();
    const second = await registerCluster(startStandby(postgres, { isSynchronous: true }));
    const hosts = [...till.address.hosts, `127.0.0.1:${second.port}`];
    const failoverTill = { ...till, address: { ...till.address, hosts: hosts.toReversed() } };
    till.pay(BATCH_SIZE);
    // The standby accepts no writes yet, so the till skips it.
    expect(await failoverTill.sync()).toBeNull();
    await postgres.kill();
    expect(await failoverTill.sync()).toMatchObject({ kind: 'read-only' });
    await second.promote();
    const ackedBefore = failoverTill.acked();
    expect(await failoverTill.sync()).toBeNull();
    expect(failoverTill.acked()).toBe(ackedBefore);
    expect(await readReportedPayments(second, till)).toEqual(till.all());

    await second.sql('ALTER SYSTEM RESET synchronous_standby_names');
    await second.sql('SELECT pg_reload_conf()');
    const third = await registerCluster(startStandby(second, { isSynchronous: false }));
    await third.kill();
    till.pay(BATCH_SIZE * 2);
    expect(await failoverTill.sync()).toBeNull();
    await second.kill();
    await third.start();
    await third.promote();
    const lastTill = { ...till, address: { ...till.address, hosts: [`127.0.0.1:${third.port}`] } };
    expect(await readReportedPayments(third, till)).not.toEqual(till.all());
    expect(await lastTill.sync()).toBeNull();
    expect(await readReportedPayments(third, till)).toEqual(till.all());
  });
});

function getValueOrThrow<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function registerCluster(startPromise: Promise<OwnCluster>): Promise<OwnCluster> {
  const cluster = await startPromise;
  clusters.push(cluster);
  return cluster;
}

/** Returns the payments and their states that this ledger reported. */
async function readReportedPayments(
  cluster: OwnCluster,
  { ledger, address }: Ledger,
): Promise<readonly string[]> {
  const rows = await cluster.getDatabase(address.database).sql(
    `SELECT payment_id || ' ' || state AS line FROM chain.payments WHERE ledger_id = $1
    ORDER BY 1`,
    [ledger],
  );
  return rows.map(({ line }) => String(line));
}

interface Ledger {
  readonly ledger: string;
  readonly address: ChainAddress;
  /** Adds so many payments. */
  pay(count: number): void;
  /**
   * Syncs as a till does: reads the position, starts a session, and pushes until everything is
   * reported.
   */
  sync(
    this: { readonly address: ChainAddress },
    timeouts?: ConnectToChainOptions,
  ): Promise<ChainProblem | null>;
  acked(): number;
  all(): readonly string[];
}

/** A ledger as the database sees it: numbered changes, each with a mark. */
function createLedger(address: ChainAddress): Ledger {
  const ledger = randomUUID();
  const epochKey = randomUUID();
  const rows: PaymentChange[] = [];
  const marks: Record<string, string> = {};
  let acked = 0;
  return {
    ledger,
    address,
    pay: (count) => {
      for (let remaining = count; remaining > 0; remaining -= 1) {
        const n = rows.length + 1;
        rows.push(createSamplePayment({ n }));
        marks[n] = randomUUID();
      }
    },
    async sync(timeouts = LONG_TIMEOUTS) {
      const connected = await connectToChain(this.address, timeouts);
      if (!connected.ok) return connected.problem;
      const connection = connected.value;
      try {
        const position = await readRemoteSyncPosition(connection);
        if (!position.ok) return position.problem;
        const started = await startSession(connection, {
          ledgerId: ledger,
          epochKey,
          newestChangeNumber: rows.length,
          changeTokens: marks,
        });
        if (!started.ok) return started.problem;
        const { session, rewound } = started.value;
        expect(rewound).toBe(false);
        acked = started.value.acked;
        while (acked < rows.length) {
          const to = Math.min(acked + BATCH_SIZE, rows.length);
          const input = {
            sessionNumber: session,
            afterChangeNumber: acked,
            lastChangeNumber: to,
            lastChangeToken: marks[to] ?? null,
          };
          const payload = { rows: rows.slice(acked, to), status: createSampleStatus() };
          const answer = await pushChanges(connection, { ...input, ...payload });
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
