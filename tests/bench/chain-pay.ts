/**
 * F12 to the first byte at the service, and how long it blocks main, at a till of a chain against
 * one without a chain: the same counter twice, each with its own ledger. The till sends to its chain,
 * sixty times as often as in a shop, and looks each account up in it. First the chain is real and
 * answers, then it accepts connections and never answers.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createChainOtherTillPayments,
  type TillChainConnectors,
} from '../../electron/chain/till/gateway/index.ts';
import { type ChainSync, createChainSync } from '../../electron/chain/till/sync/index.ts';
import { createPlainStatus } from '../../electron/chain/till/sync/testing/index.ts';
import type { Database } from '../../electron/ledger/index.ts';
import { createUuid, silentLog, systemClock } from '../../electron/platform/index.ts';
import { createChain, getSharedCluster } from '../support/postgres/index.ts';
import { measureTime } from './support/event-loop-delay.ts';
import { startFirstByteServer } from './support/first-byte-server.ts';
import { createSamples, measureInTurns } from './support/measure-in-turns.ts';
import { openPaymentCounter } from './support/payment-counter.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createBenchConnectors, createBenchGateway } from './support/till-gateway.ts';

const ROUNDS = { rounds: 300, warmUp: 30 };
const MAX_RATIO = 1.1;
const SPEED_FACTOR = 60;

type ChainState = 'alive' | 'dead';

export async function run(): Promise<BenchResult[]> {
  return [...(await measureWithChain('alive')), ...(await measureWithChain('dead'))];
}

async function measureWithChain(chainState: ChainState): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const chain = await createChain(await getSharedCluster());
  const silentServer = await startSilentServer();
  const enrolled = await chain.enrollTill();
  const address = chainState === 'alive' ? enrolled : { ...enrolled, hosts: [silentServer.host] };
  const server = await startFirstByteServer();
  const connectors = createBenchConnectors(address);
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: () => true,
    connect: connectors.connectForQueries,
    clock: systemClock,
    log: silentLog,
  });
  const syncs: ChainSync[] = [];
  const startSync = (database: Database): (() => void) => {
    const sync = openSync(database, connectors);
    syncs.push(sync);
    sync.start();
    return sync.onLedgerChanged;
  };
  const counters = {
    ours: await openPaymentCounter(join(folder, 'chain.sqlite'), server, {
      createListener: startSync,
      otherTillPayments,
    }),
    bare: await openPaymentCounter(join(folder, 'none.sqlite'), server, {
      firstAccount: 2_000_000_000,
    }),
  };
  const firstByteSamples = createSamples();
  const blockedSamples = createSamples();
  try {
    await measureInTurns(`chain-pay, ${chainState}`, ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await counters[turn].prepare(ROUNDS.warmUp + round);
      const pressedAt = process.hrtime.bigint();
      const blockedMs = measureTime(press);
      const firstByteMs = Number((await server.waitForArrival(account)) - pressedAt) / 1e6;
      if (isKept) blockedSamples[turn].push(blockedMs);
      if (isKept) firstByteSamples[turn].push(firstByteMs);
      // An answer must not overlap the next payment.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    if (chainState === 'alive') await assertChainReceived(chain.database.sql);
    else silentServer.assertConnected();
  } finally {
    for (const sync of syncs) await sync.stop();
    await otherTillPayments.stop();
    await counters.ours.close();
    await counters.bare.close();
    await server.close();
    await silentServer.close();
    await chain.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  const limit = { of: 'ratio', most: MAX_RATIO } as const;
  const minSamples = ROUNDS.rounds;
  const sides = `with ${chainState === 'alive' ? 'a chain' : 'a chain that never answers'} and without`;
  return [
    toBenchResult({
      name: `F12 to the first byte, ${sides}`,
      samples: firstByteSamples,
      minSamples,
      limit,
    }),
    toBenchResult({
      name: `what F12 holds up main, ${sides}`,
      samples: blockedSamples,
      minSamples,
      limit,
    }),
  ];
}

/** A server on this computer that accepts connections and never answers. */
async function startSilentServer(): Promise<{
  readonly host: string;
  /** Throws if nobody has connected. */
  assertConnected(): void;
  close(): Promise<void>;
}> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    assertConnected: () => {
      if (sockets.length === 0) throw new Error('the till did not try to reach its chain');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function openSync(database: Database, connectors: TillChainConnectors): ChainSync {
  const now = new Date().toISOString();
  const day = now.slice(0, 10);
  const ledger = createUuid();
  database.commit(() =>
    database.prepare(`INSERT INTO ledger_identity VALUES (1, ?, 'sandbox', ?)`).run(ledger, now),
  );
  return createChainSync({
    ...createBenchGateway(connectors, { day, second: Date.parse(day) / 1_000 }),
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
