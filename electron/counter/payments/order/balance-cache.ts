import type { Balance } from '../../../../shared/contract/index.ts';
import { BALANCE_TTL_MS, isSameAccount } from '../../../../shared/rules/index.ts';
import { type Clock, createExpiringMap } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';

/** Balances consulted for the customers at the counter, kept for as long as they may be used. */
export interface CachedBalance {
  readonly balance: Balance;
  readonly service: BillPaymentService;
  /** Version 3.3: the bill that the consultation made. Or the one that the shop keeps. */
  readonly billId: string | null;
  readonly isKept: boolean;
}

export interface BalanceCache {
  save(kept: CachedBalance): void;
  /** Only a fresh one of this very biller and account, asked of the service in use. */
  findUsable(
    id: string,
    asked: {
      readonly billerId: number;
      readonly accountNumber: string;
      readonly service: BillPaymentService;
    },
  ): CachedBalance | null;
}

export function createBalanceCache(clock: Pick<Clock, 'now'>): BalanceCache {
  const fresh = createExpiringMap<CachedBalance>(clock, BALANCE_TTL_MS);
  return {
    save: (kept) => fresh.set(kept.balance.id, kept),
    findUsable: (id, asked) => {
      const kept = fresh.get(id);
      if (!kept || kept.service !== asked.service) return null;
      const { balance } = kept;
      const isThis =
        balance.billerId === asked.billerId &&
        isSameAccount(balance.accountNumber, asked.accountNumber);
      return isThis ? kept : null;
    },
  };
}
