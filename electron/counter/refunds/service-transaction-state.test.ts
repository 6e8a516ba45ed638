import { describe, expect, it } from 'vitest';
import type { ServiceTransaction } from '../../service/index.ts';
import {
  createIntent,
  createOutcome,
  createTransaction,
} from '../payments/outcome/records.fixture.ts';
import {
  classifyTransactionStatus,
  toServiceTransactionState,
} from './service-transaction-state.ts';

const PAYMENT = {
  intent: createIntent(),
  outcome: createOutcome({ state: 'paid', authorization: '48586' }),
};
const read = (...rows: readonly Partial<ServiceTransaction>[]) =>
  toServiceTransactionState(
    PAYMENT,
    rows.map((row) => createTransaction(row)),
  ).kind;

describe('the state of a paid payment by the rows of the service', () => {
  it.each([
    ['sent', 'stands'],
    ['fulfilled', 'stands'],
    ['refunded', 'given-back'],
    ['reversed', 'given-back'],
    ['crashed', 'given-back'],
    ['timeout', 'undecided'],
    ['something new', 'undecided'],
    [null, 'no-status'],
  ] as const)('takes the status %s for: %s', (status, kind) => {
    expect(classifyTransactionStatus(status)).toBe(kind);
    expect(read({ status })).toBe(kind);
  });

  it('returns the service’s own word', () => {
    const row = createTransaction({ status: 'Refunded' });
    expect(toServiceTransactionState(PAYMENT, [row])).toEqual({
      kind: 'given-back',
      status: 'Refunded',
    });
    expect(toServiceTransactionState(PAYMENT, [])).toEqual({ kind: 'not-there', status: null });
  });

  it('reads a row with our external_id, or without one and with our transaction’s id', () => {
    expect(read({ externalId: 'another', status: 'refunded' })).toBe('not-there');
    expect(read({ externalId: null, status: 'refunded' })).toBe('given-back');
    expect(read({ externalId: null, id: '1', status: 'refunded' })).toBe('not-there');
    expect(read({ id: '1', status: 'refunded' })).toBe('given-back');
  });

  it('reads only the row of our transaction if it is among them', () => {
    expect(read({ id: '1', status: 'fulfilled' }, { status: 'refunded' })).toBe('given-back');
    expect(read({ id: '1', status: 'refunded' }, { status: 'fulfilled' })).toBe('stands');
  });

  it('takes no refund from a row with another amount, nor while any row stands', () => {
    expect(read({ amount: '1.00', status: 'refunded' })).toBe('differs');
    expect(read({ status: 'refunded' }, { status: 'fulfilled' })).toBe('stands');
    expect(read({ status: 'refunded' }, { status: 'timeout' })).toBe('undecided');
    expect(read({ status: 'refunded' }, { status: null })).toBe('no-status');
    expect(read({ amount: '1.00' }, { status: 'refunded' })).toBe('given-back');
  });
});
