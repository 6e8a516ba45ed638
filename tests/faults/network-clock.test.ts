import { describe, expect, it } from 'vitest';
import {
  againAfter,
  arrivesAfter,
  asItShould,
  doneAndSilence,
  secondIsAnswered,
  silence,
} from './support/fates.ts';
import type { Fate } from './support/proxy.ts';
import type { Wire } from './support/wire.ts';
import { wrongInBooks } from './support/wire-books.ts';
import {
  FLOWS,
  prepare,
  press,
  pressAgain,
  resolve,
  seenStates,
  untilMaySendAgain,
  withWire,
} from './support/wire-cashier.ts';

/**
 * Somebody sets the till's clock, before a payment, while it is out, or while it is not known. The
 * service's clock goes on as it was: what the till concludes must hold by that one.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const FATES: readonly (readonly [string, Fate, 'done' | 'not done'])[] = [
  ['goes well', asItShould, 'done'],
  ['is done and lost', doneAndSilence, 'done'],
  ['is lost', silence, 'not done'],
  ['is on its way', arrivesAfter(5 * MINUTE), 'done'],
];

/** After the press, when the clock is set: while the request is out, or is not known any more. */
const MOMENTS: readonly (readonly [string, number])[] = [
  ['while it is out', 10 * SECOND],
  ['while it is not known', 80 * SECOND],
];

interface Before {
  readonly name: string;
  readonly fate: Fate;
  /** With which Date the service performs it. */
  readonly performed: readonly ('right' | 'ahead' | 'behind')[];
}

const BEFORE: readonly Before[] = [
  { name: 'goes well', fate: asItShould, performed: ['right'] },
  { name: 'is done and lost', fate: doneAndSilence, performed: ['right'] },
  { name: 'is lost', fate: silence, performed: [] },
  { name: 'is on its way', fate: arrivesAfter(5 * MINUTE), performed: ['right'] },
  // Refused when it comes, and good for a copy that comes later: its Date was the future's.
  {
    name: 'is refused, and a copy comes',
    fate: againAfter(12 * MINUTE),
    performed: ['right', 'ahead'],
  },
  { name: 'comes twice', fate: secondIsAnswered(12 * MINUTE), performed: ['right', 'ahead'] },
  { name: 'comes when its Date has come', fate: arrivesAfter(35 * MINUTE), performed: ['ahead'] },
];

/** Long enough for a request whose Date lies in the future. */
const WITHIN = 60 * MINUTE;

async function finish(wire: Wire, id: string): Promise<void> {
  await resolve(wire, id, WITHIN);
  await wire.advance(WITHIN);
  expect(await wrongInBooks(wire)).toEqual([]);
  expect(wire.proxy.arrived).toHaveLength(wire.view(id).sends);
}

describe.each(FLOWS)('the clock, and a $kind in $version', ({ version, kind }) => {
  describe.each([25, -25])('set by %i minutes', (minutes) => {
    describe.each(MOMENTS)('%s', (_moment, at) => {
      it.each(FATES)('that %s', async (_name, fate, truth) => {
        await withWire(version, async (wire) => {
          const order = await prepare(wire, kind);
          wire.proxy.money.push(fate);
          const { id } = await press(wire, order);
          await wire.advance(at);
          wire.time.setTill(minutes * MINUTE);
          await wire.advance(8 * MINUTE);
          await finish(wire, id);
          expect(await wire.performed()).toHaveLength(truth === 'done' ? 1 : 0);
          expect(wire.view(id).state).toBe(truth === 'done' ? 'paid' : 'not-performed');
        });
      });
    });

    it.each(BEFORE)('before it, and it $name', async ({ fate, performed }) => {
      await withWire(version, async (wire) => {
        wire.time.setTill(minutes * MINUTE);
        const order = await prepare(wire, kind);
        wire.proxy.money.push(fate);
        const { id } = await press(wire, order);
        await wire.advance(2 * MINUTE);
        await finish(wire, id);
        // Version 3.3 asks the service for the bill first, and that answer sets the Date right.
        const stamp = version === 'v3.3' ? 'right' : minutes > 0 ? 'ahead' : 'behind';
        expect(await wire.performed()).toHaveLength(performed.includes(stamp) ? 1 : 0);
      });
    });
  });
});

describe.each([10, -10, DAY / MINUTE, -DAY / MINUTE])('the clock, set by %i minutes', (minutes) => {
  it.each(FATES)('while a bill is out that %s', async (_name, fate, truth) => {
    await withWire('v1.6', async (wire) => {
      const order = await prepare(wire, 'bill');
      wire.proxy.money.push(fate);
      const { id } = await press(wire, order);
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
      const order = await prepare(wire, kind);
      wire.proxy.money.push(arrivesAfter(4 * MINUTE), silence);
      const { id } = await press(wire, order);
      expect(await untilMaySendAgain(wire, id)).toBe(true);
      wire.time.setTill(minutes * MINUTE);
      await wire.advance(70 * SECOND);
      if (wire.view(id).maySendAgain) expect(await pressAgain(wire, id)).toBe(true);
      await wire.advance(5 * MINUTE);
      await finish(wire, id);
      expect(wire.view(id).state).toBe('paid');
    });
  });
});

it('an answer without a Date concludes nothing before the till has waited itself', async () => {
  await withWire('v1.6', async (wire) => {
    const order = await prepare(wire, 'bill');
    wire.proxy.money.push(arrivesAfter(14 * MINUTE));
    wire.proxy.reads = async (passing) => {
      const { headers, ...answer } = await passing.deliver();
      const { date: _date, ...dateless } = headers;
      passing.answer({ ...answer, headers: dateless });
    };
    const { id } = await press(wire, order);
    await wire.advance(2 * MINUTE);
    // By the till's own clock the request has died soon, and its look-ups are still accepted.
    wire.time.setTill(12 * MINUTE);
    await wire.advance(10 * MINUTE);
    expect(wire.view(id).lookUps).toBeGreaterThan(10);
    expect(wire.view(id).state).toBe('unknown');
    await wire.advance(3 * MINUTE);
    await finish(wire, id);
    expect(seenStates(wire, id)).toEqual(['sending', 'unknown', 'paid']);
  });
});
