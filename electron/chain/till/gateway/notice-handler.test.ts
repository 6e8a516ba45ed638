import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { PaymentRefreshResult } from '../../../counter/payments/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { createWebhookNoticeHandler } from './notice-handler.ts';

const NOT_CONNECTED: Result<never> = fail({ kind: 'not-connected', reason: 'not-ready' });
let calls: string[];
let payment: Result<PaymentRefreshResult>;
let otherResult: Result<null>;
beforeEach(() => {
  calls = [];
  payment = ok({ kind: 'paid' });
  otherResult = ok(null);
});

const handleNotice = (kind: string, key: string): Promise<boolean> =>
  createWebhookNoticeHandler(
    {
      findPaymentId: ({ key: externalId }) => (externalId === 'ours' ? 'payment-1' : null),
      refreshPayment: async (id) => {
        calls.push(`payment ${id}`);
        return payment;
      },
      refreshRefund: async (id) => {
        calls.push(`refund ${id}`);
        return otherResult;
      },
      compareDay: async (second) => {
        calls.push(`compare ${second}`);
        return otherResult;
      },
      refreshBill: async (id) => {
        calls.push(`bill ${id}`);
        return otherResult;
      },
    },
    silentLog,
  )({ kind, key });

describe('webhook notice handling', () => {
  it('refreshes the refund of a paid payment', async () => {
    expect(await handleNotice('transaction', 'ours')).toBe(true);
    expect(calls).toEqual(['payment payment-1', 'refund payment-1']);
  });

  it('compares the day of a payment that was performed after all', async () => {
    payment = ok({ kind: 'performed-after-all', performedSecond: 1_795_000_000 });
    expect(await handleNotice('external-id', 'ours')).toBe(true);
    expect(calls).toEqual(['payment payment-1', 'compare 1795000000']);
  });

  it.each(['looked-up', 'not-made'] as const)(
    'completes a notice of a payment that is %s',
    async (kind) => {
      payment = ok({ kind });
      expect(await handleNotice('external-id', 'ours')).toBe(true);
      expect(calls).toEqual(['payment payment-1']);
    },
  );

  it('acknowledges a foreign or unknown webhook notice without calling the service', async () => {
    expect(await handleNotice('transaction', 'theirs')).toBe(true);
    expect(await handleNotice('weather', 'ours')).toBe(true);
    expect(calls).toEqual([]);
  });

  it('keeps a notice while the service cannot be reached', async () => {
    payment = NOT_CONNECTED;
    expect(await handleNotice('transaction', 'ours')).toBe(false);
    payment = ok({ kind: 'paid' });
    otherResult = NOT_CONNECTED;
    expect(await handleNotice('transaction', 'ours')).toBe(false);
    expect(await handleNotice('bill', '12')).toBe(false);
    payment = ok({ kind: 'performed-after-all', performedSecond: 1 });
    expect(await handleNotice('transaction', 'ours')).toBe(false);
  });
});
