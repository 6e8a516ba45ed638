import { describe, expect, it } from 'vitest';
import { createMoney } from '../money/index.ts';
import {
  getMoneyStatus,
  getMoneyToGive,
  isOutcomeToConfirm,
  isOutcomeUnknown,
  isTicketTextMissing,
  OUTCOME_STATES,
  PAYMENT_STATES,
} from './index.ts';

const mxn = (amount: string) => createMoney(amount, 'MXN');

/** Where the customer's money is in each state of a payment. */
const MONEY_BY_STATE = [
  ['sending', 'unknown'],
  ['unknown', 'unknown'],
  ['unclear', 'unknown'],
  ['paid', 'paid'],
  ['rejected', 'refused'],
  ['not-performed', 'refused'],
  ['by-hand-paid', 'paid'],
  ['by-hand-not-paid', 'refused'],
] as const;

describe('the money of a payment', () => {
  it('knows where the money is in every state', () => {
    expect(MONEY_BY_STATE.map(([state]) => state).toSorted()).toEqual(PAYMENT_STATES.toSorted());
    expect(OUTCOME_STATES.filter((state) => !['intent', 'sent'].includes(state))).toEqual(
      PAYMENT_STATES.filter((state) => state !== 'sending'),
    );
  });

  it.each(MONEY_BY_STATE)('knows where the money is in the state %s: %s', (state, status) => {
    expect(getMoneyStatus({ state, isNotSent: false })).toBe(status);
  });

  it('leaves the money with the customer if nothing was sent', () => {
    expect(getMoneyStatus({ state: null, isNotSent: false })).toBe('notSent');
    expect(getMoneyStatus({ state: 'rejected', isNotSent: true })).toBe('notSent');
  });

  it.each(MONEY_BY_STATE)(
    'gives back after %s the change, all the cash or nothing',
    (state, status) => {
      const [cash, change] = [mxn('600'), mxn('51')];
      const expected = status === 'paid' ? change : status === 'refused' ? cash : null;
      expect(getMoneyToGive({ state, cash, change })).toEqual(expected);
    },
  );

  it('gives nothing back for exact cash, for no cash, and for a payment without cash of its own', () => {
    expect(getMoneyToGive({ state: 'paid', cash: mxn('549'), change: mxn('0') })).toBeNull();
    expect(getMoneyToGive({ state: 'paid', cash: mxn('549'), change: null })).toBeNull();
    expect(getMoneyToGive({ state: 'rejected', cash: mxn('0'), change: null })).toBeNull();
    expect(getMoneyToGive({ state: 'paid', cash: null, change: mxn('51') })).toBeNull();
    expect(getMoneyToGive({ state: 'rejected', cash: null, change: null })).toBeNull();
  });

  it('calls the outcome unknown only once the payment was sent', () => {
    expect(PAYMENT_STATES.filter((state) => isOutcomeUnknown({ state }))).toEqual([
      'unknown',
      'unclear',
    ]);
  });
});

it('misses the text only of a performed cash-out or gift card', () => {
  const isMissing = (kind: string, state: (typeof PAYMENT_STATES)[number], hasTicketText = false) =>
    isTicketTextMissing({ kind, state, hasTicketText });
  for (const kind of ['cash-out', 'gift-card']) {
    expect(PAYMENT_STATES.filter((state) => isMissing(kind, state))).toEqual([
      'paid',
      'by-hand-paid',
    ]);
    expect(isMissing(kind, 'paid', true)).toBe(false);
  }
  expect(isMissing('bill', 'paid')).toBe(false);
  expect(isMissing('top-up', 'by-hand-paid')).toBe(false);
});

it.each([
  ['none', false],
  ['paid', true],
  ['not-paid', true],
  ['no-code', false],
] as const)(
  'asks a person to confirm an outcome that arrived unseen: %s is %s',
  (toConfirm, isOpen) => {
    expect(isOutcomeToConfirm({ toConfirm })).toBe(isOpen);
  },
);
