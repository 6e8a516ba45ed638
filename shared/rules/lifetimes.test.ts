import { expect, it } from 'vitest';
import {
  BALANCE_LIFE,
  CERTAIN_AFTER,
  CERTAIN_AFTER_WAITING,
  KEY_LIFE,
  ORDER_LIFE,
  REQUEST_DEADLINE,
  SEND_AGAIN_WITHIN,
  SIGNATURE_LIFE,
  WALK_IN_BILL_LIFE,
} from './lifetimes.ts';

it('nothing is certain before the last signature has died and what it let in has ended', () => {
  expect(CERTAIN_AFTER).toBeGreaterThanOrEqual(SIGNATURE_LIFE + REQUEST_DEADLINE);
  expect(CERTAIN_AFTER_WAITING).toBeGreaterThan(CERTAIN_AFTER);
});

it('what is sent again arrives while its key is known', () => {
  expect(SEND_AGAIN_WITHIN + REQUEST_DEADLINE).toBeLessThanOrEqual(KEY_LIFE);
});

it('the bill of a look-up outlives every order that may still pay it', () => {
  expect(WALK_IN_BILL_LIFE).toBeGreaterThan(BALANCE_LIFE + ORDER_LIFE + REQUEST_DEADLINE);
});
