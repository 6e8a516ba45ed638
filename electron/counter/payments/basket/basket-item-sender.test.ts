import { beforeEach, describe, expect, it } from 'vitest';
import { createRefusal, NEVER_ARRIVES, SUCCEEDS } from '../testing/index.ts';
import { createBasketCounter, MINUTE } from './basket-calls.fixture.ts';

/** The order of sending: item by item, each only after the outcome of the previous one. */

const at = createBasketCounter();
const { getBasket, pay, sendRest, fillBasket } = at;

/** The amount and the state of every payment, recorded at each send. */
let snapshots: string[][];

beforeEach(() => {
  snapshots = [];
  const { service } = at.counter;
  const { send } = service;
  service.send = (...sent: Parameters<typeof send>) => {
    const rows = at.counter.rows(
      `SELECT i.amount || ' ' || o.state AS summary FROM basket_payments p
       JOIN intents i ON i.id = p.intent_id JOIN outcomes o ON o.intent_id = i.id
       ORDER BY p.number`,
    );
    snapshots.push(rows.map((row) => String(Object.values(row ?? {})[0])));
    return send.apply(service, sent);
  };
});

const getLastState = (snapshot: readonly string[]): string => snapshot.at(-1)?.split(' ')[1] ?? '';

describe('the items of a basket', () => {
  it('sends items in their order, independently of the duration and outcome of each', async () => {
    at.counter.service.fates.push(
      SUCCEEDS,
      { arrives: 20, answers: 900 },
      { ...SUCCEEDS, answer: createRefusal('R2') },
      { arrives: 700, answers: 30 },
    );
    const { id } = await fillBasket('10.00', '20.00', '30.00', '40.00', '50.00');
    pay(id, '150.00');
    await at.counter.advance(MINUTE);
    expect(getBasket(id).state).toBe('settled');
    const earlierPayments = ['10.00 paid', '20.00 paid', '30.00 rejected', '40.00 paid'];
    expect(snapshots.map((snapshot) => snapshot.slice(0, -1))).toEqual(
      [0, 1, 2, 3, 4].map((count) => earlierPayments.slice(0, count)),
    );
    for (const snapshot of snapshots) expect(['intent', 'sent']).toContain(getLastState(snapshot));
  });

  it('sends only the next item at each F12 while an earlier item is unknown', async () => {
    at.counter.service.fates.push(SUCCEEDS, NEVER_ARRIVES, { arrives: 20, answers: 900 });
    const { id } = await fillBasket('10.00', '20.00', '30.00', '40.00');
    pay(id, '100.00');
    await at.counter.advance(65_000);
    expect(snapshots).toHaveLength(2);
    sendRest(id);
    sendRest(id);
    expect(snapshots).toHaveLength(3);
    await at.counter.advance(5000);
    expect(snapshots.map((snapshot) => snapshot.slice(0, -1))).toEqual([
      [],
      ['10.00 paid'],
      ['10.00 paid', '20.00 unknown'],
      ['10.00 paid', '20.00 unknown', '30.00 paid'],
    ]);
  });
});
