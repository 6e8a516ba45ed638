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
import { connectChain } from '../client/index.ts';
import { type ChainShop, chainShop, type Line, lineTo } from './testing/index.ts';

/** A database that is killed, frozen and started again under tills that sell. */

let server: OwnCluster;
let chain: TestChain;
let till: TestTill;
let line: Line;
let shop: ChainShop;
const { between } = createRandom(`${SEED}/outage`);
beforeAll(async () => {
  server = await startPostgres();
  chain = await createChain(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  till = await chain.enroll();
  line = lineTo(() => connectChain(till, { connectMs: 1_000, deadlineMs: 1_000 }));
  shop = chainShop(line.connect);
});
afterEach(async () => {
  const closed = shop.close();
  await line.idle();
  await closed;
});

async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await shop.clock.advance(5_000);
    await line.idle();
  }
}

/** What the chain has of the payments that are expected. */
async function differences(expected: Readonly<Record<string, string>>) {
  const rows = await chain.database.sql(
    `SELECT payment_id AS id, state FROM chain.payments JOIN chain.tills USING (till_id)
     WHERE role_name = $1`,
    [till.user],
  );
  const told = new Map(rows.map(({ id, state }) => [String(id), String(state)]));
  const ids = Object.keys(expected);
  return {
    missing: ids.filter((id) => !told.has(id)).length,
    doubled: rows.length - told.size,
    differing: ids.filter((id) => told.has(id) && told.get(id) !== expected[id]).length,
  };
}

it('loses and doubles nothing when its server is killed at any moment', async () => {
  for (let kill = 0; kill < 3; kill += 1) {
    for (let turn = 0; turn < 150; turn += 1) shop.resolve(shop.pay(), 'paid');
    // Under one of the three pushes that it takes.
    let left = between(1, 3);
    let killed: Promise<void> | null = null;
    line.fate = () => {
      left -= 1;
      if (left === 0) killed = new Promise((done) => setImmediate(done)).then(server.kill);
      return 'works';
    };
    await pass(60);
    expect(killed).not.toBeNull();
    await killed;
    shop.pay();
    await server.start();
    line.fate = () => 'works';
    await pass(400);
  }
  expect(await differences(shop.states())).toEqual({ missing: 0, doubled: 0, differing: 0 });
  expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
});

it('sells on while its database is frozen, and tells it afterwards', async () => {
  await pass(30);
  server.freeze();
  try {
    const began = performance.now();
    const rounds = pass(15);
    for (let turn = 0; turn < 50; turn += 1) shop.resolve(shop.pay(), 'paid');
    // A hundred synced commits; had each waited for the chain's deadline, it would be longer.
    expect(performance.now() - began).toBeLessThan(50_000);
    await rounds;
    await pass(60);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'unreachable', unsent: 101 });
  } finally {
    server.thaw();
  }
  await pass(600);
  expect(await differences(shop.states())).toEqual({ missing: 0, doubled: 0, differing: 0 });
  expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
});

it('loses no payment of the outbox when the till is killed at any moment', async () => {
  shop.pay();
  const paid = new Set<string>();
  for (let kill = 0; kill < 4; kill += 1) {
    const file = shop.release();
    const child = spawn(process.execPath, [program, file, JSON.stringify(till)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text: Buffer) => {
      for (const [, id = ''] of String(text).matchAll(/^paid (\S+)$/gm)) paid.add(id);
    });
    await once(child.stdout, 'data');
    await new Promise((later) => setTimeout(later, between(100, 900)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    shop.restart();
  }
  await pass(600);
  expect(paid.size).toBeGreaterThan(20);
  expect(Object.keys(shop.states())).toEqual(expect.arrayContaining([...paid]));
  expect(await differences(shop.states())).toEqual({ missing: 0, doubled: 0, differing: 0 });
});

const program = fileURLToPath(new URL('./testing/killed-till.ts', import.meta.url));
