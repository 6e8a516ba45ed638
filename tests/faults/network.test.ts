import { describe, expect, it } from 'vitest';
import type { Payment } from '../../shared/contract/index.ts';
import { sampleRows } from '../support/sampling.ts';
import { findWireFaults } from './support/check-wire-invariants.ts';
import type { ConnectionState, Fate } from './support/fault-proxy.ts';
import {
  answerSecondCopy,
  answerWithCode,
  answerWithHtml,
  answerWithStatus,
  delayAnswer,
  delayRequest,
  deliverAgainAfter,
  deliverTwiceAtOnce,
  noAnswer,
  performAndReset,
  performWithoutAnswer,
  resetAfterReading,
  sendEmpty,
  sendHalfAndClose,
  sendHalfAndHang,
  sendInPieces,
  sendTruncated,
} from './support/request-fates.ts';
import {
  FLOWS,
  listSeenStates,
  prepareOrder,
  pressPay,
  resolve,
  withWire,
} from './support/wire-cashier.ts';

/**
 * One payment over a real network with one fault on the request that pays; then the fault goes,
 * and the resolver ends its work. The cashier does nothing meanwhile. Each fault is met in each run,
 * in a flow that the seed draws, and some in each flow; `--all` tries each in each.
 */
interface Case {
  readonly name: string;
  readonly fault: { readonly door: ConnectionState } | { readonly fate: Fate };
  /** Whether the service performs it. */
  readonly isDone: boolean;
  /** What the cashier sees, in order. */
  readonly seen: readonly Payment['state'][];
  readonly because: Payment['unknownBecause'];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const door = (
  name: string,
  how: ConnectionState,
  seen: Case['seen'],
  because: Case['because'],
): Case => ({
  name,
  fault: { door: how },
  isDone: false,
  seen,
  because,
});
/** The answer settles it. */
const certain = (name: string, isDone: boolean, fate: Fate): Case => ({
  name,
  fault: { fate },
  isDone,
  seen: ['sending', isDone ? 'paid' : 'rejected'],
  because: null,
});
/** Only look-ups settle it. */
const open = (
  name: string,
  isDone: boolean,
  because: Exclude<Case['because'], null>,
  fate: Fate,
): Case => ({
  name,
  fault: { fate },
  isDone,
  // A code makes of what was not performed a refusal of the biller's.
  seen: [
    'sending',
    'unknown',
    isDone ? 'paid' : because === 'open-code' ? 'rejected' : 'not-performed',
  ],
  because,
});

/** Refused, once a look-up has found nothing. */
const checked = (name: string, fate: Fate): Case => ({
  ...certain(name, false, fate),
  seen: ['sending', 'unknown', 'rejected'],
});

const CASES: readonly Case[] = [
  door('connection refused', 'shut', ['sending', 'rejected'], null),
  door('connection cut before it was encrypted', 'cut', ['sending', 'rejected'], null),
  door('connection never encrypted', 'mute', ['sending', 'rejected'], null),
  door(
    'reset before the request was read',
    'reset',
    ['sending', 'unknown', 'not-performed'],
    'connection-lost',
  ),
  open('reset after the request was read', false, 'connection-lost', resetAfterReading),
  open('reset after it was done', true, 'connection-lost', performAndReset),
  open('silence', false, 'timed-out', noAnswer),
  open('silence, and done', true, 'timed-out', performWithoutAnswer),
  certain('an answer a second before the deadline', true, delayAnswer(59 * SECOND)),
  open('an answer after the till gave up', true, 'timed-out', delayAnswer(61 * SECOND)),
  open(
    'a request that arrives when the till gave up',
    true,
    'timed-out',
    delayRequest(61 * SECOND),
  ),
  open('a request that arrives 14 minutes late', true, 'timed-out', delayRequest(14 * MINUTE)),
  open('a request that arrives too late', false, 'timed-out', delayRequest(15 * MINUTE + 2000)),
  open('half an answer, and reset', true, 'connection-lost', sendHalfAndClose),
  open('half an answer, and silence', true, 'timed-out', sendHalfAndHang),
  open('half an answer, as if it were whole', true, 'unreadable-answer', sendTruncated),
  open('an answer without a body', true, 'unreadable-answer', sendEmpty),
  certain('an answer that trickles, in time', true, sendInPieces(50)),
  open('an answer that trickles too slowly', true, 'timed-out', sendInPieces(90)),
  certain('a second copy, later', true, deliverAgainAfter(5 * MINUTE)),
  certain('a second copy, too late', true, deliverAgainAfter(20 * MINUTE)),
  certain('a second copy is the one answered', true, answerSecondCopy(5 * SECOND)),
  open('a second copy is answered too late', true, 'timed-out', answerSecondCopy(5 * MINUTE)),
  certain('two copies at once', true, deliverTwiceAtOnce),
  // Where the service keeps no keys, its external_id alone guards: the second copy is R49.
  certain('a second copy without its key', true, deliverAgainAfter(5 * SECOND, true)),
  open('R49 to a second copy', true, 'evidence-of-earlier', answerSecondCopy(5 * SECOND, true)),
  open('HTML that says it is well', false, 'unreadable-answer', answerWithHtml(200, false)),
  open('HTML that says it is well, and done', true, 'unreadable-answer', answerWithHtml(200, true)),
  open('HTML that says no', false, 'unreadable-answer', answerWithHtml(403, false)),
  open('HTML that says no, and done', true, 'unreadable-answer', answerWithHtml(403, true)),
  open('HTML of a gateway, and done', true, 'server-error', answerWithHtml(502, true)),
  certain('429', false, answerWithStatus(429, false)),
  certain('429 in HTML', false, answerWithHtml(429, false)),
  certain('429 with a wait', false, answerWithStatus(429, false, { 'retry-after': '30' })),
  open('500', false, 'server-error', answerWithStatus(500, false)),
  open('500, and done', true, 'server-error', answerWithStatus(500, true)),
  open('503', false, 'server-error', answerWithStatus(503, false, { 'retry-after': '30' })),
  open('503, and done', true, 'server-error', answerWithStatus(503, true)),
  open('R24', false, 'open-code', answerWithCode('R24', false, 20 * SECOND)),
  open('R24, and done', true, 'open-code', answerWithCode('R24', true, 20 * SECOND)),
  ...['R8', 'R12', 'R36', 'R50'].flatMap((code) => [
    open(`${code}, and done`, true, 'checking-refusal', answerWithCode(code, true)),
    checked(code, answerWithCode(code, false)),
  ]),
  open('R49 to a first copy', false, 'evidence-of-earlier', answerWithCode('R49', false)),
];

describe.each(FLOWS)('a $kind in $version', (flow) => {
  const { version, kind } = flow;
  const drawn = sampleRows('network', CASES, FLOWS, flow);

  it.each(drawn)('$name', async ({ fault, isDone, seen, because }) => {
    await withWire(version, async (wire) => {
      const { proxy } = wire;
      const order = await prepareOrder(wire, kind);
      if ('door' in fault) await proxy.setConnectionState(fault.door);
      else proxy.money.push(fault.fate);
      const payment = await pressPay(wire, order);
      await wire.advance(70 * SECOND);

      const resolved = await resolve(wire, payment.id);
      // What may still be on its way arrives.
      await wire.advance(20 * MINUTE);
      expect(await findWireFaults(wire)).toEqual([]);
      expect(await wire.performed()).toHaveLength(isDone ? 1 : 0);
      expect(listSeenStates(wire, payment.id)).toEqual(seen);
      expect(resolved.unknownBecause).toBe(because);
      // The door is open for a second connection: nobody tries one.
      expect(proxy.arrived).toHaveLength('door' in fault ? 0 : 1);
    });
  });
});
