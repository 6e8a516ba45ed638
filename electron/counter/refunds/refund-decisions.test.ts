import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../ledger/index.ts';
import {
  decideOnRow,
  findDecisionObstacle,
  findRowObstacle,
  findSettlementObstacle,
} from './refund-decisions.ts';

const GIVEN_BACK = { kind: 'given-back', status: 'refunded' } as const;
const createCancel = (state: string): Pick<PaymentRecord, 'newestCancel'> => ({
  newestCancel: { paymentId: 'cancel-1', state } as PaymentRecord['newestCancel'],
});

describe('the row of a paid payment', () => {
  it('records a refund only if the row says that the money was given back', () => {
    expect(decideOnRow({ newestCancel: null }, GIVEN_BACK)).toEqual({
      kind: 'record-refund',
      status: 'refunded',
    });
    for (const row of [
      { kind: 'given-back', status: null },
      { kind: 'stands', status: 'fulfilled' },
      { kind: 'undecided', status: 'timeout' },
      { kind: 'differs', status: 'refunded' },
    ] as const) {
      expect(decideOnRow({ newestCancel: null }, row)).toEqual({ kind: 'watch' });
    }
  });

  it.each([
    ['paid', 'cancelled'],
    ['by-hand-paid', 'cancelled'],
    ['intent', 'wait-for-cancel'],
    ['sent', 'wait-for-cancel'],
    ['unknown', 'wait-for-cancel'],
    ['unclear', 'wait-for-cancel'],
    ['rejected', 'record-refund'],
    ['not-performed', 'record-refund'],
    ['by-hand-not-paid', 'record-refund'],
  ])('takes a row that was given back with a cancel that is %s for: %s', (state, kind) => {
    expect(decideOnRow(createCancel(state), GIVEN_BACK).kind).toBe(kind);
  });
});

describe('the settlement of a refund', () => {
  const SETTLED = {} as never;
  const settle = (
    owedTo: 'customer' | 'shop',
    isHandedOver: boolean,
    settled: null | typeof SETTLED = null,
  ) => findSettlementObstacle({ owedTo, isHandedOver, settled });

  it('settles what is owed, once', () => {
    expect(findDecisionObstacle(null)).toBe('nothing-owed');
    expect(findDecisionObstacle({ settled: SETTLED })).toBe('settled');
    expect(findDecisionObstacle({ settled: null })).toBe(null);
    expect(findSettlementObstacle(null)).toBe('nothing-owed');
    expect(settle('customer', true, SETTLED)).toBe('settled');
    expect(settle('customer', true)).toBe(null);
  });

  it('takes in only cash that was handed over, and gives a customer money without that', () => {
    expect(settle('shop', false)).toBe('not-handed-over');
    expect(settle('shop', true)).toBe(null);
    expect(settle('customer', false)).toBe(null);
    expect(settle('shop', false, SETTLED)).toBe('settled');
  });

  it('settles by a row that was given back, or by a supervisor; never while the row stands', () => {
    for (const isApproved of [false, true]) {
      expect(findRowObstacle('stands', isApproved)).toBe('stands');
      expect(findRowObstacle('given-back', isApproved)).toBe(null);
      for (const rowKind of ['undecided', 'no-status', 'differs', 'not-there', null] as const)
        expect(findRowObstacle(rowKind, isApproved)).toBe(isApproved ? null : 'not-confirmed');
    }
  });
});
