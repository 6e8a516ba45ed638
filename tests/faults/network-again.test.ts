import { describe, expect, it } from 'vitest';
import type { Payment } from '../../shared/contract/index.ts';
import { sampleRows } from '../support/sampling.ts';
import { findWireFaults } from './support/check-wire-invariants.ts';
import type { Fate } from './support/fault-proxy.ts';
import {
  answerWithCode,
  answerWithHtml,
  answerWithStatus,
  delayRequest,
  deliverTwiceAtOnce,
  noAnswer,
  passThrough,
  performAndReset,
  performWithoutAnswer,
  performWithoutKey,
  resetAfterReading,
  sendHalfAndClose,
  sendInPieces,
} from './support/request-fates.ts';
import type { Wire } from './support/wire.ts';
import {
  closeByHand,
  FLOWS,
  listSeenStates,
  prepareOrder,
  pressPay,
  pressSendAgain,
  resolve,
  sell,
  type WireKind,
  waitUntilResendAllowed,
  withWire,
} from './support/wire-cashier.ts';

/**
 * The answer is lost and the look-ups find nothing, so the cashier sends the payment again, and the
 * network fails again. Each run tests each case in a flow that the seed draws, and some case in
 * each flow; `--all` tests every case in every flow.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const CODES = ['R8', 'R12', 'R15', 'R36', 'R49', 'R50'] as const;

/** Every look-up is empty: the payment is not listed yet. */
async function listNothing(wire: Wire): Promise<void> {
  await wire.training.setFaults([
    { operation: 'transactions', times: 1000, fault: { kind: 'look-up-empty' } },
  ]);
}

/**
 * Applies the first fate to the first request; the cashier sends again as soon as the screen offers
 * it.
 */
async function sendTwice(
  wire: Wire,
  kind: WireKind,
  first: Fate,
  createSecondSend: Fate,
): Promise<string> {
  const order = await prepareOrder(wire, kind);
  await listNothing(wire);
  wire.proxy.money.push(first, createSecondSend);
  const { id } = await pressPay(wire, order);
  expect(await waitUntilResendAllowed(wire, id)).toBe(true);
  expect(await pressSendAgain(wire, id)).toBe(true);
  return id;
}

interface SecondSend {
  readonly name: string;
  readonly fate: Fate;
  /** The states that the cashier sees from the second send on. */
  readonly ifDone: readonly Payment['state'][];
  readonly ifNot: readonly Payment['state'][];
  /** Whether the second request is performed if the first one was not. */
  readonly isPerformed: boolean;
}

const createSecondSend = (name: string, fate: Fate, isPerformed: boolean): SecondSend => ({
  name,
  fate,
  isPerformed,
  ifDone: ['sending', 'unknown', 'paid'],
  ifNot: ['sending', 'unknown', isPerformed ? 'paid' : 'not-performed'],
});
/** The answer has a code: a payment that was never performed ends as the biller's refusal. */
const createCodedSend = (name: string, fate: Fate): SecondSend => ({
  ...createSecondSend(name, fate, false),
  ifNot: ['sending', 'unknown', 'rejected'],
});

const SECOND_SENDS: readonly SecondSend[] = [
  {
    name: 'goes as it should',
    fate: passThrough,
    isPerformed: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'trickles back in time',
    fate: sendInPieces(50),
    isPerformed: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'is doubled',
    fate: deliverTwiceAtOnce,
    isPerformed: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  createSecondSend('is lost', noAnswer, false),
  createSecondSend('is reset', resetAfterReading, false),
  createSecondSend('is done and lost', performWithoutAnswer, true),
  createSecondSend('is done and reset', performAndReset, true),
  createSecondSend('is answered by half', sendHalfAndClose, true),
  createSecondSend('arrives late', delayRequest(5 * MINUTE_MS), true),
  createSecondSend('meets HTML', answerWithHtml(200, false), false),
  createSecondSend('meets 429', answerWithStatus(429, false), false),
  createSecondSend('meets 500', answerWithStatus(500, false), false),
  createSecondSend('meets 503, and is done', answerWithStatus(503, true), true),
  // Not for the first request, which may still be in transit.
  createCodedSend('meets R2', answerWithCode('R2', false)),
  createCodedSend('meets R24', answerWithCode('R24', false, 20 * SECOND_MS)),
];

const DELAYED_FIRST_SENDS: readonly (readonly [string, Fate, Fate])[] = [
  ['while the first is on its way', delayRequest(90 * SECOND_MS), passThrough],
  ['and the first arrives long after', delayRequest(14 * MINUTE_MS), passThrough],
  ['and both arrive late', delayRequest(6 * MINUTE_MS), delayRequest(4 * MINUTE_MS)],
  [
    'without keys, and the first arrives later',
    delayRequest(5 * MINUTE_MS, true),
    performWithoutKey,
  ],
];

describe.each(FLOWS)('a $kind in $version sent again', (flow) => {
  const { version, kind } = flow;
  const sample = <Row>(rows: readonly Row[]) => sampleRows('network', rows, FLOWS, flow);

  it.each(sample(SECOND_SENDS))(
    'resolves a payment whose first request was performed and whose second request $name',
    async ({ fate, ifDone }) => {
      await withWire(version, async (wire) => {
        const id = await sendTwice(wire, kind, performWithoutAnswer, fate);
        await wire.advance(2 * MINUTE_MS);
        await resolve(wire, id);
        await wire.advance(20 * MINUTE_MS);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(1);
        expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', ...ifDone]);
        expect(wire.proxy.receivedRequests).toHaveLength(2);
      });
    },
  );

  it.each(sample(SECOND_SENDS))(
    'resolves a payment whose first request was lost and whose second request $name',
    async ({ fate, isPerformed, ifNot }) => {
      await withWire(version, async (wire) => {
        const id = await sendTwice(wire, kind, noAnswer, fate);
        await wire.advance(2 * MINUTE_MS);
        await resolve(wire, id);
        await wire.advance(20 * MINUTE_MS);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(isPerformed ? 1 : 0);
        expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', ...ifNot]);
        expect(wire.proxy.receivedRequests).toHaveLength(2);
      });
    },
  );

  it.each(sample(DELAYED_FIRST_SENDS))(
    'pays once if a payment is sent again %s',
    async (_name, first, secondFate) => {
      await withWire(version, async (wire) => {
        const id = await sendTwice(wire, kind, first, secondFate);
        await wire.advance(8 * MINUTE_MS);
        await resolve(wire, id);
        await wire.advance(20 * MINUTE_MS);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(1);
        expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
      });
    },
  );

  it.each(sample(CODES))(
    'keeps the payment unknown after %s to the second request, then resolves it as paid',
    async (code) => {
      await withWire(version, async (wire) => {
        const id = await sendTwice(wire, kind, performWithoutAnswer, answerWithCode(code, false));
        // The code is evidence, not proof, and nothing more is sent.
        await wire.advance(10 * MINUTE_MS);
        expect(wire.view(id)).toMatchObject({ state: 'unknown', code, canResend: false });
        expect(await pressSendAgain(wire, id)).toBe(false);
        await resolve(wire, id);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(1);
        expect(listSeenStates(wire, id)).toEqual([
          'sending',
          'unknown',
          'sending',
          'unknown',
          'paid',
        ]);
        expect(wire.proxy.receivedRequests).toHaveLength(2);
      });
    },
  );

  it.each(sample(CODES))(
    'makes the payment unclear after %s to the second request of a payment that was not performed',
    async (code) => {
      await withWire(version, async (wire) => {
        const id = await sendTwice(wire, kind, noAnswer, answerWithCode(code, false));
        // The code contradicts the look-ups: time never resolves it, but a supervisor can.
        const unresolved = await resolve(wire, id, 60 * MINUTE_MS);
        expect(unresolved).toMatchObject({
          state: 'unclear',
          canCloseByHand: true,
          canResend: false,
        });
        expect(await pressSendAgain(wire, id)).toBe(false);
        await closeByHand(wire, id, false);
        await wire.advance(20 * MINUTE_MS);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toEqual([]);
        expect(wire.proxy.receivedRequests).toHaveLength(2);
      });
    },
  );

  it('resolves a payment after R49 to the second request, at a service that stores no keys', async () => {
    await withWire(version, async (wire) => {
      const first: Fate = async (pending) => {
        await pending.deliver({ withoutKey: true });
      };
      const id = await sendTwice(wire, kind, first, performWithoutKey);
      await wire.advance(2 * MINUTE_MS);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code: 'R49', canResend: false });
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
    });
  });

  it.each([
    ['R36', undefined],
    ['R50', kind === 'bill' ? '77.00' : '50.00'],
  ])('resolves a payment as rejected after %s because of another payment', async (code, amount) => {
    await withWire(version, async (wire) => {
      // The customer pays twice on purpose; the second payment is the one that is sent again.
      const otherPayment = await pressPay(
        wire,
        await prepareOrder(wire, kind, amount ? { amount } : {}),
      );
      await wire.advance(2 * SECOND_MS);
      const id = await sendTwice(wire, kind, noAnswer, passThrough);
      await wire.advance(5 * SECOND_MS);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code, canResend: false });
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(wire.view(otherPayment.id).state).toBe('paid');
      expect(wire.view(id).state).toBe('rejected');
    });
  });

  it('sends again only while the screen offers it', async () => {
    await withWire(version, async (wire) => {
      wire.proxy.money.push(resetAfterReading);
      const { id } = await sell(wire, kind);
      // The answer may arrive for a minute, whatever the look-ups return meanwhile.
      for (let secondName = 0; secondName < 60; secondName += 5) {
        expect(await pressSendAgain(wire, id), `after ${secondName} s`).toBe(false);
        await wire.advance(5 * SECOND_MS);
      }
      expect(await waitUntilResendAllowed(wire, id)).toBe(true);
      expect(wire.proxy.receivedRequests).toHaveLength(1);
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
    });
  });
});
