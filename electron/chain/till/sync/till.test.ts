import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChainShop,
  createChainShop,
  createFakeChain,
  createFaultyConnection,
  type FakeChain,
  type FaultyConnection,
} from './testing/index.ts';

const MINUTE = 60_000;

let chain: FakeChain;
let line: FaultyConnection;
let shop: ChainShop;
let otherShops: ChainShop[];
beforeEach(() => {
  chain = createFakeChain();
  line = createFaultyConnection(chain.connect);
  shop = createChainShop(line.connect);
  otherShops = [];
});
afterEach(async () => {
  await shop.close();
  for (const otherShop of otherShops) await otherShop.close();
});

/** Returns the state of each payment in the chain. */
const readChainStates = (): Record<string, unknown> =>
  Object.fromEntries(
    [...chain.rows.values()]
      .filter(({ change }) => change === 'payment')
      .map(({ id, state }) => [id, state])
      .sort(),
  );

describe('syncing a till', () => {
  it('pushes a payment 15 seconds after a change, and a status once a minute', async () => {
    await shop.advance(20_000);
    expect(line.calls).toEqual(['position', 'hello', 'push']);
    const id = shop.pay();
    await shop.advance(10_000);
    shop.resolve(id, 'paid');
    expect(readChainStates()).toEqual({});
    await shop.advance(10_000);
    expect(readChainStates()).toEqual({ [id]: 'paid' });
    line.calls.length = 0;
    await shop.advance(5 * MINUTE);
    expect(line.calls).toEqual(['push', 'push', 'push', 'push', 'push']);
  });

  it('shows for how long the chain has not sent its daily file, and the end of that', async () => {
    await shop.advance(20_000);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', overdueDay: null });
    const day = '2026-11-10';
    chain.overdueFile = { day, seconds: 86_399 };
    await shop.advance(2 * MINUTE);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'daily-file-late', overdueDay: day });
    chain.overdueFile = { day, seconds: 86_400 };
    await shop.advance(2 * MINUTE);
    expect(shop.till.getStatusLine()).toMatchObject({
      light: 'daily-file-missing',
      overdueDay: day,
    });
    // A failure of the till itself comes first.
    line.refusal = 'unreachable';
    await shop.advance(2 * MINUTE);
    expect(shop.till.getStatusLine()?.light).toBe('unreachable');
    line.refusal = null;
    chain.overdueFile = null;
    await shop.advance(20 * MINUTE);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', overdueDay: null });
  });

  it('keeps its session when the machine wakes up or another setting changes', async () => {
    await shop.advance(20_000);
    line.calls.length = 0;
    for (let wakeCount = 0; wakeCount < 5; wakeCount += 1) {
      shop.till.wake();
      await shop.advance(MINUTE);
    }
    expect(new Set(line.calls)).toEqual(new Set(['push']));
  });

  it('pushes earlier payments in batches, newest first, after a chain is set', async () => {
    shop.isSet = false;
    shop.till.wake();
    const ids = Array.from({ length: 1_203 }, () => shop.pay());
    for (const id of ids.slice(0, 700)) shop.resolve(id, 'paid');
    await shop.advance(MINUTE);
    expect(line.calls.filter((call) => call === 'push').length).toBeLessThan(2);
    shop.isSet = true;
    shop.till.wake();
    await shop.advance(MINUTE);
    expect(readChainStates()).toEqual(shop.readStates());
    // The till is not complete before everything is there.
    const complete = chain.statuses.filter(({ until }) => until !== null);
    expect(complete.length).toBeLessThanOrEqual(2);
    const keptCount = shop.database.prepare('SELECT count(*) AS n FROM chain_changes').get()?.n;
    expect(Number(keptCount)).toBeLessThan(3_000);
  });

  it('connects nowhere and notes nothing without a chain', async () => {
    shop.isSet = false;
    shop.till.wake();
    line.calls.length = 0;
    shop.pay();
    await shop.advance(30 * MINUTE);
    expect(line.calls).toEqual([]);
    expect(shop.till.getStatusLine()).toBeNull();
    expect(shop.database.prepare('SELECT * FROM chain_changes').all()).toEqual([]);
  });

  it('keeps selling during an outage, shows it, and pushes everything afterwards', async () => {
    await shop.advance(20_000);
    line.refusal = 'unreachable';
    const ids = Array.from({ length: 213 }, () => shop.pay());
    await shop.advance(3 * 24 * 60 * MINUTE);
    for (const id of ids) shop.resolve(id, 'paid');
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'unreachable', unsent: 427 });
    line.refusal = null;
    await shop.advance(7 * MINUTE);
    expect(readChainStates()).toEqual(shop.readStates());
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  });

  it('backs off while the chain is unreachable, whatever changes', async () => {
    let attempts = 0;
    line.fate = () => {
      attempts += 1;
      return 'never-arrives';
    };
    await shop.advance(5 * MINUTE);
    const earlyAttempts = attempts;
    expect(earlyAttempts).toBeLessThan(7);
    for (let minuteCount = 0; minuteCount < 60; minuteCount += 1) {
      shop.pay();
      await shop.advance(MINUTE);
    }
    expect(attempts - earlyAttempts).toBeLessThan(15);
  });

  it('pushes its changes and a closing status when the till is closed', async () => {
    await shop.advance(20_000);
    const id = shop.pay();
    shop.resolve(id, 'paid');
    await shop.till.stop();
    expect(chain.statuses.at(-1)).toMatchObject({ closed: true });
    expect(readChainStates()).toEqual({ [id]: 'paid' });
  });

  it('pushes a closing status although the sync before it failed', async () => {
    await shop.advance(20_000);
    const id = shop.pay();
    line.fate = () => 'never-arrives';
    await shop.advance(MINUTE);
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'unreachable' });
    line.fate = () => 'works';
    await shop.till.stop();
    expect(chain.statuses.at(-1)).toMatchObject({ closed: true });
    expect(Object.keys(readChainStates())).toEqual([id]);
  });

  it('retries soon, and when it closes, while the database has too many connections', async () => {
    let attempts = 0;
    let isFull = true;
    const crowdedShop = createChainShop(async () => {
      attempts += 1;
      return isFull
        ? { ok: false, problem: { kind: 'too-many', detail: 'too many clients already' } }
        : chain.connect();
    });
    otherShops.push(crowdedShop);
    await crowdedShop.advance(10 * MINUTE);
    expect(attempts).toBeGreaterThan(30);
    const attemptsBefore = attempts;
    const stopped = crowdedShop.till.stop();
    await crowdedShop.advance(1_100);
    expect(attempts - attemptsBefore).toBe(3);
    isFull = false;
    await crowdedShop.advance(500);
    await stopped;
    expect(chain.statuses.at(-1)).toMatchObject({ closed: true });
  });

  it('closes the till when the chain database does not answer', async () => {
    await shop.advance(20_000);
    let isFrozen = false;
    const { connect } = chain;
    const frozenShop = createChainShop(async () => {
      const connected = await connect();
      if (!connected.ok || !isFrozen) return connected;
      return { ok: true, value: { ...connected.value, query: () => new Promise(() => {}) } };
    });
    otherShops.push(frozenShop);
    await frozenShop.advance(20_000);
    isFrozen = true;
    frozenShop.pay();
    const stopped = frozenShop.till.stop();
    await frozenShop.advance(3_100);
    await stopped;
  });

  it('keeps acknowledged changes for a while, and then deletes them', async () => {
    await shop.advance(20_000);
    shop.database.commit(() =>
      shop.database
        .prepare(
          `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 10500)
           INSERT INTO chain_changes (kind, key) SELECT 'payment', 'gone' FROM many`,
        )
        .run(),
    );
    await shop.advance(5 * MINUTE);
    const keptCount = shop.database
      .prepare('SELECT min(number) AS first, max(number) AS head FROM chain_changes')
      .get();
    expect(keptCount).toMatchObject({ first: 500, head: 10_500 });
  });
});

describe('recovery from different positions of ledger and database', () => {
  it.each(['never-arrives', 'answer-lost', 'doubled', 'throws', 'late'] as const)(
    'pushes everything once when a call suffers the fault "%s"',
    async (fate) => {
      for (const call of ['position', 'hello', 'push'] as const) {
        let isDue = true;
        line.fate = (name) => {
          if (name !== call || !isDue) return 'works';
          isDue = false;
          return fate;
        };
        const id = shop.pay();
        shop.restart();
        await shop.advance(2 * MINUTE);
        shop.resolve(id, 'paid');
        await shop.advance(2 * MINUTE);
        expect(readChainStates()).toEqual(shop.readStates());
        expect(chain.getTillRow()?.epoch).toBe(1);
      }
    },
  );

  it('pushes the rest again after the database was restored', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const restoreChain = chain.takeSnapshot();
    const id = shop.pay();
    await shop.advance(MINUTE);
    shop.resolve(id, 'paid');
    await shop.advance(MINUTE);
    restoreChain();
    await shop.advance(2 * MINUTE);
    expect(readChainStates()).toEqual(shop.readStates());
    expect(chain.getTillRow()?.epoch).toBe(1);
  });

  it('sends everything again when the database is empty and old changes are deleted', async () => {
    const restoreEmptyChain = chain.takeSnapshot();
    const ids = Array.from({ length: 20 }, () => shop.pay());
    await shop.advance(MINUTE);
    shop.database.commit(() => {
      shop.database
        .prepare('DELETE FROM chain_changes WHERE number < (SELECT max(number) FROM chain_changes)')
        .run();
    });
    restoreEmptyChain();
    shop.restart();
    await shop.advance(2 * MINUTE);
    expect(Object.keys(readChainStates()).sort()).toEqual([...ids].sort());
  });

  it('starts a new epoch after a ledger restore, and keeps payments that the ledger lacks', async () => {
    const earlierId = shop.pay();
    await shop.advance(MINUTE);
    const restore = shop.backUp();
    const lostId = shop.pay();
    shop.resolve(earlierId, 'paid');
    await shop.advance(MINUTE);
    restore();
    const laterId = shop.pay();
    await shop.advance(2 * MINUTE);
    // A final state is not replaced by the open state of the backup.
    expect(readChainStates()).toEqual({ [earlierId]: 'paid', [lostId]: 'sent', [laterId]: 'sent' });
    const epochs = new Map([...chain.rows.values()].map(({ id, epoch }) => [id, epoch]));
    expect([epochs.get(lostId), epochs.get(laterId), chain.getTillRow()?.epoch]).toEqual([1, 2, 2]);
  });

  it('starts a new epoch when a restored ledger has grown past its old head', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const restore = shop.backUp();
    const lostId = shop.pay();
    await shop.advance(MINUTE);
    line.refusal = 'unreachable';
    restore();
    for (let turn = 0; turn < 5; turn += 1) shop.pay();
    await shop.advance(MINUTE);
    line.refusal = null;
    await shop.advance(6 * MINUTE);
    expect(readChainStates()).toEqual({ ...shop.readStates(), [lostId]: 'sent' });
    expect(chain.getTillRow()?.epoch).toBe(2);
  });

  it('rejects the older of two tills with a copied profile, and shows it', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const copy = shop.clone();
    otherShops.push(copy);
    await shop.advance(MINUTE);
    const ownId = shop.pay();
    const copyId = copy.pay();
    await shop.advance(10 * MINUTE);
    const lights = [shop.till.getStatusLine()?.light, copy.till.getStatusLine()?.light];
    expect(lights.sort()).toEqual(['sent', 'session-taken']);
    // The rejected till recovers when the other one is closed.
    await copy.till.stop();
    await shop.advance(60 * MINUTE);
    expect(shop.till.getStatusLine()?.light).toBe('sent');
    expect(Object.keys(readChainStates())).toEqual(expect.arrayContaining([ownId, copyId]));
  });
});

describe('webhook notices', () => {
  it('processes a webhook notice once and acknowledges it until the chain confirms', async () => {
    await shop.advance(20_000);
    chain.notices = [{ id: 7, kind: 'transaction', key: '4711' }];
    await shop.advance(MINUTE);
    let isLost = true;
    line.fate = () => {
      const fate = isLost ? 'never-arrives' : 'works';
      isLost = false;
      return fate;
    };
    await shop.advance(5 * MINUTE);
    expect(shop.notices).toEqual([{ id: 7, kind: 'transaction', key: '4711' }]);
    expect(chain.notices).toEqual([]);
  });
});
