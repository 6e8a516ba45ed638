import { expect, it } from 'vitest';
import { createNamedRandom, getSampleSize } from '../../../tests/support/sampling.ts';
import { ANA, createTestCounter, type TestCounter } from './testing/index.ts';

/**
 * Breaks each call that a payment makes across a port, one at a time: the call throws, or the till
 * crashes there. Then the till restarts, and every payment must reach its correct outcome. Each run
 * tries a different sample of the calls; `--all` tries every call.
 */

const MINUTE = 60_000;

/** Runs one payment that never arrives, is looked up and sent again, and one that succeeds. */
async function runEpisode(counter: TestCounter): Promise<void> {
  counter.service.fates.push({ arrives: null, answers: null });
  for (const account of ['1', '2']) {
    const pendingOrder = counter.payments.prepare(
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
    pendingOrder.catch(() => {});
    await counter.advance(10);
    const order = await pendingOrder;
    if (order.ok) counter.pay(order.value);
    await counter.advance(1000);
  }
  await counter.advance(70_000);
  const unresolved = counter.payments.unresolved({}, ANA);
  const [lost] = unresolved.ok ? unresolved.value : [];
  if (lost) await counter.payments.sendAgain({ paymentId: lost.id }, ANA);
  await counter.advance(2000);
}

async function runWithFault(at: number, isCrash: boolean): Promise<{ calls: number }> {
  const counter = createTestCounter();
  let calls = 0;
  try {
    counter.portCall = (name) => {
      calls += 1;
      if (calls === at || (isCrash && calls > at)) throw new Error(`broken: ${name}`);
    };
    // An error before the intent is on disk only reaches the caller.
    await runEpisode(counter).catch(() => {});
    counter.portCall = () => {};
    counter.restart();
    await counter.advance(20 * MINUTE);
    counter.confirmAll();

    expect(counter.payments.countUnresolved(), `unresolved after call ${at}`).toBe(0);
    for (const rows of counter.service.performed.values()) expect(rows).toHaveLength(1);
    const wrongRows = counter
      .rows(
        `SELECT i.external_id AS id, o.state, (SELECT count(*) FROM print_jobs p
           WHERE p.intent_id = i.id AND p.kind = 'original') AS receipts
         FROM intents i JOIN outcomes o ON o.intent_id = i.id`,
      )
      .map((row) => Object.values(row ?? {}).map(String))
      .filter(([id = '', state, receipts]) => {
        const isDone = counter.service.performed.has(id);
        return isDone !== (state === 'paid') || isDone !== (receipts === '1');
      });
    expect(wrongRows, `after call ${at}`).toEqual([]);
    const intentRows = counter.rows('SELECT external_id AS id FROM intents');
    expect(intentRows.length).toBeGreaterThanOrEqual(counter.service.performed.size);
    return { calls };
  } finally {
    counter.close();
  }
}

it.each([
  ['it throws', false],
  ['the till crashes', true],
])(
  'pays exactly once after a fault at any port call: %s there',
  { timeout: 240_000 },
  async (_, isCrash) => {
    const { calls } = await runWithFault(0, false);
    expect(calls).toBeGreaterThan(100);
    const stride = getSampleSize('calls');
    const first = createNamedRandom(`calls/${isCrash}`).between(1, stride);
    for (let at = first; at <= calls; at += stride) await runWithFault(at, isCrash);
  },
);
