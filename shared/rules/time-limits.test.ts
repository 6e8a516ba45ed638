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

it('nothing is certain before the last signature has died and what it let in has ended', () => {
  expect(NOT_PERFORMED_AFTER_MS).toBeGreaterThanOrEqual(SIGNATURE_TTL_MS + REQUEST_TIMEOUT_MS);
  expect(NOT_PERFORMED_AFTER_UPTIME_MS).toBeGreaterThan(NOT_PERFORMED_AFTER_MS);
});

it('a clock of the service counts until every payment that it may delay is certain', () => {
  expect(SERVICE_CLOCK_TTL_MS).toBeGreaterThan(NOT_PERFORMED_AFTER_UPTIME_MS);
});

it('the chain is asked for the hour before any request that could still be sent again', () => {
  expect(CHAIN_LOOKBACK_MS).toBeGreaterThan(RESEND_WINDOW_MS + SAME_AMOUNT_BLOCK_MS);
  expect(CHAIN_LOOKBACK_MS).toBeGreaterThanOrEqual(OTHER_PAYMENT_WINDOW_MS);
  // A chain's database that was made before tells no further back.
  expect(CHAIN_LOOKBACK_MS / 60_000).toBe(1500);
});

it('what is sent again arrives while its key is known', () => {
  expect(RESEND_WINDOW_MS + REQUEST_TIMEOUT_MS).toBeLessThanOrEqual(IDEMPOTENCY_KEY_TTL_MS);
});

it('the bill of a look-up outlives every order that may still pay it', () => {
  expect(WALK_IN_BILL_TTL_MS).toBeGreaterThan(BALANCE_TTL_MS + ORDER_TTL_MS + REQUEST_TIMEOUT_MS);
});
