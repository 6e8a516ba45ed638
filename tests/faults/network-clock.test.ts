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
 * The till's clock is set before a payment, while it is in progress, or while it is unknown. The
 * service's clock does not change, and the till's conclusions must be correct by that clock. Each
 * run tests each change of the clock with each fate of the payment, in a flow that the seed draws,
 * and some in each flow; `--all` tests every combination.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FATES: readonly (readonly [string, Fate, 'done' | 'not done'])[] = [
  ['goes well', passThrough, 'done'],
  ['is done and lost', performWithoutAnswer, 'done'],
  ['is lost', noAnswer, 'not done'],
  ['is on its way', delayRequest(5 * MINUTE_MS), 'done'],
];

/**
 * The moments after F12 when the clock is set: while the request is in progress, and while the
 * outcome is unknown.
 */
const MOMENTS: readonly (readonly [string, number])[] = [
  ['while it is out', 10 * SECOND_MS],
  ['while it is not known', 80 * SECOND_MS],
];

/** The service's time is known beforehand: the Date stays right whatever the clock is set to. */
const FATES_AFTER_CLOCK_CHANGE: typeof FATES = [
  ...FATES,
  ['is answered, and a copy comes', deliverAgainAfter(12 * MINUTE_MS), 'done'],
  ['comes twice', answerSecondCopy(12 * MINUTE_MS), 'done'],
  ['comes when its Date has died', delayRequest(35 * MINUTE_MS), 'not done'],
];

/** Long enough for a request with a Date in the future. */
const RESOLVE_LIMIT_MS = 60 * MINUTE_MS;

async function resolveAndCheck(wire: Wire, id: string): Promise<void> {
  await resolve(wire, id, RESOLVE_LIMIT_MS);
  await wire.advance(RESOLVE_LIMIT_MS);
  expect(await findWireFaults(wire)).toEqual([]);
  expect(wire.proxy.receivedRequests).toHaveLength(wire.view(id).sends);
}

describe.each(FLOWS)("the till's clock, and a $kind in $version", (flow) => {
  const { version, kind } = flow;
  const sample = <Row>(rows: readonly Row[]) => sampleRows('network', rows, FLOWS, flow);

  describe.each([25, -25])('set by %i minutes', (minutes) => {
    describe.each(MOMENTS)('%s', (_momentName, delayMs) => {
      it.each(sample(FATES))(
        'resolves a payment that %s after the clock was set',
        async (_name, fate, serviceResult) => {
          await withWire(version, async (wire) => {
            const order = await prepareOrder(wire, kind);
            wire.proxy.money.push(fate);
            const { id } = await pressPay(wire, order);
            await wire.advance(delayMs);
            wire.time.setTillOffset(minutes * MINUTE_MS);
            await wire.advance(8 * MINUTE_MS);
            await resolveAndCheck(wire, id);
            expect(await wire.performed()).toHaveLength(serviceResult === 'done' ? 1 : 0);
            expect(wire.view(id).state).toBe(serviceResult === 'done' ? 'paid' : 'not-performed');
          });
        },
      );
    });

    it.each(sample(FATES_AFTER_CLOCK_CHANGE))(
      'resolves a payment after the clock was set before it, and it %s',
      async (_name, fate, serviceResult) => {
        await withWire(version, async (wire) => {
          wire.time.setTillOffset(minutes * MINUTE_MS);
          const order = await prepareOrder(wire, kind);
          wire.proxy.money.push(fate);
          const { id } = await pressPay(wire, order);
          await wire.advance(2 * MINUTE_MS);
          await resolveAndCheck(wire, id);
          expect(await wire.performed()).toHaveLength(serviceResult === 'done' ? 1 : 0);
        });
      },
    );
  });

  /** Look-ups whose answer has the Date of a machine with another clock. */
  const WRONG_LOOK_UPS: readonly (readonly [string, (number: number) => boolean])[] = [
    ['the first look-up', (number) => number === 1],
    ['the third look-up', (number) => number === 3],
    ['every second look-up', (number) => number % 2 === 0],
  ];

  describe.each([20, -20])('a Date %i minutes wrong', (minutes) => {
    it.each(sample(WRONG_LOOK_UPS))(
      'keeps a late payment unresolved until it is listed, with a wrong Date in %s',
      async (_name, hasWrongDate) => {
        await withWire(version, async (wire) => {
          const order = await prepareOrder(wire, kind);
          wire.proxy.money.push(delayRequest(13 * MINUTE_MS));
          let lookUpNumber = 0;
          wire.proxy.reads = applyToLookUps(
            changeAnswer((answer) => {
              lookUpNumber += 1;
              return hasWrongDate(lookUpNumber)
                ? { ...answer, headers: shiftDate(answer, minutes) }
                : answer;
            }),
          );
          const { id } = await pressPay(wire, order);
          for (let minute = 0; minute < 12; minute += 1) {
            await wire.advance(MINUTE_MS);
            expect(['sending', 'unknown']).toContain(wire.view(id).state);
          }
          await wire.advance(3 * MINUTE_MS);
          expect(wire.view(id).state).toBe('paid');
          await resolveAndCheck(wire, id);
        });
      },
    );
  });
});

function shiftDate({ headers }: Answer, minutes: number): Answer['headers'] {
  return {
    ...headers,
    date: new Date(Date.parse(headers.date ?? '') + minutes * MINUTE_MS).toUTCString(),
  };
}

describe.each([10, -10, DAY_MS / MINUTE_MS, -DAY_MS / MINUTE_MS])(
  "the till's clock, set by %i minutes",
  (minutes) => {
    it.each(FATES)(
      'resolves a bill that %s if the clock is set during the payment and corrected later',
      async (_name, fate, serviceResult) => {
        await withWire('v1.6', async (wire) => {
          const order = await prepareOrder(wire, 'bill');
          wire.proxy.money.push(fate);
          const { id } = await pressPay(wire, order);
          await wire.advance(SECOND_MS);
          wire.time.setTillOffset(minutes * MINUTE_MS);
          await wire.advance(8 * MINUTE_MS);
          // The clock is corrected.
          wire.time.setTillOffset(0);
          await resolveAndCheck(wire, id);
          expect(await wire.performed()).toHaveLength(serviceResult === 'done' ? 1 : 0);
        });
      },
    );

    it.each(['bill', 'top-up'] as const)(
      'resolves a %s correctly if the clock is set between its two sends',
      async (kind) => {
        await withWire('v1.6', async (wire) => {
          const order = await prepareOrder(wire, kind);
          wire.proxy.money.push(delayRequest(4 * MINUTE_MS), noAnswer);
          const { id } = await pressPay(wire, order);
          expect(await waitUntilResendAllowed(wire, id)).toBe(true);
          wire.time.setTillOffset(minutes * MINUTE_MS);
          await wire.advance(70 * SECOND_MS);
          if (wire.view(id).canResend) expect(await pressSendAgain(wire, id)).toBe(true);
          await wire.advance(5 * MINUTE_MS);
          await resolveAndCheck(wire, id);
          expect(wire.view(id).state).toBe('paid');
        });
      },
    );
  },
);

describe.each([365, -365])("the till's clock, set by %i days while the till runs", (days) => {
  it.each(FATES)(
    'resolves a payment that %s in the usual time after the clock was set by a year',
    async (_name, fate, serviceResult) => {
      await withWire('v1.6', async (wire) => {
        // The service's time is known, as at every till that has sold something.
        const first = await pressPay(wire, await prepareOrder(wire, 'bill'));
        await resolve(wire, first.id, RESOLVE_LIMIT_MS);
        wire.time.setTillOffset(days * DAY_MS);
        const order = await prepareOrder(wire, 'top-up');
        wire.proxy.money.push(fate);
        const { id } = await pressPay(wire, order);
        await wire.advance(20 * MINUTE_MS);
        expect(wire.view(id).state).toBe(serviceResult === 'done' ? 'paid' : 'not-performed');
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(serviceResult === 'done' ? 2 : 1);
      });
    },
  );
});

it("resolves nothing by look-ups without a Date before the till's own uptime allows it", async () => {
  await withWire('v1.6', async (wire) => {
    const order = await prepareOrder(wire, 'bill');
    wire.proxy.money.push(delayRequest(14 * MINUTE_MS));
    wire.proxy.reads = async (pending) => {
      const { headers, ...answer } = await pending.deliver();
      const { date: _date, ...dateless } = headers;
      pending.answer({ ...answer, headers: dateless });
    };
    const { id } = await pressPay(wire, order);
    await wire.advance(2 * MINUTE_MS);
    // By the till's own clock the request expires soon, and its look-ups are still accepted.
    wire.time.setTillOffset(12 * MINUTE_MS);
    await wire.advance(10 * MINUTE_MS);
    expect(wire.view(id).lookUps).toBeGreaterThan(10);
    expect(wire.view(id).state).toBe('unknown');
    await wire.advance(3 * MINUTE_MS);
    await resolveAndCheck(wire, id);
    expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', 'paid']);
  });
});
