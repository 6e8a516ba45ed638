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
 * The answer to a payment is lost, and the look-ups after it meet a fault for as long as a request
 * lives and longer. While it lasts nothing may be concluded that is not so; when it goes, the
 * resolver ends its work. In each run each fault meets each payment (performed, not, or on its way),
 * in a flow or version that the seed draws, and some in each of them; `--all` tries each in each.
 */

const MINUTE = 60_000;
/** Past the moment at which an empty look-up is certain. */
const LONG = 18 * MINUTE;

interface LookUpFault {
  readonly name: string;
  readonly lasts: number;
  /** Others paid before at the same service. */
  readonly others: number;
  readonly fate?: Fate;
  readonly training?: TrainingFault['fault']['kind'] & ('filter-ignored' | 'look-up-empty');
  /** What the cashier sees in between, where the payment was performed, and where it was not. */
  readonly ifDone: Ended;
  readonly ifNot: Ended;
}

/** `found`: concluded while the fault lasts. `waits`: only when it has gone. */
type Ended = 'found' | 'waits' | 'waits-unclear';

/** Whatever page is asked for, it is the first, and another one is always said to follow. */
function pagesThatRepeat(): Fate {
  const pagination = {
    total_entries: 500,
    total_pages: 5,
    previous_page: null,
    current_page: 1,
    next_page: 2,
  };
  let first: Buffer = Buffer.alloc(0);
  return async (passing) => {
    const answer = await passing.deliver();
    if (!/[?&]page=/.test(passing.arrived.target)) first = answer.body;
    const headers = { ...answer.headers, 'x-pagination': JSON.stringify(pagination) };
    passing.answer({ ...answer, headers, body: first });
  };
}

function nameless(answer: Answer): Answer {
  const text = answer.body.toString('utf8').replaceAll('"external_id":', '"other_id":');
  return { ...answer, body: Buffer.from(text) };
}

const OF_THE_ISSUE: readonly LookUpFault[] = [
  {
    name: 'a filter that is ignored',
    lasts: LONG,
    others: 3,
    training: 'filter-ignored',
    ifDone: 'found',
    ifNot: 'found',
  },
  {
    // For as long as a payment may still be on its way, and no longer.
    name: 'an empty look-up',
    lasts: 14 * MINUTE,
    others: 3,
    training: 'look-up-empty',
    ifDone: 'waits',
    ifNot: 'waits',
  },
  {
    name: 'pages that repeat',
    lasts: LONG,
    others: 3,
    fate: pagesThatRepeat(),
    ifDone: 'found',
    ifNot: 'waits-unclear',
  },
  {
    name: 'pages that repeat, of a filter that is ignored',
    lasts: LONG,
    others: 3,
    fate: pagesThatRepeat(),
    training: 'filter-ignored',
    ifDone: 'found',
    ifNot: 'waits-unclear',
  },
];

/** More than a page of them: of the newest first, or of the oldest. */
const MANY: LookUpFault = {
  name: 'pages of other payments',
  lasts: LONG,
  others: 120,
  training: 'filter-ignored',
  ifDone: 'found',
  ifNot: 'found',
};

const failing = (name: string, fate: Fate): LookUpFault => ({
  name,
  lasts: LONG,
  others: 0,
  fate,
  ifDone: 'waits',
  ifNot: 'waits',
});

const OTHERS: readonly LookUpFault[] = [
  failing('a reset', resetAfterReading),
  failing('silence', noAnswer),
  failing('half an answer', sendHalfAndClose),
  failing('half an answer, as if it were whole', sendTruncated),
  failing('an answer without a body', sendEmpty),
  failing('an answer that trickles too slowly', sendInPieces(9, 10_000)),
  failing('HTML', answerWithHtml(200, false)),
  failing('429', answerWithStatus(429, false, { 'retry-after': '7' })),
  failing('500', answerWithStatus(500, false)),
  failing('503', answerWithStatus(503, false)),
  failing('R24', answerWithCode('R24', false)),
  {
    name: 'rows without an external_id',
    lasts: LONG,
    others: 3,
    fate: changeAnswer(nameless),
    training: 'filter-ignored',
    ifDone: 'waits-unclear',
    ifNot: 'waits-unclear',
  },
];

type Truth = 'done' | 'not done' | 'on its way';
const TRUTHS: readonly Truth[] = ['done', 'not done', 'on its way'];
const LOST: Readonly<Record<Truth, Fate>> = {
  done: performAndReset,
  'not done': resetAfterReading,
  // The till gives up first; the request arrives long after.
  'on its way': delayRequest(6 * MINUTE),
};

async function setFault(wire: Wire, fault: LookUpFault): Promise<void> {
  wire.proxy.reads = fault.fate ? applyToLookUps(fault.fate) : null;
  const kind = fault.training;
  if (kind === undefined) return;
  await wire.training.setFaults([{ operation: 'transactions', times: 1000, fault: { kind } }]);
}

function expectedStates(fault: LookUpFault, truth: Truth): readonly Payment['state'][] {
  const last = truth === 'not done' ? 'not-performed' : 'paid';
  const ends = truth === 'done' ? [fault.ifDone] : [fault.ifNot];
  if (ends.includes('waits-unclear')) return ['sending', 'unknown', 'unclear', last];
  return ['sending', 'unknown', last];
}

async function look(
  version: ServiceVersion,
  kind: WireKind,
  fault: LookUpFault,
  truth: Truth,
): Promise<void> {
  await withWire(version, async (wire) => {
    await payAtOtherTills(wire, fault.others);
    const order = await prepareOrder(wire, kind);
    wire.proxy.money.push(LOST[truth]);
    await setFault(wire, fault);
    const { id } = await pressPay(wire, order);

    await wire.advance(fault.lasts);
    const ended = truth === 'done' ? fault.ifDone : fault.ifNot;
    const isFound = truth === 'on its way' ? fault.ifDone === 'found' : ended === 'found';
    expect(isOpen(wire.view(id))).toBe(!isFound);
    // Only a look-up that was read to its end, and empty, leads to sending.
    const isEmpty = !isFound && fault.training === 'look-up-empty';
    expect(wire.view(id).maySendAgain).toBe(isEmpty);

    await resolve(wire, id);
    await wire.advance(20 * MINUTE);
    expect(await findWireFaults(wire)).toEqual([]);
    expect(await wire.performed()).toHaveLength(fault.others + (truth === 'not done' ? 0 : 1));
    expect(listSeenStates(wire, id)).toEqual(expectedStates(fault, truth));
    expect(wire.proxy.arrived).toHaveLength(1);
  });
}

describe.each(FLOWS)('looking for a $kind in $version', (flow) => {
  const { version, kind } = flow;
  describe.each(TRUTHS)('that is %s', (truth) => {
    it.each(sampleRows('network', OF_THE_ISSUE, FLOWS, flow))('meets $name', async (fault) => {
      await look(version, kind, fault, truth);
    });
  });
});

describe.each(VERSION_PER_WIRE_FORMAT)('many others, and a filter ignored, in %s', (version) => {
  it.each(sampleRows('network', TRUTHS, VERSION_PER_WIRE_FORMAT, version))(
    'a bill that is %s',
    async (truth) => {
      await look(version, 'bill', MANY, truth);
    },
  );
});

const TWO_VERSIONS = ['v1.6', 'v3.3'] as const;
describe.each(TWO_VERSIONS)('looking for a bill in %s', (version) => {
  describe.each(['done', 'not done'] as const)('that is %s', (truth) => {
    it.each(sampleRows('network', OTHERS, TWO_VERSIONS, version))('meets $name', async (fault) => {
      await look(version, 'bill', fault, truth);
    });
  });
});
