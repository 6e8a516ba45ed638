import type { Balance, Biller, Payment } from '../../../../shared/contract/index.ts';
import type { Flow } from './flow.ts';
import { amountStep, owesNothing } from './moves.ts';
import type { Draft, SaleKind } from './steps.ts';
import { prefilled } from './update-account.ts';

/** How a flow begins; what is left out is a bill of a biller that is listed. */
export interface Beginning {
  readonly isListed?: boolean;
  readonly kind?: SaleKind;
  readonly isDrp?: boolean;
  /** Scanned before the biller was chosen. */
  readonly accountNumber?: string | undefined;
}

export function newDraft(biller: Biller, beginning: Beginning = {}): Draft {
  const { isListed = true, kind = 'bill', isDrp = false, accountNumber } = beginning;
  return {
    kind,
    biller,
    isDrp,
    isListed,
    isScanned: accountNumber !== undefined,
    isKept: false,
    accountNumber: accountNumber ?? '',
    nameOnAccount: '',
    balance: null,
    amountText: '',
  };
}

/** A customer of this biller. */
export function beginFlow(biller: Biller, beginning: Beginning = {}): Flow {
  return {
    asks: 0,
    at: {
      step: 'account',
      draft: newDraft(biller, beginning),
      field: 'account',
      asking: null,
      problem: null,
    },
  };
}

/** The page found a payment in main's hand: it stands where the payment stands. */
export function resumeFlow(payment: Payment, at: number): Flow {
  return {
    asks: 0,
    at: { step: 'payment', payment, draft: null, busy: null, trouble: null, shownAt: at },
  };
}

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
