import { describe, expect, it } from 'vitest';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { isBeingCancelled, isCancellable } from './cancellable.ts';
import { createIntent, createOutcome, createRecord } from './records.fixture.ts';

const CLOCK = { now: Date.parse('2026-03-02T05:59:59Z'), timeZone: 'America/Mexico_City' };
const PAID = createOutcome({ state: 'paid', authorization: '48586', serviceStatus: 'fulfilled' });
const isAllowed = (changes: Partial<PaymentRecord>, clock = CLOCK) =>
  isCancellable(createRecord({ outcome: PAID, ...changes }), clock);

describe('a cancel', () => {
  it('allows a cancel until midnight in the shop’s time zone', () => {
    expect(isAllowed({})).toBe(true);
    expect(isAllowed({}, { ...CLOCK, now: CLOCK.now + 1_000 })).toBe(false);
    expect(isAllowed({}, { ...CLOCK, timeZone: 'UTC' })).toBe(false);
  });

  it.each([
    ['bill', true],
    ['top-up', true],
    ['gift-card', true],
    ['cash-out', false],
    ['cancel', false],
  ] as const)('allows a cancel of a %s: %s', (kind, isPossible) => {
    expect(isAllowed({ intent: createIntent({ kind }) })).toBe(isPossible);
  });

  it('allows a cancel only of a paid payment with an authorization that was not given back', () => {
    for (const changes of [
      { state: 'unknown' },
      { state: 'by-hand-paid' },
      { authorization: null },
      { serviceStatus: 'refunded' },
      { serviceStatus: 'reversed' },
    ] as const) {
      expect(isAllowed({ outcome: { ...PAID, ...changes } })).toBe(false);
    }
    expect(isAllowed({ refund: {} as PaymentRecord['refund'] })).toBe(false);
  });

  it('allows another cancel only after one that was refused or not performed', () => {
    const FAILED = ['rejected', 'not-performed', 'by-hand-not-paid'];
    for (const state of OUTCOME_STATES) {
      const newestCancel = { paymentId: 'cancel-1', state };
      const hasFailed = FAILED.includes(state);
      expect(isAllowed({ newestCancel })).toBe(hasFailed);
      expect(isBeingCancelled({ newestCancel })).toBe(!hasFailed);
    }
    expect(isBeingCancelled({ newestCancel: null })).toBe(false);
  });
});
