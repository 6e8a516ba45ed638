import { describe, expect, it } from 'vitest';
import { IS_FULL_RUN } from '../support/sampling.ts';
import {
  createInitialState,
  createStepLister,
  createViolationFinder,
  type Decisions,
  formatFirstStep,
  type PaymentState,
  REAL_DECISIONS,
} from './payment-model.ts';
import { recordWalkFigures } from './record-figures.ts';
import {
  FULL_WALK_TIMEOUT_MS,
  formatViolation,
  type PlantedFault,
  type WalkResult,
  walkStates,
} from './walk.ts';

/** Each step more makes five times as many states; the full run takes two minutes. */
const MAX_DEPTH = IS_FULL_RUN ? 7 : 5;
/** No planted fault needs a longer trace. */
const MAX_TRACE_LENGTH = 5;

function walkPayments(
  decisions: Decisions,
  dateError: number,
  maxDepth: number,
  start: Partial<PaymentState> = {},
): WalkResult {
  return walkStates(
    { ...createInitialState(dateError), ...start },
    createStepLister(decisions),
    createViolationFinder(decisions),
    maxDepth,
  );
}

describe('walk of one payment', () => {
  it.each([
    ['right', 0],
    ['10 minutes ahead', 10],
    ['10 minutes behind', -10],
  ])(
    'finds no violation after a first send dated %s',
    { timeout: FULL_WALK_TIMEOUT_MS },
    (name, dateError) => {
      const result = walkPayments(REAL_DECISIONS, dateError, MAX_DEPTH);
      recordWalkFigures(`payment, first Date ${name}`, result);
      expect(result.violation, formatViolation(result, formatFirstStep(dateError))).toBeNull();
      expect(result.states).toBeGreaterThan(1000);
    },
  );
});

/** Two sends whose answers were lost; a copy of the second, dated ahead, is under way. */
const SENT_TWICE: Partial<PaymentState> = {
  minute: 2,
  isSending: false,
  quietSince: 2,
  outcome: {
    ...createInitialState(0).outcome,
    state: 'unknown',
    unknownBecause: 'connection-lost',
  },
  sends: [
    { date: 0, sentAt: 0, run: 0, isInTransit: false, result: 'unknown', code: null },
    { date: 12, sentAt: 2, run: 0, isInTransit: true, result: 'unknown', code: null },
  ],
};

interface PlantedPaymentFault extends PlantedFault<Decisions> {
  readonly dateError: number;
  /** Where the walk starts, if not at the first send. */
  readonly start?: Partial<PaymentState>;
}
const PLANTED_FAULTS: readonly PlantedPaymentFault[] = [
  {
    name: "the service's time is not consulted",
    dateError: 10,
    rule: 'called failed while it can still be performed',
    changes: {
      hasRequestExpired: (record, { uptime }, wait) =>
        REAL_DECISIONS.hasRequestExpired(
          record,
          { uptime, time: { kind: 'agreed', time: Number.MAX_SAFE_INTEGER } },
          wait,
        ),
    },
  },
  {
    name: "the first send's Date is used instead of the last's",
    dateError: 0,
    start: SENT_TWICE,
    rule: 'called failed while it can still be performed',
    changes: {
      hasRequestExpired: ({ sends }, start, wait) =>
        REAL_DECISIONS.hasRequestExpired({ sends: sends.slice(0, 1) }, start, wait),
      computeRequestExpiryUptime: ({ sends }, start) =>
        REAL_DECISIONS.computeRequestExpiryUptime({ sends: sends.slice(0, 1) }, start),
    },
  },
  {
    name: 'sending again is offered without an empty look-up',
    dateError: 0,
    rule: 'sent again without an empty look-up after the last send',
    changes: {
      canResend: (record, now) =>
        REAL_DECISIONS.canResend(
          {
            ...record,
            lastLookUp: {
              result: 'empty',
              serviceTime: '2030-01-01T00:00:00.000Z',
            } as unknown as typeof record.lastLookUp,
          },
          { ...now, isLookedUpAfterTimeout: true },
        ),
    },
  },
  {
    name: 'sending again is offered by the Date of a look-up alone',
    dateError: 0,
    rule: 'sent again without an empty look-up after the last send',
    changes: {
      canResend: (record, now) =>
        REAL_DECISIONS.canResend(record, { ...now, isLookedUpAfterTimeout: true }),
    },
  },
  {
    name: 'sending again is offered after the key has expired',
    dateError: 0,
    rule: 'performed twice',
    changes: {
      canResend: (record, now) =>
        REAL_DECISIONS.canResend(record, { ...now, estimatedServiceTime: 0 }),
    },
  },
  {
    name: 'an empty look-up is believed at once',
    dateError: 0,
    rule: 'called failed while it can still be performed',
    changes: { hasRequestExpired: () => true },
  },
  {
    name: 'a row counts as paid whatever its status says',
    dateError: 0,
    rule: 'called paid without proof',
    changes: {
      classifyLookUp: (record, lookUp, isOfOtherPayment) => {
        const [row] = lookUp.kind === 'found' ? lookUp.rows : [];
        return row === undefined
          ? REAL_DECISIONS.classifyLookUp(record, lookUp, isOfOtherPayment)
          : { kind: 'paid', transaction: row, rows: 1 };
      },
    },
  },
  {
    name: 'a second refusal is believed',
    dateError: 0,
    rule: 'called failed while it can still be performed',
    changes: {
      getOutcomeFromAnswer: (before, answer, facts, at) =>
        REAL_DECISIONS.getOutcomeFromAnswer(before, answer, { ...facts, wasSentBefore: false }, at),
    },
  },
  {
    name: 'no person can close a payment',
    dateError: 0,
    rule: 'neither time nor a person can end it',
    changes: { canCloseByHand: () => false },
  },
];

describe('planted faults', () => {
  it.each(PLANTED_FAULTS)('finds a trace if $name', ({ changes, dateError, rule, start }) => {
    const decisions = { ...REAL_DECISIONS, ...changes };
    const { violation } = walkPayments(decisions, dateError, MAX_TRACE_LENGTH, start);
    expect(violation?.rule, violation?.trace.join('\n')).toBe(rule);
  });
});
