import { describe, expect, it } from 'vitest';
import { recordWalkFigures } from './record-figures.ts';
import {
  createStepLister,
  createViolationFinder,
  type Decisions,
  INITIAL_STATE,
  REAL_DECISIONS,
  type ResultKind,
} from './result-model.ts';
import { formatViolation, type PlantedFault, type WalkResult, walkStates } from './walk.ts';

function walkResult(decisions: Decisions, kind: ResultKind): WalkResult {
  return walkStates(
    INITIAL_STATE,
    createStepLister(decisions, kind),
    createViolationFinder(decisions, kind),
    Number.POSITIVE_INFINITY,
  );
}

describe('walk of a result', () => {
  it.each(['bill', 'gift-card', 'cash-out'] as const)('finds no violation for a %s', (kind) => {
    const result = walkResult(REAL_DECISIONS, kind);
    recordWalkFigures(`result of a ${kind}`, result);
    expect(result.violation, formatViolation(result)).toBeNull();
  });
});

const PLANTED_FAULTS: readonly PlantedFault<Decisions>[] = [
  {
    name: 'cash is handed out on a slip without the text',
    rule: 'cash is handed out without a printed text or a release',
    changes: {
      getHandOver: (record, state, paper) =>
        REAL_DECISIONS.getHandOver(
          { ...record, outcome: { ...record.outcome, ticketText: 'any' } },
          state,
          paper,
        ),
    },
  },
  {
    name: 'cash that was handed out can be handed out again',
    rule: 'cash changes hands twice',
    changes: {
      getHandOver: (record, state, paper) =>
        REAL_DECISIONS.getHandOver({ ...record, handOver: null }, state, paper),
    },
  },
  {
    name: 'cash is taken in that was not handed out',
    rule: 'cash is taken in that was not handed out',
    changes: {
      findSettlementObstacle: (refund) =>
        REAL_DECISIONS.findSettlementObstacle(refund && { ...refund, isHandedOver: true }),
    },
  },
  {
    name: 'a paper is queued at each occasion',
    rule: 'a paper or pulse is queued twice',
    changes: {
      listMissingPapers: (record, facts) =>
        REAL_DECISIONS.listMissingPapers(record, { ...facts, isQueued: () => false }),
    },
  },
  {
    name: 'an outcome is not announced',
    rule: 'an outcome is forgotten',
    changes: { getToConfirm: () => 'none' },
  },
  {
    name: 'an outcome that arrives while the cashier leaves counts as seen',
    rule: 'an outcome counts as seen that nobody saw',
    changes: { isSeenOnLeaving: () => true },
  },
  {
    name: 'an empty look-up proves a refusal that it contradicts',
    rule: 'called failed although it is or can be performed',
    changes: {
      getOutcomeFromLookUpFinding: (outcome, finding, facts, at) =>
        REAL_DECISIONS.getOutcomeFromLookUpFinding(
          outcome,
          finding,
          { ...facts, haveAllRequestsExpired: true },
          at,
        ),
    },
  },
  {
    name: 'a refund of a cash-out is not recorded',
    rule: 'a refund is forgotten',
    changes: { decideOnRow: () => ({ kind: 'watch' }) },
  },
];

describe('planted faults', () => {
  it.each(PLANTED_FAULTS)('finds a trace if $name', ({ changes, rule }) => {
    const { violation } = walkResult({ ...REAL_DECISIONS, ...changes }, 'cash-out');
    expect(violation?.rule, violation?.trace.join('\n')).toBe(rule);
  });
});
