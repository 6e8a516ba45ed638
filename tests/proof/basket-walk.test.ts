import { describe, expect, it } from 'vitest';
import {
  createStepLister,
  createViolationFinder,
  type Decisions,
  INITIAL_STATE,
  REAL_DECISIONS,
} from './basket-model.ts';
import { recordWalkFigures } from './record-figures.ts';
import { formatViolation, type PlantedFault, type WalkResult, walkStates } from './walk.ts';

function walkBasket(decisions: Decisions): WalkResult {
  return walkStates(
    INITIAL_STATE,
    createStepLister(decisions),
    createViolationFinder(decisions),
    Number.POSITIVE_INFINITY,
  );
}

describe('walk of a basket', () => {
  it('finds no violation', () => {
    const result = walkBasket(REAL_DECISIONS);
    recordWalkFigures('basket of three', result);
    expect(result.violation, formatViolation(result)).toBeNull();
  });
});

const PLANTED_FAULTS: readonly PlantedFault<Decisions>[] = [
  {
    name: 'the run goes on after an unknown outcome',
    rule: 'an item is sent that nobody asked for',
    changes: { getRunStop: () => null },
  },
  {
    name: 'the run begins with the first item again',
    rule: 'an item is sent twice',
    changes: { getNextItemNumber: () => 1 },
  },
  {
    name: 'the drawer opens while an item is open',
    rule: 'the drawer opens while an item is open',
    changes: { shouldOpenDrawer: ({ shares }) => shares !== null },
  },
  {
    name: 'an unknown item counts as refused in the sum to give back',
    rule: 'a sum to give back is shown while an item is open',
    changes: {
      computeBasketStatus: (facts, currency) =>
        REAL_DECISIONS.computeBasketStatus(
          {
            ...facts,
            items: facts.items.map((item) =>
              item.state === 'unknown' ? { ...item, state: 'rejected' as const } : item,
            ),
          },
          currency,
        ),
    },
  },
];

describe('planted faults', () => {
  it.each(PLANTED_FAULTS)('finds a trace if $name', ({ changes, rule }) => {
    const { violation } = walkBasket({ ...REAL_DECISIONS, ...changes });
    expect(violation?.rule, violation?.trace.join('\n')).toBe(rule);
  });
});
