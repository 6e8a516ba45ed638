import { describe, expect, it } from 'vitest';
import type { Payment, ServiceVersion, TrainingFault } from '../../shared/contract/index.ts';
import { sampleRows } from '../support/sampling.ts';
import { VERSION_PER_WIRE_FORMAT } from '../support/versions.ts';
import { findWireFaults } from './support/check-wire-invariants.ts';
import type { Answer, Fate } from './support/fault-proxy.ts';
import {
  answerWithCode,
  answerWithHtml,
  answerWithStatus,
  applyToLookUps,
  changeAnswer,
  delayRequest,
  noAnswer,
  performAndReset,
  resetAfterReading,
  sendEmpty,
  sendHalfAndClose,
  sendInPieces,
  sendTruncated,
} from './support/request-fates.ts';
import { payAtOtherTills, type Wire } from './support/wire.ts';
import {
  FLOWS,
  isOpen,
  listSeenStates,
  prepareOrder,
  pressPay,
  resolve,
  type WireKind,
  withWire,
} from './support/wire-cashier.ts';

/**
 * The answer to a payment is lost, and the look-ups after it fail for longer than a request is
 * valid. Meanwhile the till must conclude nothing wrong; afterwards the resolver resolves the
 * payment. Each run tests each fault with each payment (performed, not performed, or in transit),
 * in a flow or version that the seed draws, and some in each of them; `--all` tests every
 * combination.
 */

const MINUTE_MS = 60_000;
/** Longer than the time after which an empty look-up is certain. */
const FAULT_DURATION_MS = 18 * MINUTE_MS;

interface LookUpFault {
  readonly name: string;
  readonly durationMs: number;
  /** The number of earlier payments of other tills at the same service. */
  readonly otherPayments: number;
  readonly fate?: Fate;
  readonly training?: TrainingFault['fault']['kind'] & ('filter-ignored' | 'look-up-empty');
  /** How the look-ups end during the fault if the payment was performed, and if it was not. */
  readonly ifDone: LookUpResult;
  readonly ifNot: LookUpResult;
  /** The rows have no external_id at all, so the same key may be sent again. */
  readonly allowsResend?: true;
}

/** `found`: resolved during the fault. `waits`: resolved only after the fault. */
type LookUpResult = 'found' | 'waits' | 'waits-unclear';

/** Returns the first page for every page, and always claims a next page. */
function createRepeatedPages(): Fate {
  const pagination = {
    total_entries: 500,
    total_pages: 5,
    previous_page: null,
    current_page: 1,
    next_page: 2,
  };
  let first: Buffer = Buffer.alloc(0);
  return async (pending) => {
    const answer = await pending.deliver();
    if (!/[?&]page=/.test(pending.received.target)) first = answer.body;
    const headers = { ...answer.headers, 'x-pagination': JSON.stringify(pagination) };
    pending.answer({ ...answer, headers, body: first });
  };
}

function removeExternalIds(answer: Answer): Answer {
  const text = answer.body.toString('utf8').replaceAll('"external_id":', '"other_id":');
  return { ...answer, body: Buffer.from(text) };
}

const MAIN_FAULTS: readonly LookUpFault[] = [
  {
    name: 'a filter that is ignored',
    durationMs: FAULT_DURATION_MS,
    otherPayments: 3,
    training: 'filter-ignored',
    ifDone: 'found',
    ifNot: 'found',
  },
  {
    // Only while a payment may still be in transit.
    name: 'an empty look-up',
    durationMs: 14 * MINUTE_MS,
    otherPayments: 3,
    training: 'look-up-empty',
    ifDone: 'waits',
    ifNot: 'waits',
  },
  {
    name: 'pages that repeat',
    durationMs: FAULT_DURATION_MS,
    otherPayments: 3,
    fate: createRepeatedPages(),
    ifDone: 'found',
    ifNot: 'waits-unclear',
  },
  {
    name: 'pages that repeat, of a filter that is ignored',
    durationMs: FAULT_DURATION_MS,
    otherPayments: 3,
    fate: createRepeatedPages(),
    training: 'filter-ignored',
    ifDone: 'found',
    ifNot: 'waits-unclear',
  },
];

/** More than one page of other payments. */
const MANY_PAYMENTS: LookUpFault = {
  name: 'pages of other payments',
  durationMs: FAULT_DURATION_MS,
  otherPayments: 120,
  training: 'filter-ignored',
  ifDone: 'found',
  ifNot: 'found',
};

const createFailure = (name: string, fate: Fate): LookUpFault => ({
  name,
  durationMs: FAULT_DURATION_MS,
  otherPayments: 0,
  fate,
  ifDone: 'waits',
  ifNot: 'waits',
});

const OTHER_FAULTS: readonly LookUpFault[] = [
  createFailure('a reset', resetAfterReading),
  createFailure('silence', noAnswer),
  createFailure('half an answer', sendHalfAndClose),
  createFailure('half an answer, as if it were whole', sendTruncated),
  createFailure('an answer without a body', sendEmpty),
  createFailure('an answer that trickles too slowly', sendInPieces(9, 10_000)),
  createFailure('HTML', answerWithHtml(200, false)),
  createFailure('429', answerWithStatus(429, false, { 'retry-after': '7' })),
  createFailure('500', answerWithStatus(500, false)),
  createFailure('503', answerWithStatus(503, false)),
  createFailure('R24', answerWithCode('R24', false)),
  {
    name: 'rows without an external_id',
    durationMs: FAULT_DURATION_MS,
    otherPayments: 3,
    fate: changeAnswer(removeExternalIds),
    training: 'filter-ignored',
    // A row like ours may be ours; the rows of others differ in account or amount.
    ifDone: 'waits',
    ifNot: 'found',
    allowsResend: true,
  },
];

type ServiceResult = 'done' | 'not done' | 'on its way';
const SERVICE_RESULTS: readonly ServiceResult[] = ['done', 'not done', 'on its way'];
const LOST_ANSWER_FATES: Readonly<Record<ServiceResult, Fate>> = {
  done: performAndReset,
  'not done': resetAfterReading,
  // The till's timeout is first; the request arrives long after.
  'on its way': delayRequest(6 * MINUTE_MS),
};

async function setFault(wire: Wire, fault: LookUpFault): Promise<void> {
  wire.proxy.reads = fault.fate ? applyToLookUps(fault.fate) : null;
  const kind = fault.training;
  if (kind === undefined) return;
  await wire.training.setFaults([{ operation: 'transactions', times: 1000, fault: { kind } }]);
}

function expectedStates(
  fault: LookUpFault,
  serviceResult: ServiceResult,
): readonly Payment['state'][] {
  const lastState = serviceResult === 'not done' ? 'not-performed' : 'paid';
  const results = serviceResult === 'done' ? [fault.ifDone] : [fault.ifNot];
  if (results.includes('waits-unclear')) return ['sending', 'unknown', 'unclear', lastState];
  return ['sending', 'unknown', lastState];
}

async function runCase(
  version: ServiceVersion,
  kind: WireKind,
  fault: LookUpFault,
  serviceResult: ServiceResult,
): Promise<void> {
  await withWire(version, async (wire) => {
    await payAtOtherTills(wire, fault.otherPayments);
    const order = await prepareOrder(wire, kind);
    wire.proxy.money.push(LOST_ANSWER_FATES[serviceResult]);
    await setFault(wire, fault);
    const { id } = await pressPay(wire, order);

    await wire.advance(fault.durationMs);
    const result = serviceResult === 'done' ? fault.ifDone : fault.ifNot;
    const isFound = serviceResult === 'on its way' ? fault.ifDone === 'found' : result === 'found';
    expect(isOpen(wire.view(id))).toBe(!isFound);
    // Only a complete and empty look-up, or rows without any external_id, allow sending again.
    const canResend = fault.training === 'look-up-empty' || fault.allowsResend === true;
    expect(wire.view(id).canResend).toBe(!isFound && canResend);

    await resolve(wire, id);
    await wire.advance(20 * MINUTE_MS);
    expect(await findWireFaults(wire)).toEqual([]);
    expect(await wire.performed()).toHaveLength(
      fault.otherPayments + (serviceResult === 'not done' ? 0 : 1),
    );
    expect(listSeenStates(wire, id)).toEqual(expectedStates(fault, serviceResult));
    expect(wire.proxy.receivedRequests).toHaveLength(1);
  });
}

describe.each(FLOWS)('look-ups for a $kind in $version', (flow) => {
  const { version, kind } = flow;
  describe.each(SERVICE_RESULTS)('that is %s', (serviceResult) => {
    it.each(sampleRows('network', MAIN_FAULTS, FLOWS, flow))(
      'resolves the payment correctly during and after $name',
      async (fault) => {
        await runCase(version, kind, fault, serviceResult);
      },
    );
  });
});

describe.each(VERSION_PER_WIRE_FORMAT)(
  'many other payments and an ignored filter in %s',
  (version) => {
    it.each(sampleRows('network', SERVICE_RESULTS, VERSION_PER_WIRE_FORMAT, version))(
      'resolves a bill that is %s among pages of other payments',
      async (serviceResult) => {
        await runCase(version, 'bill', MANY_PAYMENTS, serviceResult);
      },
    );
  },
);

const TWO_VERSIONS = ['v1.6', 'v3.3'] as const;
describe.each(TWO_VERSIONS)('look-ups for a bill in %s', (version) => {
  describe.each(['done', 'not done'] as const)('that is %s', (serviceResult) => {
    it.each(sampleRows('network', OTHER_FAULTS, TWO_VERSIONS, version))(
      'resolves the payment correctly after $name',
      async (fault) => {
        await runCase(version, 'bill', fault, serviceResult);
      },
    );
  });
});
