import { describe, expect, it } from 'vitest';
import type { Payment } from '../../shared/contract/index.ts';
import { rowsFor } from '../support/share.ts';
import {
  arrivesAfter,
  asItShould,
  bothAtOnce,
  doneAndReset,
  doneAndSilence,
  halfAnAnswer,
  keyless,
  resetAfterReading,
  saysCode,
  saysHtml,
  saysStatus,
  silence,
  trickle,
} from './support/fates.ts';
import type { Fate } from './support/proxy.ts';
import type { Wire } from './support/wire.ts';
import { wrongInBooks } from './support/wire-books.ts';
import {
  closeByHand,
  FLOWS,
  prepare,
  press,
  pressAgain,
  resolve,
  seenStates,
  sell,
  untilMaySendAgain,
  type WireKind,
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
  const order = await prepare(wire, kind);
  await listNothing(wire);
  wire.proxy.money.push(first, second);
  const { id } = await press(wire, order);
  expect(await untilMaySendAgain(wire, id)).toBe(true);
  expect(await pressAgain(wire, id)).toBe(true);
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
    fate: asItShould,
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'trickles back in time',
    fate: trickle(50),
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  {
    name: 'is doubled',
    fate: bothAtOnce,
    does: true,
    ifDone: ['sending', 'paid'],
    ifNot: ['sending', 'paid'],
  },
  second('is lost', silence, false),
  second('is reset', resetAfterReading, false),
  second('is done and lost', doneAndSilence, true),
  second('is done and reset', doneAndReset, true),
  second('is answered by half', halfAnAnswer, true),
  second('arrives late', arrivesAfter(5 * MINUTE), true),
  second('meets HTML', saysHtml(200, false), false),
  second('meets 429', saysStatus(429, false), false),
  second('meets 500', saysStatus(500, false), false),
  second('meets 503, and is done', saysStatus(503, true), true),
  // Not of the first request: that one may be on its way.
  coded('meets R2', saysCode('R2', false)),
  coded('meets R24', saysCode('R24', false, 20 * SECOND)),
];

const MEANWHILE: readonly (readonly [string, Fate, Fate])[] = [
  ['while the first is on its way', arrivesAfter(90 * SECOND), asItShould],
  ['and the first arrives long after', arrivesAfter(14 * MINUTE), asItShould],
  ['and both arrive late', arrivesAfter(6 * MINUTE), arrivesAfter(4 * MINUTE)],
  ['without keys, and the first arrives later', arrivesAfter(5 * MINUTE, true), keyless],
];

describe.each(FLOWS)('a $kind in $version sent again', (flow) => {
  const { version, kind } = flow;
  const drawn = <Row>(rows: readonly Row[]) => rowsFor('network', rows, FLOWS, flow);

  it.each(drawn(SECONDS))('$name, and the first was done', async ({ fate, ifDone }) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, doneAndSilence, fate);
      await wire.advance(2 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(1);
      expect(seenStates(wire, id)).toEqual(['sending', 'unknown', ...ifDone]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(SECONDS))('$name, and the first was not done', async ({ fate, does, ifNot }) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, silence, fate);
      await wire.advance(2 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(does ? 1 : 0);
      expect(seenStates(wire, id)).toEqual(['sending', 'unknown', ...ifNot]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(MEANWHILE))('%s', async (_name, first, again) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, first, again);
      await wire.advance(8 * MINUTE);
      await resolve(wire, id);
      await wire.advance(20 * MINUTE);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(1);
      expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
    });
  });

  it.each(drawn(CODES))('meets %s, and the first was done', async (code) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, doneAndSilence, saysCode(code, false));
      // Evidence is not proof, and nothing more goes out.
      await wire.advance(10 * MINUTE);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code, maySendAgain: false });
      expect(await pressAgain(wire, id)).toBe(false);
      await resolve(wire, id);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(1);
      expect(seenStates(wire, id)).toEqual(['sending', 'unknown', 'sending', 'unknown', 'paid']);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it.each(drawn(CODES))('meets %s, and the first was not done', async (code) => {
    await withWire(version, async (wire) => {
      const id = await sendTwice(wire, kind, silence, saysCode(code, false));
      // It contradicts the look-ups: no time concludes it, and a supervisor may.
      const left = await resolve(wire, id, 60 * MINUTE);
      expect(left).toMatchObject({ state: 'unclear', mayCloseByHand: true, maySendAgain: false });
      expect(await pressAgain(wire, id)).toBe(false);
      await closeByHand(wire, id, false);
      await wire.advance(20 * MINUTE);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(await wire.performed()).toEqual([]);
      expect(wire.proxy.arrived).toHaveLength(2);
    });
  });

  it('meets the R49 of a service that keeps no keys', async () => {
    await withWire(version, async (wire) => {
      const first: Fate = async (passing) => {
        await passing.deliver({ withoutKey: true });
      };
      const id = await sendTwice(wire, kind, first, keyless);
      await wire.advance(2 * MINUTE);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code: 'R49', maySendAgain: false });
      await resolve(wire, id);
      expect(await wrongInBooks(wire)).toEqual([]);
      expect(wire.view(id)).toMatchObject({ state: 'paid', sends: 2 });
    });
  });

  it.each([
    ['R36', undefined],
    ['R50', kind === 'bill' ? '77.00' : '50.00'],
  ])('meets the %s of another payment', async (code, amount) => {
    await withWire(version, async (wire) => {
      // The customer pays twice on purpose; the second request of that is the one that is sent again.
      const other = await press(wire, await prepare(wire, kind, amount ? { amount } : {}));
      await wire.advance(2 * SECOND);
      const id = await sendTwice(wire, kind, silence, asItShould);
      await wire.advance(5 * SECOND);
      expect(wire.view(id)).toMatchObject({ state: 'unknown', code, maySendAgain: false });
      await resolve(wire, id);
      expect(await wrongInBooks(wire)).toEqual([]);
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
        expect(await pressAgain(wire, id), `after ${second} s`).toBe(false);
        await wire.advance(5 * SECOND);
      }
      expect(await untilMaySendAgain(wire, id)).toBe(true);
      expect(wire.proxy.arrived).toHaveLength(1);
      await resolve(wire, id);
      expect(await wrongInBooks(wire)).toEqual([]);
    });
  });
});
