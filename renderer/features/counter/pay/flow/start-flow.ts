import type { Balance, BasketItem, Biller, Payment } from '../../../../../shared/contract/index.ts';
import { formatAmount } from '../../../../../shared/money/index.ts';
import type { Flow } from './flow.ts';
import { getHelpForItem, toRefusalProblem } from './refusal-help.ts';
import type { AccountStep, AmountStep, Draft, SaleKind } from './steps.ts';
import {
  createAccountStep,
  createAmountStep,
  createNameStep,
  isConsultRequired,
  isNothingOwed,
} from './transitions.ts';
import { formatPrefilledAmount } from './update-account.ts';

/** How a flow begins; by default it is a bill of a listed biller. */
export interface FlowStart {
  readonly isListed?: boolean;
  readonly kind?: SaleKind;
  readonly isDrp?: boolean;
  /** Scanned before the biller was chosen. */
  readonly accountNumber?: string | undefined;
  /** The account of a customer who comes back, with its name: neither is asked for. */
  readonly known?: { readonly accountNumber: string; readonly name: string | null };
}

export function createDraft(biller: Biller, beginning: FlowStart = {}): Draft {
  const { isListed = true, kind = 'bill', isDrp = false, accountNumber, known } = beginning;
  return {
    kind,
    biller,
    isDrp,
    isListed,
    isScanned: accountNumber !== undefined,
    isKnown: known !== undefined,
    isSavedBill: false,
    accountNumber: known?.accountNumber ?? accountNumber ?? '',
    nameOnAccount: known?.name ?? '',
    balance: null,
    amountText: '',
  };
}

/** A customer of this biller. */
export function startFlow(biller: Biller, beginning: FlowStart = {}): Flow {
  return {
    asks: 0,
    at: {
      step: 'account',
      draft: createDraft(biller, beginning),
      field: 'account',
      asking: null,
      problem: null,
    },
  };
}

/** Resumes a payment that main has in hand, at its present state. */
export function resumeFlow(payment: Payment, at: number): Flow {
  return {
    asks: 0,
    at: {
      step: 'payment',
      payment,
      draft: null,
      cashText: '',
      busy: null,
      trouble: null,
      shownAt: at,
    },
  };
}

/**
 * Begins with a bill that the shop keeps: its account and balance are known, so it asks for the
 * amount.
 */
export function startSavedBillFlow(draft: Draft, balance: Balance, locale: string): Flow {
  const { accountNumber, nameOnAccount } = balance;
  const kept: Draft = {
    ...draft,
    isSavedBill: true,
    accountNumber,
    nameOnAccount: nameOnAccount ?? '',
    balance,
  };
  if (isNothingOwed(kept)) {
    return { asks: 0, at: { step: 'balance', draft: kept, asking: null, problem: null } };
  }
  return {
    asks: 0,
    at: createAmountStep({ ...kept, amountText: formatPrefilledAmount(kept, locale) }),
  };
}

/**
 * Begins again with an item of a basket that came to nothing: everything is typed, and the step is
 * the one that its code points to. Whatever must be looked up is looked up anew.
 */
export function startRetryFlow(
  biller: Biller,
  item: BasketItem,
  more: Pick<FlowStart, 'isListed' | 'isDrp'> & { readonly locale: string },
): Flow {
  const { accountNumber, nameOnAccount, amount, kind } = item;
  const typed: Draft = {
    ...createDraft(biller, { ...more, kind }),
    accountNumber,
    nameOnAccount: nameOnAccount ?? '',
    amountText: formatAmount(amount, more.locale),
  };
  return { asks: 0, at: getFirstStep(typed, item) };
}

function getFirstStep(draft: Draft, item: BasketItem): AccountStep | AmountStep {
  const help = getHelpForItem(item);
  const problem =
    help.helps === 'correct' && item.payment !== null ? toRefusalProblem(item.payment) : null;
  if (help.helps === 'correct' && help.field === 'name') return createNameStep(draft);
  const isOfAccount = help.helps === 'correct' && help.field === 'account';
  return isOfAccount || isConsultRequired(draft)
    ? { ...createAccountStep(draft), problem }
    : { ...createAmountStep(draft), problem };
}
