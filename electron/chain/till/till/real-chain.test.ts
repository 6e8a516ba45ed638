import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getNextDay, getStartOfDay } from '../../../../shared/dates/index.ts';
import {
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../../tests/support/postgres/index.ts';
import { getNumericSeed } from '../../../../tests/support/sampling.ts';
import { connectChain } from '../client/index.ts';
import {
  type ChainShop,
  chainShop,
  type EpisodeChain,
  episodeStep,
  type Line,
  lineTo,
  playEpisode,
} from './testing/index.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
});
afterAll(() => chain.drop());

/** What the database holds of one till, and nobody else. */
function sideOf(till: TestTill): EpisodeChain {
  const tables = ['standing', 'payments', 'shifts', 'refused_rows'];
  const mine = `till_id = (SELECT till_id FROM chain.tills WHERE role_name = '${till.user}')`;
  return {
    connect: () => connectChain(till),
    payments: async () => {
      const rows = await chain.database.sql(
        `SELECT payment_id AS id, state FROM chain.payments WHERE ${mine}`,
      );
      return rows.map(({ id, state }) => ({ id: String(id), state: String(state) }));
    },
    keep: async () => {
      const kept: (readonly [string, string])[] = [];
      for (const table of tables) {
        const [row] = await chain.database.sql(
          `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM chain.${table} t WHERE ${mine}`,
        );
        kept.push([table, String(row?.rows)]);
      }
      return async () => {
        for (const [table, rows] of kept) {
          await chain.database.sql(`DELETE FROM chain.${table} WHERE ${mine}`);
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

it('holds the union of the ledgers, whatever happens on the way', async () => {
  const steps = fc.array(episodeStep, { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (episode) => {
      await playEpisode(sideOf(await chain.enroll()), episode);
    }),
    { seed: getNumericSeed('real chain'), numRuns: 5, endOnFailure: true },
  );
}, 120_000);

describe('a till on a real database', () => {
  let till: TestTill;
  let line: Line;
  let shop: ChainShop;
  let others: ChainShop[];
  beforeEach(async () => {
    till = await chain.enroll();
    open({});
    others = [];
  });
  afterEach(async () => {
    for (const one of [shop, ...others]) await close(one);
  });

  /** Opens the till, with another address where one is given. */
  function open(changes: Partial<TestTill>): void {
    line = lineTo(() => connectChain({ ...till, ...changes }));
    shop = chainShop(line.connect);
  }

  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) {
      await shop.clock.advance(5_000);
      await line.idle();
    }
  }

  async function close(one: ChainShop): Promise<void> {
    const closed = one.close();
    await line.idle();
    await closed;
  }

  const told = async (): Promise<Record<string, string>> => {
    const rows = await sideOf(till).payments();
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };
  const light = () => shop.till.getStatusLine()?.light;

  it('sets a row aside that the database cannot take, by its name, and tells the rest', async () => {
    const ids = [shop.pay(), shop.pay(), shop.pay()];
    const [, poisoned = ''] = ids;
    shop.database.commit(() => {
      shop.database
        .prepare(`UPDATE intents SET account_number = 'a' || char(0) WHERE id = ?`)
        .run(poisoned);
    });
    await pass(60);
    const payments = await told();
    expect(Object.keys(payments).sort()).toEqual(ids.filter((id) => id !== poisoned).sort());
    const refused = await chain.database.sql(
      `SELECT row ->> 'key' AS id FROM chain.refused_rows JOIN chain.tills USING (till_id)
       WHERE role_name = $1`,
      [till.user],
    );
    expect([...new Set(refused.map(({ id }) => id))]).toEqual([poisoned]);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  });

  it('says by its light what is wrong, and loses nothing of it', async () => {
    await pass(30);
    await chain.database.sql(`ALTER ROLE ${till.user} CONNECTION LIMIT 0`);
    const ids = [shop.pay()];
    await pass(30);
    expect(light()).toBe('too-many');
    await chain.database.sql(`ALTER ROLE ${till.user} CONNECTION LIMIT 6`);
    await chain.database.sql(`ALTER ROLE ${till.user} SET default_transaction_read_only = on`);
    await pass(60);
    expect(light()).toBe('read-only');
    ids.push(shop.pay());
    await chain.database.sql(`ALTER ROLE ${till.user} SET default_transaction_read_only = off`);
    await chain.database.sql(`ALTER ROLE ${till.user} NOLOGIN`);
    await pass(120);
    expect(light()).toBe('refused');
    await chain.database.sql(`ALTER ROLE ${till.user} LOGIN`);
    await pass(400);
    expect(light()).toBe('sent');
    expect(Object.keys(await told()).sort()).toEqual(ids.sort());
  });

  it('tells whoever shows another certificate, or is of a newer version, nothing', async () => {
    await close(shop);
    open({ ca: (await createCertificateAuthority()).caPem });
    await pass(30);
    expect(light()).toBe('wrong-certificate');
    await close(shop);
    open({ hosts: till.hosts.map((host) => host.replace('127.0.0.1', '127.0.0.2')) });
    await pass(30);
    expect(light()).toBe('wrong-certificate');
    await close(shop);
    open({});
    const rename = (from: string, to: string) =>
      chain.database.sql(`ALTER FUNCTION chain.${from} RENAME TO ${to}`);
    await rename('standing_v1()', 'standing_v0');
    await pass(30);
    expect(light()).toBe('newer');
    // One that was not yet brought to this version: it is somebody else who can help.
    await chain.database.sql('UPDATE chain.versions SET version = version - 10');
    await pass(400);
    expect(light()).toBe('older');
    await rename('standing_v0()', 'standing_v1');
    await chain.database.sql('UPDATE chain.versions SET version = version + 10');
    await pass(400);
    expect(light()).toBe('sent');
  });

  it('is not followed into the past: neither by its backup nor past where it was', async () => {
    const kept = shop.pay();
    await pass(60);
    const restore = shop.backUp();
    const lost = shop.pay();
    shop.resolve(kept, 'paid');
    await pass(60);
    line.refusal = 'unreachable';
    restore();
    const after = [shop.pay(), shop.pay(), shop.pay(), shop.pay(), shop.pay()];
    await pass(60);
    line.refusal = null;
    await pass(400);
    expect(await told()).toEqual({
      [kept]: 'paid',
      [lost]: 'sent',
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

  it('whose profile is copied: one of the two is refused, and nothing of either is lost', async () => {
    shop.pay();
    await pass(60);
    const copy = shop.clone();
    others.push(copy);
    await pass(60);
    const both = [shop.pay(), copy.pay()];
    await pass(600);
    expect([light(), copy.till.getStatusLine()?.light].sort()).toEqual(['sent', 'session-taken']);
    expect(Object.keys(await told())).toEqual(expect.arrayContaining(both));
  });

  it('tells up to when it is complete: the day of 23 hours, the day of 25, and not a second sooner', async () => {
    const standing = async (until: number): Promise<unknown> => {
      const maker = await chain.login('maker');
      const connected = await connectChain(maker);
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
      return days.value.find((one) => one.till_id === row?.till_id)?.standing;
    };
    await chain.database.sql('UPDATE chain.tills SET enrolled_at = $1 WHERE role_name = $2', [
      '2026-01-01',
      till.user,
    ]);
    for (const day of ['2026-03-08', '2026-11-01']) {
      const [since = 0, until = 0] = [day, getNextDay(day)].map(
        (one) => getStartOfDay(one, 'America/Chicago') / 1_000,
      );
      expect([23, 25]).toContain((until - since) / 3_600);
      shop.clock.jump((until - 100) * 1_000 - shop.clock.now());
      await pass(80);
      expect(await standing(until)).toBe('not-in');
      await pass(120);
      expect(await standing(until)).toBe('in');
    }
  });
});
