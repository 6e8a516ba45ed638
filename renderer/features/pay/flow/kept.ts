import type { Balance } from '../../../../shared/contract/index.ts';
import type { Draft, Flow } from './flow.ts';
import { amountStep, owesNothing } from './moves.ts';
import { prefilled } from './update-account.ts';

/** A bill that the shop keeps: its account and balance are known, and the amount is asked for. */
export function beginKept(draft: Draft, balance: Balance, locale: string): Flow {
  const { accountNumber, nameOnAccount } = balance;
  const kept: Draft = {
    ...draft,
    isKept: true,
    accountNumber,
    nameOnAccount: nameOnAccount ?? '',
    balance,
  };
  if (owesNothing(kept)) {
    return { asks: 0, at: { step: 'balance', draft: kept, asking: null, problem: null } };
  }
  return { asks: 0, at: amountStep({ ...kept, amountText: prefilled(kept, locale) }) };
}
