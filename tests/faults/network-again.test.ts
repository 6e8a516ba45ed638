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
 * The answer is lost and the look-ups find nothing, so the cashier has the payment sent again. Then
 * the network does something to that, too. Each of it happens in each run, in a flow that the seed
 * draws, and something in each flow; `--all` tries each in each.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CODES = ['R8', 'R12', 'R15', 'R36', 'R49', 'R50'] as const;

/** Nothing is listed, whatever was done: the payment is on its way to the list. */
async function listNothing(wire: Wire): Promise<void> {
  await wire.training.setFaults([
    { operation: 'transactions', times: 1000, fault: { kind: 'look-up-empty' } },
  ]);
}

/** The first request meets its fate, and the cashier presses as soon as it is offered. */
async function sendTwice(wire: Wire, kind: WireKind, first: Fate, second: Fate): Promise<string> {
  const order = await prepareOrder(wire, kind);
  await listNothing(wire);
  wire.proxy.money.push(first, second);
  const { id } = await pressPay(wire, order);
  expect(await waitUntilResendAllowed(wire, id)).toBe(true);
  expect(await pressSendAgain(wire, id)).toBe(true);
  return id;
}

interface Second {
  readonly name: string;
  readonly fate: Fate;
  /** What the cashier sees from the second press on. */
  readonly ifDone: readonly Payment['state'][];
  readonly ifNot: readonly Payment['state'][];
  /** Performed by the second request, where the first was not. */
  readonly does: boolean;
}

const second = (name: string, fate: Fate, does: boolean): Second => ({
  name,
  fate,
  does,
  ifDone: ['sending', 'unknown', 'paid'],
  ifNot: ['sending', 'unknown', does ? 'paid' : 'not-performed'],
});
/** It names a code: what was never performed ends as the biller's refusal. */
const coded = (name: string, fate: Fate): Second => ({
  ...second(name, fate, false),
  ifNot: ['sending', 'unknown', 'rejected'],
});

const SECONDS: readonly Second[] = [
  {
    name: 'goes as it should',
    fate: passThrough,
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'trickles back in time',
    fate: sendInPieces(50),
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'is doubled',
    fate: deliverTwiceAtOnce,
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  second('is lost', noAnswer, false),
  second('is reset', resetAfterReading, false),
  second('is done and lost', performWithoutAnswer, true),
  second('is done and reset', performAndReset, true),
  second('is answered by half', sendHalfAndClose, true),
  second('arrives late', delayRequest(5 * MINUTE), true),
  second('meets HTML', answerWithHtml(200, false), false),
  second('meets 429', answerWithStatus(429, false), false),
  second('meets 500', answerWithStatus(500, false), false),
  second('meets 503, and is done', answerWithStatus(503, true), true),
  // Not of the first request: that one may be on its way.
  coded('meets R2', answerWithCode('R2', false)),
  coded('meets R24', answerWithCode('R24', false, 20 * SECOND)),
];

const MEANWHILE: readonly (readonly [string, Fate, Fate])[] = [
  ['while the first is on its way', delayRequest(90 * SECOND), passThrough],
  ['and the first arrives long after', delayRequest(14 * MINUTE), passThrough],
  ['and both arrive late', delayRequest(6 * MINUTE), delayRequest(4 * MINUTE)],
  ['without keys, and the first arrives later', delayRequest(5 * MINUTE, true), performWithoutKey],
];

describe.each(FLOWS)('a $kind in $version sent again', (flow) => {
  const { version, kind } = flow;
  const drawn = <Row>(rows: readonly Row[]) => sampleRows('network', rows, FLOWS, flow);

  it.each(drawn(SECONDS))('$name, and the first was done', async ({ fate, ifDone }) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, performWithoutAnswer, fate);
      await wire.advance(2 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(1);
      expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', ...ifDone]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(SECONDS))('$name, and the first was not done', async ({ fate, does, ifNot }) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, noAnswer, fate);
      await wire.advance(2 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(does ? 1 : 0);
      expect(listSeenStates(wire, id)).toEqual(['sending', 'unknown', ...ifNot]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(MEANWHILE))('%s', async (_name, first, again) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, first, again);
      await wire.advance(8 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(1);
      expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
    });
  });

  it.each(drawn(CODES))('meets %s, and the first was done', async (code) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, performWithoutAnswer, answerWithCode(code, false));
      // Evidence is not proof, and nothing more goes out.
      await wire.advance(10 * MINUTE);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code, maySendAgain: false });
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
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(CODES))('meets %s, and the first was not done', async (code) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, noAnswer, answerWithCode(code, false));
      // It contradicts the look-ups: no time concludes it, and a supervisor may.
      const left = await resolve(wire, id, 60 * MINUTE);
      expect(left).toMatchObject({ state: 'unclear', mayCloseByHand: true, maySendAgain: false });
      expect(await pressSendAgain(wire, id)).toBe(false);
      await closeByHand(wire, id, false);
      await wire.advance(20 * MINUTE);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(await wire.performed()).toEqual([]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it('meets the R49 of a service that keeps no keys', async () => {
    await withWire(version, async (wire) => {
      const first: Fate = async (passing) => {
        await passing.deliver({ withoutKey: true });
      };
      const id = await sendTwice(wire, kind, first, performWithoutKey);
      await wire.advance(2 * MINUTE);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code: 'R49', maySendAgain: false });
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
    });
  });

  it.each([
    ['R36', undefined],
    ['R50', kind === 'bill' ? '77.00' : '50.00'],
  ])('meets the %s of another payment', async (code, amount) => {
    await withWire(version, async (wire) => {
      // The customer pays twice on purpose; the second request of that is the one that is sent again.
      const other = await pressPay(wire, await prepareOrder(wire, kind, amount ? { amount } : {}));
      await wire.advance(2 * SECOND);
      const id = await sendTwice(wire, kind, noAnswer, passThrough);
      await wire.advance(5 * SECOND);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code, maySendAgain: false });
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(wire.view(other.id).state).toBe('paid');
      expect(wire.view(id).state).toBe('rejected');
    });
  });

  it('goes out only when it is offered', async () => {
    await withWire(version, async (wire) => {
      wire.proxy.money.push(resetAfterReading);
      const { id } = await sell(wire, kind);
      // Its answer may come for a minute, whatever the look-ups say meanwhile.
      for (let second = 0; second < 60; second += 5) {
        expect(await pressSendAgain(wire, id), `after ${second} s`).toBe(false);
        await wire.advance(5 * SECOND);
      }
      expect(await waitUntilResendAllowed(wire, id)).toBe(true);
      expect(wire.proxy.arrived).toHaveLength(1);
      await resolve(wire, id);
      expect(await findWireFaults(wire)).toEqual([]);
    });
  });
});
