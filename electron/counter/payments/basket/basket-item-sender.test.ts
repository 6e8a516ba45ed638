import { beforeEach, describe, expect, it } from 'vitest';
import { NEVER_ARRIVES, refusal, WELL } from '../testing/index.ts';
import { basketCounter, MINUTE } from './basket-calls.fixture.ts';

/** Whose turn it is: by the items' order, and never before the outcome of the one before. */

const at = basketCounter();
const { basketOf, pay, goOn, collect } = at;

/** The amount and the state of every payment, at each moment when a request goes out. */
let whenSent: string[][];

beforeEach(() => {
  whenSent = [];
  const { service } = at.counter;
  const { send } = service;
  service.send = (...sent: Parameters<typeof send>) => {
    const rows = at.counter.rows(
      `SELECT i.amount || ' ' || o.state AS said FROM basket_payments p
       JOIN intents i ON i.id = p.intent_id JOIN outcomes o ON o.intent_id = i.id
       ORDER BY p.number`,
    );
    whenSent.push(rows.map((row) => String(Object.values(row ?? {})[0])));
    return send.apply(service, sent);
  };
});

const stateOfLast = (said: readonly string[]): string => said.at(-1)?.split(' ')[1] ?? '';

describe('the turns of a basket', () => {
  it('come in the order of its items, however long each takes and whatever becomes of it', async () => {
    at.counter.service.fates.push(
      WELL,
      { arrives: 20, answers: 900 },
      { ...WELL, says: refusal('R2') },
      { arrives: 700, answers: 30 },
    );
    const { id } = await collect('10.00', '20.00', '30.00', '40.00', '50.00');
    pay(id, '150.00');
    await at.counter.advance(MINUTE);
    expect(basketOf(id).state).toBe('settled');
    const before = ['10.00 paid', '20.00 paid', '30.00 rejected', '40.00 paid'];
    expect(whenSent.map((said) => said.slice(0, -1))).toEqual(
      [0, 1, 2, 3, 4].map((count) => before.slice(0, count)),
    );
    for (const said of whenSent) expect(['intent', 'sent']).toContain(stateOfLast(said));
  });

  it('go on by F12 with the next one, while one before is not known, and one at a time', async () => {
    at.counter.service.fates.push(WELL, NEVER_ARRIVES, { arrives: 20, answers: 900 });
    const { id } = await collect('10.00', '20.00', '30.00', '40.00');
    pay(id, '100.00');
    await at.counter.advance(65_000);
    expect(whenSent).toHaveLength(2);
    goOn(id);
    goOn(id);
    expect(whenSent).toHaveLength(3);
    await at.counter.advance(5000);
    expect(whenSent.map((said) => said.slice(0, -1))).toEqual([
      [],
      ['10.00 paid'],
      ['10.00 paid', '20.00 unknown'],
      ['10.00 paid', '20.00 unknown', '30.00 paid'],
    ]);
  });
});
