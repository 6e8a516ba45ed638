import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getNextDay, getStartOfDayMs } from '../../../../shared/dates/index.ts';
import {
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../../tests/support/postgres/index.ts';
import { getNumericSeed } from '../../../../tests/support/sampling.ts';
import { connectToChain } from '../../client/index.ts';
import {
  type ChainShop,
  createChainShop,
  createFaultyConnection,
  type EpisodeChain,
  episodeStep,
  type FaultyConnection,
  playEpisode,
} from './testing/index.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
});
afterAll(() => chain.drop());

/** Reads, saves and restores the rows of one till. */
function toEpisodeChain(till: TestTill): EpisodeChain {
  const tables = ['standing', 'payments', 'shifts', 'refused_rows'];
  const tillCondition = `till_id = (SELECT till_id FROM chain.tills WHERE role_name = '${till.user}')`;
  return {
    connect: () => connectToChain(till),
    readPayments: async () => {
      const rows = await chain.database.sql(
        `SELECT payment_id AS id, state FROM chain.payments WHERE ${tillCondition}`,
      );
      return rows.map(({ id, state }) => ({ id: String(id), state: String(state) }));
    },
    takeSnapshot: async () => {
      const savedTables: (readonly [string, string])[] = [];
      for (const table of tables) {
        const [row] = await chain.database.sql(
          `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM chain.${table} t WHERE ${tillCondition}`,
        );
        savedTables.push([table, String(row?.rows)]);
      }
      return async () => {
        for (const [table, rows] of savedTables) {
          await chain.database.sql(`DELETE FROM chain.${table} WHERE ${tillCondition}`);
          await chain.database.sql(
            `INSERT INTO chain.${table} OVERRIDING SYSTEM VALUE
             SELECT * FROM json_populate_recordset(NULL::chain.${table}, $1)`,
            [rows],
          );
        }
      };
    },
  };
}

it('holds the union of the ledgers in a real database after any sequence of faults', async () => {
  const steps = fc.array(episodeStep, { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (episode) => {
      await playEpisode(toEpisodeChain(await chain.enrollTill()), episode);
    }),
    { seed: getNumericSeed('real chain'), numRuns: 5, endOnFailure: true },
  );
}, 1_800_000);

describe('a till with a real database', () => {
  let till: TestTill;
  let line: FaultyConnection;
  let shop: ChainShop;
  let otherShops: ChainShop[];
  beforeEach(async () => {
    till = await chain.enrollTill();
    openTill({});
    otherShops = [];
  });
  afterEach(async () => {
    for (const openShop of [shop, ...otherShops]) await closeShop(openShop);
  });

  /** Opens the till, with changes of its address. */
  function openTill(changes: Partial<TestTill>): void {
    line = createFaultyConnection(() => connectToChain({ ...till, ...changes }));
    shop = createChainShop(line.connect);
  }

  async function advance(seconds: number): Promise<void> {
    for (let elapsed = 0; elapsed < seconds; elapsed += 5) {
      await shop.clock.advance(5_000);
      await line.waitUntilIdle();
    }
  }

  async function closeShop(openShop: ChainShop): Promise<void> {
    const closed = openShop.close();
    await line.waitUntilIdle();
    await closed;
  }

  const readChainStates = async (): Promise<Record<string, string>> => {
    const rows = await toEpisodeChain(till).readPayments();
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };
  const readRestartKinds = async (): Promise<unknown[]> => {
    const rows = await chain.database.sql(
      'SELECT kind FROM chain.restarts JOIN chain.tills USING (till_id) WHERE role_name = $1',
      [till.user],
    );
    return rows.map(({ kind }) => kind);
  };
  const getLight = () => shop.till.getStatusLine()?.light;

  it('sets aside a row that the database cannot store, by its key, and pushes the others', async () => {
    const ids = [shop.pay(), shop.pay(), shop.pay()];
    const [, poisoned = ''] = ids;
    shop.database.commit(() => {
      shop.database
        .prepare(`UPDATE intents SET account_number = 'a' || char(0) WHERE id = ?`)
        .run(poisoned);
    });
    await advance(60);
    const payments = await readChainStates();
    expect(Object.keys(payments).sort()).toEqual(ids.filter((id) => id !== poisoned).sort());
    const refused = await chain.database.sql(
      `SELECT row ->> 'key' AS id FROM chain.refused_rows JOIN chain.tills USING (till_id)
       WHERE role_name = $1`,
      [till.user],
    );
    expect([...new Set(refused.map(({ id }) => id))]).toEqual([poisoned]);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  });

  it('shows each database problem by its light, and loses no payment', async () => {
    await advance(30);
    await chain.database.sql(`ALTER ROLE ${till.user} CONNECTION LIMIT 0`);
    const ids = [shop.pay()];
    await advance(30);
    expect(getLight()).toBe('too-many');
    await chain.database.sql(`ALTER ROLE ${till.user} CONNECTION LIMIT 6`);
    await chain.database.sql(`ALTER ROLE ${till.user} SET default_transaction_read_only = on`);
    await advance(60);
    expect(getLight()).toBe('read-only');
    ids.push(shop.pay());
    await chain.database.sql(`ALTER ROLE ${till.user} SET default_transaction_read_only = off`);
    await chain.database.sql(`ALTER ROLE ${till.user} NOLOGIN`);
    await advance(120);
    expect(getLight()).toBe('refused');
    await chain.database.sql(`ALTER ROLE ${till.user} LOGIN`);
    await advance(400);
    expect(getLight()).toBe('sent');
    expect(Object.keys(await readChainStates()).sort()).toEqual(ids.sort());
  });

  it('sends nothing to a server with another certificate or a newer version', async () => {
    await closeShop(shop);
    openTill({ ca: (await createCertificateAuthority()).caPem });
    await advance(30);
    expect(getLight()).toBe('wrong-certificate');
    await closeShop(shop);
    openTill({ hosts: till.hosts.map((host) => host.replace('127.0.0.1', '127.0.0.2')) });
    await advance(30);
    expect(getLight()).toBe('wrong-certificate');
    await closeShop(shop);
    openTill({});
    const rename = (from: string, to: string) =>
      chain.database.sql(`ALTER FUNCTION chain.${from} RENAME TO ${to}`);
    await rename('standing_v1()', 'standing_v0');
    await advance(30);
    expect(getLight()).toBe('newer');
    // An unmigrated database has another remedy, so it is another problem.
    await chain.database.sql('UPDATE chain.versions SET version = version - 100');
    await advance(400);
    expect(getLight()).toBe('older');
    await rename('standing_v0()', 'standing_v1');
    await chain.database.sql('UPDATE chain.versions SET version = version + 100');
    await advance(400);
    expect(getLight()).toBe('sent');
  });

  it('keeps newer states in the chain after a ledger restore, also past its old head', async () => {
    const keptId = shop.pay();
    await advance(60);
    const restore = shop.backUp();
    const lostId = shop.pay();
    shop.resolve(keptId, 'paid');
    await advance(60);
    line.refusal = 'unreachable';
    restore();
    const after = [shop.pay(), shop.pay(), shop.pay(), shop.pay(), shop.pay()];
    await advance(60);
    line.refusal = null;
    await advance(400);
    expect(await readChainStates()).toEqual({
      [keptId]: 'paid',
      [lostId]: 'sent',
      ...Object.fromEntries(after.map((id) => [id, 'sent'])),
    });
    const [row] = await chain.database.sql(
      `SELECT s.epoch, s.acked >= s.epoch_head AS is_whole,
         (SELECT count(*) FROM chain.payments p WHERE p.ledger_id = s.ledger_id
           AND p.epoch < s.epoch)::int AS lacking
       FROM chain.standing s JOIN chain.tills USING (till_id) WHERE role_name = $1`,
      [till.user],
    );
    expect(row).toEqual({ epoch: 2, is_whole: true, lacking: 1 });
  });

  it('rejects one of two tills with a copied profile, and loses no payment of either', async () => {
    shop.pay();
    await advance(60);
    const copy = shop.clone();
    otherShops.push(copy);
    await advance(60);
    const bothIds = [shop.pay(), copy.pay()];
    await advance(600);
    expect([getLight(), copy.till.getStatusLine()?.light].sort()).toEqual([
      'sent',
      'session-taken',
    ]);
    expect(Object.keys(await readChainStates())).toEqual(expect.arrayContaining(bothIds));
    expect(await readRestartKinds()).toContain('cloned');
  });

  it('reports no second copy after restarts, restores from one backup and lost answers', async () => {
    shop.pay();
    await advance(60);
    const restore = shop.backUp();
    for (const open of [shop.restart, shop.restart, restore, restore, shop.restart]) {
      shop.pay();
      await advance(60);
      open();
      await advance(60);
    }
    for (const lost of ['push', 'hello', 'push'] as const) {
      line.fate = (call) => (call === lost ? 'answer-lost' : 'works');
      shop.pay();
      await advance(60);
      line.fate = () => 'works';
      await advance(120);
    }
    // The database says another position, and the answer to what follows the new hello is lost.
    await chain.database.sql('UPDATE chain.standing SET acked = acked - 1');
    let calls = 0;
    line.fate = () => {
      calls += 1;
      return calls > 3 ? 'answer-lost' : 'works';
    };
    shop.pay();
    await advance(60);
    line.fate = () => 'works';
    await advance(120);
    expect(getLight()).toBe('sent');
    const kinds = await readRestartKinds();
    expect(kinds).toContain('rewound');
    expect(kinds).not.toContain('cloned');
  });

  it('reports completeness at the exact end of days of 23 and 25 hours', async () => {
    const readTillStatus = async (until: number): Promise<unknown> => {
      const maker = await chain.createLogin('maker');
      const connected = await connectToChain(maker);
      if (!connected.ok) throw new Error(connected.problem.detail);
      const days = await connected.value.query('SELECT * FROM chain.day_tills_v1($1, $2)', [
        until - 3_600,
        until,
      ]);
      await connected.value.end();
      if (!days.ok) throw new Error(days.problem.detail);
      const [row] = await chain.database.sql(
        'SELECT till_id FROM chain.tills WHERE role_name = $1',
        [till.user],
      );
      return days.value.find((till) => till.till_id === row?.till_id)?.standing;
    };
    await chain.database.sql('UPDATE chain.tills SET enrolled_at = $1 WHERE role_name = $2', [
      '2026-01-01',
      till.user,
    ]);
    for (const day of ['2026-03-08', '2026-11-01']) {
      const [since = 0, until = 0] = [day, getNextDay(day)].map(
        (date) => getStartOfDayMs(date, 'America/Chicago') / 1_000,
      );
      expect([23, 25]).toContain((until - since) / 3_600);
      shop.clock.jump((until - 100) * 1_000 - shop.clock.now());
      await advance(80);
      expect(await readTillStatus(until)).toBe('not-in');
      await advance(120);
      expect(await readTillStatus(until)).toBe('in');
    }
  });
});
