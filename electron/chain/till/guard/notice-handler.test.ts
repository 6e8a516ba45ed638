import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { PaymentRefreshResult } from '../../../counter/payments/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { createNoticeHandler } from './notice-handler.ts';

const AWAY: Result<never> = fail({ kind: 'not-connected', reason: 'not-ready' });
let said: string[];
let payment: Result<PaymentRefreshResult>;
let others: Result<null>;
beforeEach(() => {
  said = [];
  payment = ok({ kind: 'paid' });
  others = ok(null);
});

const hint = (kind: string, key: string): Promise<boolean> =>
  createNoticeHandler(
    {
      findPaymentId: ({ key: name }) => (name === 'ours' ? 'payment-1' : null),
      refreshPayment: async (id) => {
        said.push(`payment ${id}`);
        return payment;
      },
      refreshRefund: async (id) => {
        said.push(`refund ${id}`);
        return others;
      },
      compareDay: async (second) => {
        said.push(`compare ${second}`);
        return others;
      },
      refreshBill: async (id) => {
        said.push(`bill ${id}`);
        return others;
      },
    },
    silentLog,
  )({ kind, key });

describe('a hint', () => {
  it('of a paid payment is read as any refund is', async () => {
    expect(await hint('transaction', 'ours')).toBe(true);
    expect(said).toEqual(['payment payment-1', 'refund payment-1']);
  });

  it('of one that was performed after all has its day compared', async () => {
    payment = ok({ kind: 'performed-after-all', second: 1_795_000_000 });
    expect(await hint('external-id', 'ours')).toBe(true);
    expect(said).toEqual(['payment payment-1', 'compare 1795000000']);
  });

  it.each(['looked-up', 'not-made'] as const)('of one that is %s is done', async (kind) => {
    payment = ok({ kind });
    expect(await hint('external-id', 'ours')).toBe(true);
    expect(said).toEqual(['payment payment-1']);
  });

  it('acknowledges a foreign or unknown webhook notice without calling the service', async () => {
    expect(await hint('transaction', 'theirs')).toBe(true);
    expect(await hint('weather', 'ours')).toBe(true);
    expect(said).toEqual([]);
  });

  it('stays while the service cannot be asked', async () => {
    payment = AWAY;
    expect(await hint('transaction', 'ours')).toBe(false);
    payment = ok({ kind: 'paid' });
    others = AWAY;
    expect(await hint('transaction', 'ours')).toBe(false);
    expect(await hint('bill', '12')).toBe(false);
    payment = ok({ kind: 'performed-after-all', second: 1 });
    expect(await hint('transaction', 'ours')).toBe(false);
  });
});
