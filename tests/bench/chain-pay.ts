/**
 * F12 to the first byte at the service, and how long it blocks main, at a till that sends to its
 * chain against one without a chain: the same counter twice, each with its own ledger. The chain is
 * real, and syncs run at the same time, sixty times as often as in a shop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToChain } from '../../electron/chain/client/index.ts';
import { type ChainSync, createChainSync } from '../../electron/chain/till/sync/index.ts';
import { createPlainStatus } from '../../electron/chain/till/sync/testing/index.ts';
import type { Database } from '../../electron/ledger/index.ts';
import { createUuid, silentLog, systemClock } from '../../electron/platform/index.ts';
import { createChain, getSharedCluster, type TestTill } from '../support/postgres/index.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { startFirstByteServer } from './support/first-byte-server.ts';
import { createSamples, measureInTurns } from './support/measure-in-turns.ts';
import { openPaymentCounter } from './support/payment-counter.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const ROUNDS = { rounds: 300, warmUp: 30 };
const MAX_RATIO = 1.1;
const SPEED_FACTOR = 60;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const chain = await createChain(await getSharedCluster());
  const address = await chain.enrollTill();
  const server = await startFirstByteServer();
  const tills: ChainSync[] = [];
  const startSync = (database: Database): (() => void) => {
    const till = openTill(database, address);
    tills.push(till);
    till.start();
    return till.onLedgerChanged;
  };
  const counters = {
    ours: await openPaymentCounter(join(folder, 'chain.sqlite'), server, {
      createListener: startSync,
    }),
    bare: await openPaymentCounter(join(folder, 'none.sqlite'), server, {
      firstAccount: 2_000_000_000,
    }),
  };
  const firstByteSamples = createSamples();
  const blockedSamples = createSamples();
  try {
    await measureInTurns('chain-pay', ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await counters[turn].prepare(ROUNDS.warmUp + round);
      const pressedAt = process.hrtime.bigint();
      const blockedMs = measureTime(press);
      const firstByteMs = Number((await server.waitForArrival(account)) - pressedAt) / 1e6;
      if (isKept) blockedSamples[turn].push(blockedMs);
      if (isKept) firstByteSamples[turn].push(firstByteMs);
      // An answer must not overlap the next payment.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await assertChainReceived(chain.database.sql);
  } finally {
    for (const till of tills) await till.stop();
    await counters.ours.close();
    await counters.bare.close();
    await server.close();
    await chain.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  const limit = { of: 'ratio', most: MAX_RATIO } as const;
  const minSamples = ROUNDS.rounds;
  return [
    toBenchResult({
      name: 'F12 to the first byte, with a chain and without',
      samples: firstByteSamples,
      minSamples,
      limit,
    }),
    toBenchResult({
      name: 'what F12 holds up main, with a chain and without',
      samples: blockedSamples,
      minSamples,
      limit,
    }),
  ];
}

function openTill(database: Database, address: TestTill): ChainSync {
  const now = new Date().toISOString();
  const ledger = createUuid();
  database.commit(() =>
    database.prepare(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?)`).run(ledger, now),
  );
  return createChainSync({
    database,
    ledgerId: () => ledger,
    clock: {
      ...systemClock,
      after: (milliseconds, callback) => systemClock.after(milliseconds / SPEED_FACTOR, callback),
    },
    now: systemClock.now,
    log: silentLog,
    isChainConfigured: () => true,
    getChainKey: () => 'chain',
    connect: () => connectToChain(address),
    onSessionStarted: async () => {},
    onNotice: async () => true,
    buildStatus: (how) => createPlainStatus(how),
    onChange: () => {},
    random: Math.random,
  });
}

/** A chain that receives nothing would cost nothing, so it must have received payments. */
async function assertChainReceived(
  sql: (text: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<void> {
  const [row] = await sql('SELECT count(*)::int AS payments FROM chain.payments');
  if (Number(row?.payments) < ROUNDS.rounds / 2) {
    throw new Error(`the chain was told of ${row?.payments} payments`);
  }
}
