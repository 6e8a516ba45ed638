import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChainShop,
  chainShop,
  type FakeChain,
  fakeChain,
  type Line,
  lineTo,
} from './testing/index.ts';

const MINUTE = 60_000;

let chain: FakeChain;
let line: Line;
let shop: ChainShop;
let others: ChainShop[];
beforeEach(() => {
  chain = fakeChain();
  line = lineTo(chain.connect);
  shop = chainShop(line.connect);
  others = [];
});
afterEach(async () => {
  await shop.close();
  for (const other of others) await other.close();
});

/** The states of the payments that the chain has. */
const told = (): Record<string, unknown> =>
  Object.fromEntries(
    [...chain.rows.values()]
      .filter(({ change }) => change === 'payment')
      .map(({ id, state }) => [id, state])
      .sort(),
  );

describe('a till', () => {
  it('tells a payment 15 seconds after it changed, and that it is there once a minute', async () => {
    await shop.advance(20_000);
    expect(line.calls).toEqual(['standing', 'hello', 'push']);
    const id = shop.pay();
    await shop.advance(10_000);
    shop.resolve(id, 'paid');
    expect(told()).toEqual({});
    await shop.advance(10_000);
    expect(told()).toEqual({ [id]: 'paid' });
    line.calls.length = 0;
    await shop.advance(5 * MINUTE);
    expect(line.calls).toEqual(['push', 'push', 'push', 'push', 'push']);
  });

  it('keeps its session when the machine wakes up or another setting changes', async () => {
    await shop.advance(20_000);
    line.calls.length = 0;
    for (let time = 0; time < 5; time += 1) {
      shop.till.wake();
      await shop.advance(MINUTE);
    }
    expect(new Set(line.calls)).toEqual(new Set(['push']));
  });

  it('tells what was in its ledger before it had a chain, the newest first, a piece at a time', async () => {
    shop.isSet = false;
    shop.till.wake();
    const ids = Array.from({ length: 1_203 }, () => shop.pay());
    for (const id of ids.slice(0, 700)) shop.resolve(id, 'paid');
    await shop.advance(MINUTE);
    expect(line.calls.filter((call) => call === 'push').length).toBeLessThan(2);
    shop.isSet = true;
    shop.till.wake();
    await shop.advance(MINUTE);
    expect(told()).toEqual(shop.states());
    // Nothing is complete before all of it is there.
    const complete = chain.statuses.filter(({ until }) => until !== null);
    expect(complete.length).toBeLessThanOrEqual(2);
    const kept = shop.database.prepare('SELECT count(*) AS n FROM chain_changes').get()?.n;
    expect(Number(kept)).toBeLessThan(3_000);
  });

  it('without a chain connects nowhere, notes nothing and shows nothing', async () => {
    shop.isSet = false;
    shop.till.wake();
    line.calls.length = 0;
    shop.pay();
    await shop.advance(30 * MINUTE);
    expect(line.calls).toEqual([]);
    expect(shop.till.getStatusLine()).toBeNull();
    expect(shop.database.prepare('SELECT * FROM chain_changes').all()).toEqual([]);
  });

  it('sells through an outage of any length, says so, and tells all of it afterwards', async () => {
    await shop.advance(20_000);
    line.refusal = 'unreachable';
    const ids = Array.from({ length: 213 }, () => shop.pay());
    await shop.advance(3 * 24 * 60 * MINUTE);
    for (const id of ids) shop.resolve(id, 'paid');
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'unreachable', unsent: 427 });
    line.refusal = null;
    await shop.advance(7 * MINUTE);
    expect(told()).toEqual(shop.states());
    expect(shop.till.getStatusLine()).toMatchObject({ light: 'sent', unsent: 0 });
  });

  it('comes ever more seldom while it cannot, and never more often for a change', async () => {
    let attempts = 0;
    line.fate = () => {
      attempts += 1;
      return 'never-arrives';
    };
    await shop.advance(5 * MINUTE);
    const soon = attempts;
    expect(soon).toBeLessThan(7);
    for (let minute = 0; minute < 60; minute += 1) {
      shop.pay();
      await shop.advance(MINUTE);
    }
    expect(attempts - soon).toBeLessThan(15);
  });

  it('says goodbye when it is closed, with all that it has, and waits for nobody', async () => {
    await shop.advance(20_000);
    const id = shop.pay();
    shop.resolve(id, 'paid');
    await shop.till.stop();
    expect(chain.statuses.at(-1)).toMatchObject({ closed: true });
    expect(told()).toEqual({ [id]: 'paid' });
  });

  it('closes the till when the chain database does not answer', async () => {
    await shop.advance(20_000);
    let isWaiting = false;
    const { connect } = chain;
    const frozen = chainShop(async () => {
      const connected = await connect();
      if (!connected.ok || !isWaiting) return connected;
      return { ok: true, value: { ...connected.value, query: () => new Promise(() => {}) } };
    });
    others.push(frozen);
    await frozen.advance(20_000);
    isWaiting = true;
    frozen.pay();
    const stopped = frozen.till.stop();
    await frozen.advance(3_100);
    await stopped;
  });

  it('keeps the changes that the chain has for a while, and then drops them', async () => {
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
    const kept = shop.database
      .prepare('SELECT min(number) AS first, max(number) AS head FROM chain_changes')
      .get();
    expect(kept).toMatchObject({ first: 500, head: 10_500 });
  });
});

describe('where the two sides do not stand at the same number', () => {
  it.each(['never-arrives', 'answer-lost', 'doubled', 'throws', 'late'] as const)(
    'because a call %s, everything is told once',
    async (fate) => {
      for (const call of ['standing', 'hello', 'push'] as const) {
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
        expect(told()).toEqual(shop.states());
        expect(chain.standing()?.epoch).toBe(1);
      }
    },
  );

  it('because the database was set back, the rest is told again', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const setBack = chain.keep();
    const id = shop.pay();
    await shop.advance(MINUTE);
    shop.resolve(id, 'paid');
    await shop.advance(MINUTE);
    setBack();
    await shop.advance(2 * MINUTE);
    expect(told()).toEqual(shop.states());
    expect(chain.standing()?.epoch).toBe(1);
  });

  it('because the database begins anew and the first changes are gone, all is named again', async () => {
    const empty = chain.keep();
    const ids = Array.from({ length: 20 }, () => shop.pay());
    await shop.advance(MINUTE);
    shop.database.commit(() => {
      shop.database
        .prepare('DELETE FROM chain_changes WHERE number < (SELECT max(number) FROM chain_changes)')
        .run();
    });
    empty();
    shop.restart();
    await shop.advance(2 * MINUTE);
    expect(Object.keys(told()).sort()).toEqual([...ids].sort());
  });

  it('because a backup was restored, the ledger is named anew, and what it lacks stays', async () => {
    const before = shop.pay();
    await shop.advance(MINUTE);
    const restore = shop.backUp();
    const lost = shop.pay();
    shop.resolve(before, 'paid');
    await shop.advance(MINUTE);
    restore();
    const after = shop.pay();
    await shop.advance(2 * MINUTE);
    // A final state does not fall back to the open one of the backup.
    expect(told()).toEqual({ [before]: 'paid', [lost]: 'sent', [after]: 'sent' });
    const epochs = new Map([...chain.rows.values()].map(({ id, epoch }) => [id, epoch]));
    expect([epochs.get(lost), epochs.get(after), chain.standing()?.epoch]).toEqual([1, 2, 2]);
  });

  it('because it was restored and has since gone past where it was', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const restore = shop.backUp();
    const lost = shop.pay();
    await shop.advance(MINUTE);
    line.refusal = 'unreachable';
    restore();
    for (let turn = 0; turn < 5; turn += 1) shop.pay();
    await shop.advance(MINUTE);
    line.refusal = null;
    await shop.advance(6 * MINUTE);
    expect(told()).toEqual({ ...shop.states(), [lost]: 'sent' });
    expect(chain.standing()?.epoch).toBe(2);
  });

  it('because the profile was copied: the older of the two is refused and says so', async () => {
    shop.pay();
    await shop.advance(MINUTE);
    const copy = shop.clone();
    others.push(copy);
    await shop.advance(MINUTE);
    const ours = shop.pay();
    const theirs = copy.pay();
    await shop.advance(10 * MINUTE);
    const lights = [shop.till.getStatusLine()?.light, copy.till.getStatusLine()?.light];
    expect(lights.sort()).toEqual(['sent', 'session-taken']);
    // Whichever it is, it comes back when the other is closed.
    await copy.till.stop();
    await shop.advance(60 * MINUTE);
    expect(shop.till.getStatusLine()?.light).toBe('sent');
    expect(Object.keys(told())).toEqual(expect.arrayContaining([ours, theirs]));
  });
});

describe('a hint', () => {
  it('processes a webhook notice once and acknowledges it until the chain confirms', async () => {
    await shop.advance(20_000);
    chain.hints = [{ id: 7, kind: 'transaction', key: '4711' }];
    await shop.advance(MINUTE);
    let isLost = true;
    line.fate = () => {
      const fate = isLost ? 'never-arrives' : 'works';
      isLost = false;
      return fate;
    };
    await shop.advance(5 * MINUTE);
    expect(shop.hints).toEqual([{ id: 7, kind: 'transaction', key: '4711' }]);
    expect(chain.hints).toEqual([]);
  });
});
