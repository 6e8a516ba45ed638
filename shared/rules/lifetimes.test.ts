import { expect, it } from 'vitest';
import {
  BALANCE_LIFE,
  CERTAIN_AFTER,
  CERTAIN_AFTER_WAITING,
  CHAIN_LOOKED_BACK,
  KEY_LIFE,
  ORDER_LIFE,
  OTHER_PAYMENT_COUNTS,
  REQUEST_DEADLINE,
  SAME_AMOUNT_BLOCK,
  SEND_AGAIN_WITHIN,
  SERVICE_CLOCK_COUNTS,
  SIGNATURE_LIFE,
  WALK_IN_BILL_LIFE,
} from './lifetimes.ts';

it('nothing is certain before the last signature has died and what it let in has ended', () => {
  expect(CERTAIN_AFTER).toBeGreaterThanOrEqual(SIGNATURE_LIFE + REQUEST_DEADLINE);
  expect(CERTAIN_AFTER_WAITING).toBeGreaterThan(CERTAIN_AFTER);
});

it('a clock of the service counts until every payment that it may delay is certain', () => {
  expect(SERVICE_CLOCK_COUNTS).toBeGreaterThan(CERTAIN_AFTER_WAITING);
});

it('the chain is asked for the hour before any request that could still be sent again', () => {
  expect(CHAIN_LOOKED_BACK).toBeGreaterThan(SEND_AGAIN_WITHIN + SAME_AMOUNT_BLOCK);
  expect(CHAIN_LOOKED_BACK).toBeGreaterThanOrEqual(OTHER_PAYMENT_COUNTS);
  // A chain's database that was made before tells no further back.
  expect(CHAIN_LOOKED_BACK / 60_000).toBe(1500);
});

it('what is sent again arrives while its key is known', () => {
  expect(SEND_AGAIN_WITHIN + REQUEST_DEADLINE).toBeLessThanOrEqual(KEY_LIFE);
});

it('the bill of a look-up outlives every order that may still pay it', () => {
  expect(WALK_IN_BILL_LIFE).toBeGreaterThan(BALANCE_LIFE + ORDER_LIFE + REQUEST_DEADLINE);
});
