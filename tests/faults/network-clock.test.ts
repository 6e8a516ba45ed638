import { describe, expect, it } from 'vitest';
import { sampleRows } from '../support/sampling.ts';
import { findWireFaults } from './support/check-wire-invariants.ts';
import type { Answer, Fate } from './support/fault-proxy.ts';
import {
  answerSecondCopy,
  applyToLookUps,
  changeAnswer,
  delayRequest,
  deliverAgainAfter,
  noAnswer,
  passThrough,
  performWithoutAnswer,
} from './support/request-fates.ts';
import type { Wire } from './support/wire.ts';
import {
  FLOWS,
  listSeenStates,
  prepareOrder,
  pressPay,
  pressSendAgain,
  resolve,
  waitUntilResendAllowed,
  withWire,
} from './support/wire-cashier.ts';

/**
 * Somebody sets the till's clock, before a payment, while it is out, or while it is not known. The
 * service's clock goes on as it was: what the till concludes must hold by that one. In each run each
 * change of the clock meets each fate of the payment, in a flow that the seed draws, and some in each
 * flow; `--all` tries each in each.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const FATES: readonly (readonly [string, Fate, 'done' | 'not done'])[] = [
  ['goes well', passThrough, 'done'],
  ['is done and lost', performWithoutAnswer, 'done'],
  ['is lost', noAnswer, 'not done'],
  ['is on its way', delayRequest(5 * MINUTE), 'done'],
];

/** After the press, when the clock is set: while the request is out, or is not known any more. */
const MOMENTS: readonly (readonly [string, number])[] = [
  ['while it is out', 10 * SECOND],
  ['while it is not known', 80 * SECOND],
];

/** The time of the service is known before: whatever is set, the Date stays right. */
const BEFORE: typeof FATES = [
  ...FATES,
  ['is answered, and a copy comes', deliverAgainAfter(12 * MINUTE), 'done'],
  ['comes twice', answerSecondCopy(12 * MINUTE), 'done'],
  ['comes when its Date has died', delayRequest(35 * MINUTE), 'not done'],
];

/** Long enough for a request whose Date lies in the future. */
const WITHIN = 60 * MINUTE;

async function finish(wire: Wire, id: string): Promise<void> {
  await resolve(wire, id, WITHIN);
  await wire.advance(WITHIN);
  expect(await findWireFaults(wire)).toEqual([]);
  expect(wire.proxy.arrived).toHaveLength(wire.view(id).sends);
}

describe.each(FLOWS)('the clock, and a $kind in $version', (flow) => {
  const { version, kind } = flow;
  const drawn = <Row>(rows: readonly Row[]) => sampleRows('network', rows, FLOWS, flow);

  describe.each([25, -25])('set by %i minutes', (minutes) => {
    describe.each(MOMENTS)('%s', (_moment, at) => {
      it.each(drawn(FATES))('that %s', async (_name, fate, truth) => {
        await withWire(version, async (wire) => {
          const order = await prepareOrder(wire, kind);
          wire.proxy.money.push(fate);
          const { id } = await pressPay(wire, order);
          await wire.advance(at);
          wire.time.setTill(minutes * MINUTE);
          await wire.advance(8 * MINUTE);
          await finish(wire, id);
          expect(await wire.performed()).toHaveLength(truth === 'done' ? 1 : 0);
          expect(wire.view(id).state).toBe(truth === 'done' ? 'paid' : 'not-performed');
        });
      });
    });

    it.each(drawn(BEFORE))('before it, and it %s', async (_name, fate, truth) => {
      await withWire(version, async (wire) => {
        wire.time.setTill(minutes * MINUTE);
        const order = await prepareOrder(wire, kind);
        wire.proxy.money.push(fate);
        const { id } = await pressPay(wire, order);
        await wire.advance(2 * MINUTE);
        await finish(wire, id);
        expect(await wire.performed()).toHaveLength(truth === 'done' ? 1 : 0);
      });
    });
  });

  /** Look-ups whose answer a machine with another clock has dated: how many, and which. */
  const WRONG: readonly (readonly [string, (number: number) => boolean])[] = [
    ['the first look-up', (number) => number === 1],
    ['the third look-up', (number) => number === 3],
    ['every second look-up', (number) => number % 2 === 0],
  ];

  describe.each([20, -20])('a Date %i minutes wrong', (minutes) => {
    it.each(drawn(WRONG))('in %s gives no money back', async (_name, isWrong) => {
      await withWire(version, async (wire) => {
        const order = await prepareOrder(wire, kind);
        wire.proxy.money.push(delayRequest(13 * MINUTE));
        let number = 0;
        wire.proxy.reads = applyToLookUps(
          changeAnswer((answer) => {
            number += 1;
            return isWrong(number) ? { ...answer, headers: redated(answer, minutes) } : answer;
          }),
        );
        const { id } = await pressPay(wire, order);
        for (let minute = 0; minute < 12; minute += 1) {
          await wire.advance(MINUTE);
          expect(['sending', 'unknown']).toContain(wire.view(id).state);
        }
        await wire.advance(3 * MINUTE);
        expect(wire.view(id).state).toBe('paid');
        await finish(wire, id);
      });
    });
  });
});

function redated({ headers }: Answer, minutes: number): Answer['headers'] {
  return {
    ...headers,
    date: new Date(Date.parse(headers.date ?? '') + minutes * MINUTE).toUTCString(),
  };
}

describe.each([10, -10, DAY / MINUTE, -DAY / MINUTE])('the clock, set by %i minutes', (minutes) => {
  it.each(FATES)('while a bill is out that %s', async (_name, fate, truth) => {
    await withWire('v1.6', async (wire) => {
      const order = await prepareOrder(wire, 'bill');
      wire.proxy.money.push(fate);
      const { id } = await pressPay(wire, order);
      await wire.advance(SECOND);
      wire.time.setTill(minutes * MINUTE);
      await wire.advance(8 * MINUTE);
      // And set right again.
      wire.time.setTill(0);
      await finish(wire, id);
      expect(await wire.performed()).toHaveLength(truth === 'done' ? 1 : 0);
    });
  });

  it.each(['bill', 'top-up'] as const)('between two sends of a %s', async (kind) => {
    await withWire('v1.6', async (wire) => {
      const order = await prepareOrder(wire, kind);
      wire.proxy.money.push(delayRequest(4 * MINUTE), noAnswer);
      const { id } = await pressPay(wire, order);
      expect(await waitUntilResendAllowed(wire, id)).toBe(true);
      wire.time.setTill(minutes * MINUTE);
      await wire.advance(70 * SECOND);
      if (wire.view(id).maySendAgain) expect(await pressSendAgain(wire, id)).toBe(true);
      await wire.advance(5 * MINUTE);
      await finish(wire, id);
      expect(wire.view(id).state).toBe('paid');
    });
  });
});

describe.each([365, -365])('the clock, set by %i days while the till runs', (days) => {
  it.each(FATES)(
    'before a bill that %s, leaves it unknown no longer than any',
    async (_name, fate, truth) => {
      await withWire('v1.6', async (wire) => {
        // The service's time is known, as it is of every till that has sold something.
        const first = await pressPay(wire, await prepareOrder(wire, 'bill'));
        await resolve(wire, first.id, WITHIN);
        wire.time.setTill(days * DAY);
        const order = await prepareOrder(wire, 'top-up');
        wire.proxy.money.push(fate);
        const { id } = await pressPay(wire, order);
        await wire.advance(20 * MINUTE);
        expect(wire.view(id).state).toBe(truth === 'done' ? 'paid' : 'not-performed');
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(truth === 'done' ? 2 : 1);
      });
    },
  );
});

it('an answer without a Date concludes nothing before the till has waited itself', async () => {
  await withWire('v1.6', async (wire) => {
    const order = await prepareOrder(wire, 'bill');
    wire.proxy.money.push(delayRequest(14 * MINUTE));
    wire.proxy.reads = async (passing) => {
      const { headers, ...answer } = await passing.deliver();
      const { date: _date, ...dateless } = headers;
      passing.answer({ ...answer, headers: dateless });
    };
    const { id } = await pressPay(wire, order);
    await wire.advance(2 * MINUTE);
    // By the till's own clock the request has died soon, and its look-ups are still accepted.
    wire.time.setTill(12 * MINUTE);
    await wire.advance(10 * MINUTE);
    expect(wire.view(id).lookUps).toBeGreaterThan(10);
    expect(wire.view(id).state).toBe('unknown');
    await wire.advance(3 * MINUTE);
    await finish(wire, id);
    expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', 'paid']);
  });
});
