import type { Balance } from '../../../../shared/contract/index.ts';
import { BALANCE_TTL_MS, isSameAccount } from '../../../../shared/rules/index.ts';
import { type Clock, createExpiringMap } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';

/** A balance that was consulted for a customer at the counter, cached while it may be used. */
export interface CachedBalance {
  readonly balance: Balance;
  readonly service: BillPaymentService;
  /**
   * The saved bill, or in version 3.3 the bill that the consultation created; null if there is
   * none.
   */
  readonly billId: string | null;
  readonly isSavedBill: boolean;
}

export interface BalanceCache {
  save(cached: CachedBalance): void;
  /**
   * Returns the balance if it is fresh, of this biller and account, and from this service client;
   * null otherwise.
   */
  findUsableBalance(
    id: string,
    query: {
      readonly billerId: number;
      readonly accountNumber: string;
      readonly service: BillPaymentService;
    },
  ): CachedBalance | null;
}

export function createBalanceCache(clock: Pick<Clock, 'now'>): BalanceCache {
  const balances = createExpiringMap<CachedBalance>(clock, BALANCE_TTL_MS);
  return {
    save: (cached) => balances.set(cached.balance.id, cached),
    findUsableBalance: (id, query) => {
      const cached = balances.get(id);
      if (!cached || cached.service !== query.service) return null;
      const { balance } = cached;
      const isMatch =
        balance.billerId === query.billerId &&
        isSameAccount(balance.accountNumber, query.accountNumber);
      return isMatch ? cached : null;
    },
  };
}
