import { describe, expect, it } from 'vitest';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import type { Intent, PaymentOutcome } from '../../../ledger/index.ts';
import { isPaid, listMissingPapers } from './missing-papers.ts';
import { createIntent, createOutcome } from './records.fixture.ts';

const PAID_STATES: readonly PaymentOutcome['state'][] = ['paid', 'by-hand-paid'];
const NOT_PERFORMED_STATES: readonly PaymentOutcome['state'][] = [
  'rejected',
  'not-performed',
  'by-hand-not-paid',
];

function list(
  kind: Intent['kind'],
  outcome: Partial<PaymentOutcome>,
  { queued = '', isShopCopyWanted = true } = {},
) {
  return listMissingPapers(
    { intent: createIntent({ kind }), outcome: createOutcome(outcome) },
    { isQueued: (paper) => paper === queued, isShopCopyWanted: () => isShopCopyWanted },
  );
}

describe('the papers that an outcome owes', () => {
  it.each(OUTCOME_STATES)('owes a receipt with its copy only if paid: %s', (state) => {
    const isStatePaid = PAID_STATES.includes(state);
    expect(isPaid({ state })).toBe(isStatePaid);
    expect(list('bill', { state })).toEqual(isStatePaid ? ['original', 'shop-copy'] : []);
  });

  it('omits a copy that the shop does not want, and each copy of a gift card', () => {
    expect(list('bill', { state: 'paid' }, { isShopCopyWanted: false })).toEqual(['original']);
    expect(list('gift-card', { state: 'paid' })).toEqual(['original']);
  });

  it('owes nothing of a paid payment whose receipt is queued', () => {
    expect(list('bill', { state: 'paid' }, { queued: 'original' })).toEqual([]);
    expect(list('bill', { state: 'paid' }, { queued: 'failed' })).toHaveLength(2);
  });

  it.each(OUTCOME_STATES.filter((state) => !PAID_STATES.includes(state)))(
    'owes the slip of a failed cash-out, and of a verbatim message, only if not performed: %s',
    (state) => {
      const expected = NOT_PERFORMED_STATES.includes(state) ? ['failed'] : [];
      expect(list('cash-out', { state })).toEqual(expected);
      expect(list('bill', { state, code: 'R126' })).toEqual(expected);
      expect(list('bill', { state, code: 'R2' })).toEqual([]);
    },
  );

  it('owes no second slip of a failed cash-out', () => {
    expect(list('cash-out', { state: 'rejected' }, { queued: 'failed' })).toEqual([]);
    expect(list('cash-out', { state: 'rejected' }, { queued: 'original' })).toEqual(['failed']);
  });
});
