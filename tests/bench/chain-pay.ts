/**
 * F12 to the first byte at the service, and how long it holds up main, at a till that tells its chain
 * against one that has none: the same counter twice, each with a ledger of its own. The chain is a
 * real one, and rounds of telling it go on meanwhile, sixty times as often as in a shop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectChain } from '../../electron/chain/till/client/index.ts';
import { type ChainSync, createChainSync } from '../../electron/chain/till/till/index.ts';
import { plainStatus } from '../../electron/chain/till/till/testing/index.ts';
import type { Database } from '../../electron/ledger/index.ts';
import { newUuid, silentLog, systemClock } from '../../electron/platform/index.ts';
import { createChain, getSharedCluster, type TestTill } from '../support/postgres/index.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { startFirstByteServer } from './support/first-byte-server.ts';
import { openPaymentCounter } from './support/payment-counter.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns } from './support/rounds.ts';

const ROUNDS = { rounds: 300, warmUp: 30 };
const MOST = 1.1;
const HURRY = 60;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const chain = await createChain(await getSharedCluster());
  const address = await chain.enroll();
  const server = await startFirstByteServer();
  const tills: ChainSync[] = [];
  const tells = (database: Database): (() => void) => {
    const till = openTill(database, address);
    tills.push(till);
    till.start();
    return till.onLedgerChanged;
  };
  const both = {
    ours: await openPaymentCounter(join(folder, 'chain.sqlite'), server, { changes: tells }),
    bare: await openPaymentCounter(join(folder, 'none.sqlite'), server, {
      firstAccount: 2_000_000_000,
    }),
  };
  const whole = createSamples();
  const held = createSamples();
  try {
    await measureInTurns('chain-pay', ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await both[turn].ready(ROUNDS.warmUp + round);
      const pressed = process.hrtime.bigint();
      const took = measureTime(press);
      const until = Number((await server.arrivalOf(account)) - pressed) / 1e6;
      if (isKept) held[turn].push(took);
      if (isKept) whole[turn].push(until);
      // The answer of one must not run into the next.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await mustBeTold(chain.database.sql);
  } finally {
    for (const till of tills) await till.stop();
    await both.ours.close();
    await both.bare.close();
    await server.close();
    await chain.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  const limit = { of: 'ratio', most: MOST } as const;
  const least = ROUNDS.rounds;
  return [
    toBenchResult({
      name: 'F12 to the first byte, with a chain and without',
      samples: whole,
      least,
      limit,
    }),
    toBenchResult({
      name: 'what F12 holds up main, with a chain and without',
      samples: held,
      least,
      limit,
    }),
  ];
}

function openTill(database: Database, address: TestTill): ChainSync {
  const now = new Date().toISOString();
  const ledger = newUuid();
  database.commit(() =>
    database.prepare(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?)`).run(ledger, now),
  );
  return createChainSync({
    database,
    ledgerId: () => ledger,
    clock: {
      ...systemClock,
      after: (milliseconds, callback) => systemClock.after(milliseconds / HURRY, callback),
    },
    now: systemClock.now,
    log: silentLog,
    isSet: () => true,
    getChainKey: () => 'chain',
    connect: () => connectChain(address),
    onHello: async () => {},
    onHint: async () => true,
    status: (how) => plainStatus(how),
    onChange: () => {},
    random: Math.random,
  });
}

/** A chain that hears nothing costs nothing. */
async function mustBeTold(
  sql: (text: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<void> {
  const [row] = await sql('SELECT count(*)::int AS payments FROM chain.payments');
  if (Number(row?.payments) < ROUNDS.rounds / 2) {
    throw new Error(`the chain was told of ${row?.payments} payments`);
  }
}
