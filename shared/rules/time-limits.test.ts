import { expect, it } from 'vitest';
import * as limits from './time-limits.ts';
import {
  BALANCE_TTL_MS,
  CHAIN_LOOKBACK_MS,
  IDEMPOTENCY_KEY_TTL_MS,
  NOT_PERFORMED_AFTER_MS,
  NOT_PERFORMED_AFTER_UPTIME_MS,
  ORDER_TTL_MS,
  OTHER_PAYMENT_WINDOW_MS,
  REQUEST_TIMEOUT_MS,
  RESEND_WINDOW_MS,
  SAME_AMOUNT_BLOCK_MS,
  SERVICE_CLOCK_TTL_MS,
  SIGNATURE_TTL_MS,
  WALK_IN_BILL_TTL_MS,
} from './time-limits.ts';

it('treats a payment as not performed only after signature expiry plus request timeout', () => {
  expect(NOT_PERFORMED_AFTER_MS).toBeGreaterThanOrEqual(SIGNATURE_TTL_MS + REQUEST_TIMEOUT_MS);
  expect(NOT_PERFORMED_AFTER_UPTIME_MS).toBeGreaterThan(NOT_PERFORMED_AFTER_MS);
});

it('keeps a service clock longer than any payment waits to be certain', () => {
  expect(SERVICE_CLOCK_TTL_MS).toBeGreaterThan(NOT_PERFORMED_AFTER_UPTIME_MS);
});

it('looks back in the chain by the resend window plus the hour of R36', () => {
  expect(CHAIN_LOOKBACK_MS).toBeGreaterThan(RESEND_WINDOW_MS + SAME_AMOUNT_BLOCK_MS);
  expect(CHAIN_LOOKBACK_MS).toBeGreaterThanOrEqual(OTHER_PAYMENT_WINDOW_MS);
  // Existing chain databases return payments only up to this age.
  expect(CHAIN_LOOKBACK_MS / 60_000).toBe(1500);
});

it('allows resending only while the service remembers the idempotency key', () => {
  // The key may be as old before the first Date, and the last copy as late, as a signature is valid.
  expect(RESEND_WINDOW_MS + 2 * SIGNATURE_TTL_MS + REQUEST_TIMEOUT_MS).toBeLessThanOrEqual(
    IDEMPOTENCY_KEY_TTL_MS,
  );
});

it('keeps a walk-in bill longer than any order that may pay it', () => {
  expect(WALK_IN_BILL_TTL_MS).toBeGreaterThan(BALANCE_TTL_MS + ORDER_TTL_MS + REQUEST_TIMEOUT_MS);
});

it('has the limits of the interface, and its own, in seconds', () => {
  const MINUTE = 60;
  const DAY = 24 * 60 * MINUTE;
  const limitsInSeconds = Object.entries(limits)
    .filter(([name]) => name.endsWith('_MS'))
    .map(([name, value]) => [name, Number(value) / 1_000]);
  expect(Object.fromEntries(limitsInSeconds)).toEqual({
    REQUEST_TIMEOUT_MS: MINUTE,
    SIGNATURE_TTL_MS: 15 * MINUTE,
    NOT_PERFORMED_AFTER_MS: 16 * MINUTE,
    NOT_PERFORMED_AFTER_UPTIME_MS: 17 * MINUTE,
    SERVICE_CLOCK_TTL_MS: 20 * MINUTE,
    CLOSE_BY_HAND_AFTER_MS: 10 * MINUTE,
    IDEMPOTENCY_KEY_TTL_MS: DAY,
    RESEND_WINDOW_MS: DAY - 31 * MINUTE,
    SAME_AMOUNT_BLOCK_MS: 60 * MINUTE,
    IDENTICAL_PAYMENT_BLOCK_MS: 5 * MINUTE,
    OTHER_PAYMENT_WINDOW_MS: DAY,
    CHAIN_LOOKBACK_MS: DAY + 60 * MINUTE,
    CHAIN_BACKUP_LATE_AFTER_MS: 2 * DAY,
    BALANCE_TTL_MS: 15 * MINUTE,
    ORDER_TTL_MS: 15 * MINUTE,
    DRAWER_OPEN_WINDOW_MS: 15 * MINUTE,
    BASKET_CUSTOMER_TTL_MS: MINUTE,
    RESULT_IGNORES_KEYS_MS: 1,
    OWED_RESULT_IGNORES_KEYS_MS: 2.5,
    WALK_IN_BILL_TTL_MS: 45 * MINUTE,
    PRINTABLE_REPORT_TTL_MS: 30 * MINUTE,
    CUSTOMER_SCREEN_TTL_MS: 5 * MINUTE,
    TILL_SILENT_AFTER_MS: 15 * MINUTE,
    MAX_CLOCK_DIFFERENCE_MS: 2 * MINUTE,
  });
});

it.each([
  [0, 'production', 30],
  [1, 'production', 1],
  [30, 'production', 30],
  [31, 'production', 30],
  [-1, 'production', 30],
  [0, 'sandbox', 0],
  [31, 'training', 31],
])('locks after %s minutes in %s: after %s', (minutes, environment, effective) => {
  expect(limits.limitLockMinutes(minutes, environment)).toBe(effective);
  expect(limits.isLockDelayAllowed(minutes, environment)).toBe(minutes === effective);
});
