import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { IS_FULL_RUN } from '../support/sampling.ts';
import {
  createStepLister,
  createViolationFinder,
  type Decisions,
  INITIAL_STATE,
  REAL_DECISIONS,
} from './money-back-model.ts';
import { recordWalkFigures } from './record-figures.ts';
import {
  FULL_WALK_TIMEOUT_MS,
  formatViolation,
  type PlantedFault,
  type WalkResult,
  walkStates,
} from './walk.ts';

/** The full run goes to the end. */
const MAX_DEPTH = IS_FULL_RUN ? Number.POSITIVE_INFINITY : 6;

function walkMoneyBack(
  decisions: Decisions,
  version: ServiceVersion,
  maxDepth: number,
): WalkResult {
  return walkStates(
    INITIAL_STATE,
    createStepLister(decisions, version),
    createViolationFinder(decisions),
    maxDepth,
  );
}

describe('walk of the money that goes back', () => {
  it.each(['v1.6', 'v3.mx'] as const)(
    'finds no violation in %s',
    { timeout: FULL_WALK_TIMEOUT_MS },
    (version) => {
      const result = walkMoneyBack(REAL_DECISIONS, version, MAX_DEPTH);
      recordWalkFigures(`money that goes back, ${version}`, result);
      expect(result.violation, formatViolation(result)).toBeNull();
    },
  );
});

const PLANTED_FAULTS: readonly PlantedFault<Decisions>[] = [
  {
    name: 'any row of the payment proves its cancel',
    rule: 'a cancel is called performed without proof',
    changes: {
      classifyCancelLookUp: (id, [row]) =>
        row
          ? { kind: 'paid', transaction: row, rows: 1 }
          : REAL_DECISIONS.classifyCancelLookUp(id, []),
    },
  },
  {
    name: 'a payment can be cancelled while a cancel is open',
    rule: 'a second cancel is sent while one is open',
    changes: {
      isCancellable: (record, clock) =>
        REAL_DECISIONS.isCancellable({ ...record, newestCancel: null }, clock),
    },
  },
  {
    name: 'a refund is recorded beside a cancel',
    rule: 'the customer got the money twice',
    changes: {
      decideOnRow: (_record, row) => REAL_DECISIONS.decideOnRow({ newestCancel: null }, row),
    },
  },
  {
    name: 'a refund can be settled twice',
    rule: 'the customer got the money twice',
    changes: {
      findSettlementObstacle: (refund) =>
        REAL_DECISIONS.findSettlementObstacle(refund && { ...refund, settled: null }),
    },
  },
  {
    name: 'a refund is handed back whatever its row says',
    rule: 'money handed back without a confirmed row',
    changes: { findRowObstacle: () => null },
  },
  {
    name: 'a refund by the service is not recorded',
    rule: 'money that is owed to the customer is forgotten',
    changes: { decideOnRow: () => ({ kind: 'watch' }) },
  },
  {
    name: 'a cancel counts as expired at once',
    rule: 'a cancel is called failed while it can still be performed',
    changes: { hasRequestExpired: () => true },
  },
  {
    name: 'a second refusal of a cancel is believed',
    rule: 'a cancel is called failed while it can still be performed',
    changes: {
      getOutcomeFromAnswer: (before, answer, facts, at) =>
        REAL_DECISIONS.getOutcomeFromAnswer(before, answer, { ...facts, wasSentBefore: false }, at),
    },
  },
  {
    name: 'no person can close a cancel',
    rule: 'neither time nor a person can end a cancel',
    changes: { canCloseByHand: () => false },
  },
];

describe('planted faults', () => {
  it.each(PLANTED_FAULTS)('finds a trace if $name', ({ changes, rule }) => {
    const { violation } = walkMoneyBack({ ...REAL_DECISIONS, ...changes }, 'v1.6', 7);
    expect(violation?.rule, violation?.trace.join('\n')).toBe(rule);
  });
});
