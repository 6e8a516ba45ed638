import { expect, it } from 'vitest';
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
  expect(RESEND_WINDOW_MS + REQUEST_TIMEOUT_MS).toBeLessThanOrEqual(IDEMPOTENCY_KEY_TTL_MS);
});

it('keeps a walk-in bill longer than any order that may pay it', () => {
  expect(WALK_IN_BILL_TTL_MS).toBeGreaterThan(BALANCE_TTL_MS + ORDER_TTL_MS + REQUEST_TIMEOUT_MS);
});
