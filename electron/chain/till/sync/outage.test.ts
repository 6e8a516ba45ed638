import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createChain,
  type OwnCluster,
  startPostgres,
  type TestChain,
  type TestTill,
} from '../../../../tests/support/postgres/index.ts';
import { createRandom } from '../../../../tests/support/random.ts';
import { SEED } from '../../../../tests/support/sampling.ts';
import { connectToChain } from '../../client/index.ts';
import {
  type ChainShop,
  createChainShop,
  createFaultyConnection,
  type FaultyConnection,
} from './testing/index.ts';

/** Tests of a database that is killed, frozen and restarted while tills sell. */

let server: OwnCluster;
let chain: TestChain;
let till: TestTill;
let line: FaultyConnection;
let shop: ChainShop;
const { between } = createRandom(`${SEED}/outage`);
beforeAll(async () => {
  server = await startPostgres();
  chain = await createChain(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  till = await chain.enrollTill();
  line = createFaultyConnection(() =>
    connectToChain(till, { connectTimeoutMs: 1_000, deadlineMs: 1_000 }),
  );
  shop = createChainShop(line.connect);
});
afterEach(async () => {
  const closed = shop.close();
  await line.waitUntilIdle();
  await closed;
});

async function advance(seconds: number): Promise<void> {
  for (let elapsed = 0; elapsed < seconds; elapsed += 5) {
    await shop.clock.advance(5_000);
    await line.waitUntilIdle();
  }
}

/** Compares the chain with the expected payments. */
async function countDifferences(expected: Readonly<Record<string, string>>) {
  const rows = await chain.database.sql(
    `SELECT payment_id AS id, state FROM chain.payments JOIN chain.tills USING (till_id)
     WHERE role_name = $1`,
    [till.user],
  );
  const chainStates = new Map(rows.map(({ id, state }) => [String(id), String(state)]));
  const ids = Object.keys(expected);
  return {
    missing: ids.filter((id) => !chainStates.has(id)).length,
    doubled: rows.length - chainStates.size,
    differing: ids.filter((id) => chainStates.has(id) && chainStates.get(id) !== expected[id])
      .length,
  };
}

it('loses and doubles no payment when the database server is killed at any moment', async () => {
  for (let kill = 0; kill < 3; kill += 1) {
    for (let turn = 0; turn < 150; turn += 1) shop.resolve(shop.pay(), 'paid');
    // The kill happens during one of the three pushes that are needed.
    let remainingCalls = between(1, 3);
    let killing: Promise<void> | null = null;
    line.fate = () => {
      remainingCalls -= 1;
      if (remainingCalls === 0)
        killing = new Promise((resolve) => setImmediate(resolve)).then(server.kill);
      return 'works';
    };
    await advance(60);
    expect(killing).not.toBeNull();
    await killing;
    shop.pay();
    await server.start();
    line.fate = () => 'works';
    await advance(400);
  }
  expect(await countDifferences(shop.readStates())).toEqual({
    missing: 0,
    doubled: 0,
    differing: 0,
  });
  expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
});

it('keeps selling while the database is frozen, and pushes the payments afterwards', async () => {
  await advance(30);
  server.freeze();
  try {
    const startedAt = performance.now();
    const advancing = advance(15);
    for (let turn = 0; turn < 50; turn += 1) shop.resolve(shop.pay(), 'paid');
    // A hundred synced commits take less time than a hundred timeouts of the chain would.
    expect(performance.now() - startedAt).toBeLessThan(50_000);
    await advancing;
    await advance(60);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'unreachable', unsent: 101 });
  } finally {
    server.thaw();
  }
  await advance(600);
  expect(await countDifferences(shop.readStates())).toEqual({
    missing: 0,
    doubled: 0,
    differing: 0,
  });
  expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
});

it('loses no payment of the outbox when the till is killed at any moment', async () => {
  shop.pay();
  const paidIds = new Set<string>();
  for (let kill = 0; kill < 4; kill += 1) {
    const file = shop.release();
    const child = spawn(process.execPath, [program, file, JSON.stringify(till)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text: Buffer) => {
      for (const [, id = ''] of String(text).matchAll(/^paid (\S+)$/gm)) paidIds.add(id);
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, between(100, 900)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    shop.restart();
  }
  await advance(600);
  expect(paidIds.size).toBeGreaterThan(20);
  expect(Object.keys(shop.readStates())).toEqual(expect.arrayContaining([...paidIds]));
  expect(await countDifferences(shop.readStates())).toEqual({
    missing: 0,
    doubled: 0,
    differing: 0,
  });
});

const program = fileURLToPath(new URL('./testing/killed-till.ts', import.meta.url));
