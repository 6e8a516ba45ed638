import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../../shared/contract/index.ts';
import { createMoney } from '../../../../shared/money/index.ts';
import { createOutcome } from '../outcome/records.fixture.ts';
import {
  decideConfirmation,
  isDrawerOpenedByConfirmation,
  isSeenOnLeaving,
} from './confirmation-decisions.ts';

const PAID = createOutcome({ state: 'paid' });
const OPEN = createOutcome({ state: 'unknown' });
const CASH = createMoney('600', 'MXN');
const CHANGE = createMoney('51', 'MXN');

describe('a payment that its cashier leaves', () => {
  it('takes a left payment for seen only in the state that the screen showed', () => {
    expect(isSeenOnLeaving(PAID, 'paid', 'paid')).toBe(true);
    expect(isSeenOnLeaving(PAID, 'paid', 'unknown')).toBe(false);
  });

  it('takes a left payment for seen while its outcome is open', () => {
    expect(isSeenOnLeaving(OPEN, 'unclear', 'unknown')).toBe(true);
  });

  it('keeps a left payment in hand while it is being sent', () => {
    const sent = createOutcome({ state: 'sent' });
    expect(isSeenOnLeaving(sent, 'sending', 'sending')).toBe(false);
    expect(isSeenOnLeaving(PAID, 'sending', 'sending')).toBe(false);
  });
});

describe('a confirmed outcome', () => {
  const decide = (changes: Partial<Payment>, outcome = PAID) =>
    decideConfirmation(outcome, {
      kind: 'bill',
      toConfirm: 'paid',
      handOver: 'none',
      ...changes,
    } as Payment);

  it('confirms nothing before the outcome is certain, and nothing twice', () => {
    expect(decide({}, OPEN)).toBe('not-certain');
    expect(decide({ toConfirm: 'none' })).toBe('nothing');
  });

  it('hands over the money of a cancel, and that of a cash-out by its own key', () => {
    expect(decide({ kind: 'cancel', handOver: 'now' })).toBe('hand-over');
    expect(decide({ kind: 'cancel', handOver: 'done' })).toBe('see-outcome');
    expect(decide({ kind: 'cash-out', handOver: 'now' })).toBe('see-outcome');
  });

  it('closes a missing code apart from the outcome', () => {
    expect(decide({ toConfirm: 'no-code' })).toBe('close-code');
    expect(decide({ toConfirm: 'not-paid' })).toBe('see-outcome');
  });
});

describe('the drawer of a confirmed outcome', () => {
  const isOpened = (changes: Partial<Payment>, isPaperQueued: boolean) =>
    isDrawerOpenedByConfirmation(
      { toConfirm: 'paid', state: 'paid', cash: CASH, change: CHANGE, ...changes },
      isPaperQueued,
    );

  it('opens the drawer for change once: by the receipt if one was queued', () => {
    expect(isOpened({}, false)).toBe(true);
    expect(isOpened({}, true)).toBe(false);
  });

  it('opens the drawer for the cash of a payment that was not made, also beside its slip', () => {
    expect(isOpened({ toConfirm: 'not-paid', state: 'rejected' }, true)).toBe(true);
    expect(isOpened({ toConfirm: 'not-paid', state: 'rejected' }, false)).toBe(true);
  });

  it('keeps the drawer shut if no cash goes out', () => {
    expect(isOpened({ change: null }, false)).toBe(false);
    expect(isOpened({ cash: null }, false)).toBe(false);
  });
});
