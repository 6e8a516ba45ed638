import { expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import { createChainOtherTillPayments } from './other-till-payments.ts';

const ACCOUNT = { billerId: 40, accountNumber: '501000000007' };

it('connects again after an attempt to connect threw an error', async () => {
  const clock = createVirtualClock();
  let attempts = 0;
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: () => true,
    connect: async () => {
      attempts += 1;
      throw new Error('the client could not be loaded');
    },
    clock,
    log: silentLog,
  });
  expect(await otherTillPayments.listPaymentsOfLastDay(ACCOUNT)).toEqual([]);
  await clock.advance(60_000);
  expect(await otherTillPayments.listPaymentsOfLastDay(ACCOUNT)).toEqual([]);
  expect(attempts).toBe(2);
  await otherTillPayments.stop();
});
