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
  sendCompressed,
  sendEmpty,
  sendHalfAndClose,
  sendHalfAndHang,
  sendInPieces,
  sendInterimFirst,
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
 * One payment over a real network with one fault on its request; then the fault ends, and the
 * resolver resolves the payment. The cashier does nothing meanwhile. Each run tests each fault in a
 * flow that the seed draws, and some in each flow; `--all` tests every fault in every flow.
 */
interface Case {
  readonly name: string;
  readonly fault: { readonly door: ConnectionState } | { readonly fate: Fate };
  /** Whether the service performs it. */
  readonly isDone: boolean;
  /** The states that the cashier sees, in order. */
  readonly seenStates: readonly Payment['state'][];
  readonly because: Payment['unknownBecause'];
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const createConnectionCase = (
  name: string,
  state: ConnectionState,
  seenStates: Case['seenStates'],
  because: Case['because'],
): Case => ({
  name,
  fault: { door: state },
  isDone: false,
  seenStates,
  because,
});
/** The answer resolves the payment. */
const createAnsweredCase = (name: string, isDone: boolean, fate: Fate): Case => ({
  name,
  fault: { fate },
  isDone,
  seenStates: ['sending', isDone ? 'paid' : 'rejected'],
  because: null,
});
/** Only look-ups resolve the payment. */
const createUnresolvedCase = (
  name: string,
  isDone: boolean,
  because: Exclude<Case['because'], null>,
  fate: Fate,
): Case => ({
  name,
  fault: { fate },
  isDone,
  // An answer with a code makes a payment that was not performed the biller's refusal.
  seenStates: [
    'sending',
    'unknown',
    isDone ? 'paid' : because === 'open-code' ? 'rejected' : 'not-performed',
  ],
  because,
});

/** Refused, after a look-up was empty. */
const createCheckedRefusalCase = (name: string, fate: Fate): Case => ({
  ...createAnsweredCase(name, false, fate),
  seenStates: ['sending', 'unknown', 'rejected'],
});

const CASES: readonly Case[] = [
  createConnectionCase('connection refused', 'shut', ['sending', 'rejected'], null),
  createConnectionCase(
    'connection cut before it was encrypted',
    'cut',
    ['sending', 'rejected'],
    null,
  ),
  createConnectionCase('connection never encrypted', 'mute', ['sending', 'rejected'], null),
  createConnectionCase(
    'reset before the request was read',
    'reset',
    ['sending', 'unknown', 'not-performed'],
    'connection-lost',
  ),
  createUnresolvedCase(
    'reset after the request was read',
    false,
    'connection-lost',
    resetAfterReading,
  ),
  createUnresolvedCase('reset after it was done', true, 'connection-lost', performAndReset),
  createUnresolvedCase('silence', false, 'timed-out', noAnswer),
  createUnresolvedCase('silence, and done', true, 'timed-out', performWithoutAnswer),
  createAnsweredCase('an answer a second before the deadline', true, delayAnswer(59 * SECOND_MS)),
  createUnresolvedCase(
    'an answer after the till gave up',
    true,
    'timed-out',
    delayAnswer(61 * SECOND_MS),
  ),
  createUnresolvedCase(
    'a request that arrives when the till gave up',
    true,
    'timed-out',
    delayRequest(61 * SECOND_MS),
  ),
  createUnresolvedCase(
    'a request that arrives 14 minutes late',
    true,
    'timed-out',
    delayRequest(14 * MINUTE_MS),
  ),
  createUnresolvedCase(
    'a request that arrives too late',
    false,
    'timed-out',
    delayRequest(15 * MINUTE_MS + 2000),
  ),
  createUnresolvedCase('half an answer, and reset', true, 'connection-lost', sendHalfAndClose),
  createUnresolvedCase('half an answer, and silence', true, 'timed-out', sendHalfAndHang),
  createUnresolvedCase(
    'half an answer, as if it were whole',
    true,
    'unreadable-answer',
    sendTruncated,
  ),
  createUnresolvedCase('an answer without a body', true, 'unreadable-answer', sendEmpty),
  createAnsweredCase('a compressed answer', true, sendCompressed),
  createAnsweredCase('an interim answer before the answer', true, sendInterimFirst),
  createAnsweredCase('an answer that trickles, in time', true, sendInPieces(50)),
  createUnresolvedCase('an answer that trickles too slowly', true, 'timed-out', sendInPieces(90)),
  createAnsweredCase('a second copy, later', true, deliverAgainAfter(5 * MINUTE_MS)),
  createAnsweredCase('a second copy, too late', true, deliverAgainAfter(20 * MINUTE_MS)),
  createAnsweredCase('a second copy is the one answered', true, answerSecondCopy(5 * SECOND_MS)),
  createUnresolvedCase(
    'a second copy is answered too late',
    true,
    'timed-out',
    answerSecondCopy(5 * MINUTE_MS),
  ),
  createAnsweredCase('two copies at once', true, deliverTwiceAtOnce),
  // If the service stores no keys, only the external_id guards: the second copy gets R49.
  createAnsweredCase('a second copy without its key', true, deliverAgainAfter(5 * SECOND_MS, true)),
  createUnresolvedCase(
    'R49 to a second copy',
    true,
    'evidence-of-earlier',
    answerSecondCopy(5 * SECOND_MS, true),
  ),
  createUnresolvedCase(
    'HTML that says it is well',
    false,
    'unreadable-answer',
    answerWithHtml(200, false),
  ),
  createUnresolvedCase(
    'HTML that says it is well, and done',
    true,
    'unreadable-answer',
    answerWithHtml(200, true),
  ),
  createUnresolvedCase('HTML that says no', false, 'unreadable-answer', answerWithHtml(403, false)),
  createUnresolvedCase(
    'HTML that says no, and done',
    true,
    'unreadable-answer',
    answerWithHtml(403, true),
  ),
  createUnresolvedCase(
    'HTML of a gateway, and done',
    true,
    'server-error',
    answerWithHtml(502, true),
  ),
  createAnsweredCase('429', false, answerWithStatus(429, false)),
  createAnsweredCase('429 in HTML', false, answerWithHtml(429, false)),
  createAnsweredCase(
    '429 with a wait',
    false,
    answerWithStatus(429, false, { 'retry-after': '30' }),
  ),
  createUnresolvedCase('500', false, 'server-error', answerWithStatus(500, false)),
  createUnresolvedCase('500, and done', true, 'server-error', answerWithStatus(500, true)),
  createUnresolvedCase(
    '503',
    false,
    'server-error',
    answerWithStatus(503, false, { 'retry-after': '30' }),
  ),
  createUnresolvedCase('503, and done', true, 'server-error', answerWithStatus(503, true)),
  createUnresolvedCase('R24', false, 'open-code', answerWithCode('R24', false, 20 * SECOND_MS)),
  createUnresolvedCase(
    'R24, and done',
    true,
    'open-code',
    answerWithCode('R24', true, 20 * SECOND_MS),
  ),
  ...['R8', 'R12', 'R36', 'R50'].flatMap((code) => [
    createUnresolvedCase(`${code}, and done`, true, 'checking-refusal', answerWithCode(code, true)),
    createCheckedRefusalCase(code, answerWithCode(code, false)),
  ]),
  createUnresolvedCase(
    'R49 to a first copy',
    false,
    'evidence-of-earlier',
    answerWithCode('R49', false),
  ),
];

describe.each(FLOWS)('a $kind in $version', (flow) => {
  const { version, kind } = flow;
  const sample = sampleRows('network', CASES, FLOWS, flow);

  it.each(sample)(
    'resolves the payment with the expected states: $name',
    async ({ fault, isDone, seenStates, because }) => {
      await withWire(version, async (wire) => {
        const { proxy } = wire;
        const order = await prepareOrder(wire, kind);
        if ('door' in fault) await proxy.setConnectionState(fault.door);
        else proxy.money.push(fault.fate);
        const payment = await pressPay(wire, order);
        await wire.advance(70 * SECOND_MS);

        const resolved = await resolve(wire, payment.id);
        // Everything that may still be in transit arrives.
        await wire.advance(20 * MINUTE_MS);
        expect(await findWireFaults(wire)).toEqual([]);
        expect(await wire.performed()).toHaveLength(isDone ? 1 : 0);
        expect(listSeenStates(wire, payment.id)).toEqual(seenStates);
        expect(resolved.unknownBecause).toBe(because);
        // The next connection would open, but the till sends nothing by itself.
        expect(proxy.receivedRequests).toHaveLength('door' in fault ? 0 : 1);
      });
    },
  );
});
