import { expect, it } from 'vitest';
import {
  getOwedRefundGroup,
  isPerformedStatus,
  isRefundedOrReversedStatus,
  parseTransactionStatus,
} from './transaction-status.ts';

/** The statuses of the interface: whether an answer with them confirms, and whether they give back. */
it.each([
  ['sent', 'sent', true, false],
  ['fulfilled', 'fulfilled', true, false],
  ['timeout', 'timeout', false, false],
  ['crashed', 'crashed', false, false],
  ['refunded', 'refunded', false, true],
  ['reversed', 'reversed', false, true],
  [' Fulfilled ', 'fulfilled', true, false],
  ['REVERSED', 'reversed', false, true],
  [null, 'none', true, false],
  ['', 'none', true, false],
  [' ', 'none', true, false],
  ['pending', 'unknown-word', false, false],
] as const)(
  'reads the status %j as %s: performed %s, given back %s',
  (text, status, isPerformed, isGivenBack) => {
    expect(parseTransactionStatus(text)).toBe(status);
    expect(isPerformedStatus(text)).toBe(isPerformed);
    expect(isRefundedOrReversedStatus(text)).toBe(isGivenBack);
  },
);

it.each([
  ['customer', true, 'customer'],
  ['customer', false, 'customer'],
  ['shop', true, 'shop'],
  ['shop', false, 'not-handed-over'],
] as const)('owes the refund to %s, handed over %s: %s', (owedTo, isHandedOver, group) => {
  expect(getOwedRefundGroup({ owedTo, isHandedOver })).toBe(group);
});
