import { expect, it } from 'vitest';
import { createNamedRandom, getSampleSize } from '../../../tests/support/sampling.ts';
import { ANA, type TestCounter, testCounter } from './testing/index.ts';

/**
 * Every call that a payment makes across a port, one after the other: it throws there, or the
 * till dies there. Then the till starts again, and everything must come to its right end. A share of
 * the calls is tried here, another one in each run; `--all` tries each.
 */

const MINUTE = 60_000;

/** One payment whose first answer is lost, looked up, sent again, and one that goes well. */
async function episode(counter: TestCounter): Promise<void> {
  counter.service.fates.push({ arrives: null, answers: null });
  for (const account of ['1', '2']) {
    const preparing = counter.payments.prepare(
      {
        kind: 'bill',
        billerId: 40,
        accountNumber: account,
        nameOnAccount: null,
        amount: { amount: '10', currency: 'MXN' },
        balanceId: null,
      },
      ANA,
    );
    preparing.catch(() => {});
    await counter.advance(10);
    const order = await preparing;
    if (order.ok) counter.pay(order.value);
    await counter.advance(1000);
  }
  await counter.advance(70_000);
  const unresolved = counter.payments.unresolved({}, ANA);
  const [lost] = unresolved.ok ? unresolved.value : [];
  if (lost) await counter.payments.sendAgain({ paymentId: lost.id }, ANA);
  await counter.advance(2000);
}

async function broken(at: number, isDeath: boolean): Promise<{ calls: number }> {
  const counter = testCounter();
  let calls = 0;
  try {
    counter.portCall = (name) => {
      calls += 1;
      if (calls === at || (isDeath && calls > at)) throw new Error(`broken: ${name}`);
    };
    // What was thrown before the intent was on disk reaches the caller, and that is all.
    await episode(counter).catch(() => {});
    counter.portCall = () => {};
    counter.restart();
    await counter.advance(20 * MINUTE);

    expect(counter.payments.unresolvedCount(), `unresolved after call ${at}`).toBe(0);
    for (const rows of counter.service.performed.values()) expect(rows).toHaveLength(1);
    const wrong = counter
      .rows(
        `SELECT i.external_id AS id, o.state, (SELECT count(*) FROM print_jobs p
           WHERE p.intent_id = i.id) AS receipts
         FROM intents i JOIN outcomes o ON o.intent_id = i.id`,
      )
      .map((row) => Object.values(row ?? {}).map(String))
      .filter(([id = '', state, receipts]) => {
        const isDone = counter.service.performed.has(id);
        return isDone !== (state === 'paid') || isDone !== (receipts === '1');
      });
    expect(wrong, `after call ${at}`).toEqual([]);
    const known = counter.rows('SELECT external_id AS id FROM intents');
    expect(known.length).toBeGreaterThanOrEqual(counter.service.performed.size);
    return { calls };
  } finally {
    counter.close();
  }
}

it.each([
  ['throws', false],
  ['is where the till dies', true],
])('each call across a port %s once', { timeout: 240_000 }, async (_, isDeath) => {
  const { calls } = await broken(0, false);
  expect(calls).toBeGreaterThan(100);
  const stride = getSampleSize('calls');
  const first = createNamedRandom(`calls/${isDeath}`).between(1, stride);
  for (let at = first; at <= calls; at += stride) await broken(at, isDeath);
});
