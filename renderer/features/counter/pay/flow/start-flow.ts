import type {
  Balance,
  BasketItem,
  Biller,
  Payment,
  ScannedBill,
} from '../../../../../shared/contract/index.ts';
import { formatAmount } from '../../../../../shared/money/index.ts';
import { getActionForItem } from '../../../../../shared/rules/index.ts';
import type { PayFlow } from './flow.ts';
import { toRefusalProblem } from './refusal-action.ts';
import type { AccountStep, AmountStep, PaymentDraft, SaleKind } from './steps.ts';
import {
  createAccountStep,
  createAmountStep,
  createNameStep,
  isConsultRequired,
  isNothingOwed,
} from './transitions.ts';
import { formatPrefilledAmount } from './update-account.ts';

/** The initial data of a flow; by default a bill of a listed biller. */
export interface PayFlowOptions {
  readonly isListed?: boolean;
  readonly kind?: SaleKind;
  readonly isDrp?: boolean;
  /** Scanned before the biller was chosen. */
  readonly accountNumber?: string | undefined;
  /** The bill whose code was scanned. */
  readonly scannedBill?: ScannedBill | undefined;
  /** The account and name of a returning customer, which are not asked for. */
  readonly knownAccount?: { readonly accountNumber: string; readonly name: string | null };
}

export function createPaymentDraft(biller: Biller, options: PayFlowOptions = {}): PaymentDraft {
  const { isListed = true, kind = 'bill', isDrp = false, accountNumber, knownAccount } = options;
  const { scannedBill = null } = options;
  return {
    kind,
    biller,
    isDrp,
    isListed,
    isScanned: accountNumber !== undefined || scannedBill !== null,
    scannedBill,
    isReturningCustomer: knownAccount !== undefined,
    isSavedBill: false,
    accountNumber: knownAccount?.accountNumber ?? scannedBill?.accountNumber ?? accountNumber ?? '',
    nameOnAccount: knownAccount?.name ?? '',
    balance: null,
    amountText: '',
  };
}

/** Starts the flow of a payment to this biller. */
export function startPayFlow(biller: Biller, options: PayFlowOptions = {}): PayFlow {
  return {
    requestCount: 0,
    at: {
      step: 'account',
      draft: createPaymentDraft(biller, options),
      field: 'account',
      pendingRequest: null,
      problem: null,
    },
  };
}

/** Resumes a payment that main has in hand, in its current state. */
export function resumePayFlow(payment: Payment, shownAtMs: number): PayFlow {
  return {
    requestCount: 0,
    at: {
      step: 'sent-payment',
      payment,
      draft: null,
      cashText: '',
      pendingAction: null,
      failedAction: null,
      shownAtMs: shownAtMs,
    },
  };
}

/** Starts with a saved bill: its account and balance are known, so the first step is the amount. */
export function startSavedBillFlow(draft: PaymentDraft, balance: Balance, locale: string): PayFlow {
  const { accountNumber, nameOnAccount } = balance;
  const savedDraft: PaymentDraft = {
    ...draft,
    isSavedBill: true,
    accountNumber,
    nameOnAccount: nameOnAccount ?? '',
    balance,
  };
  if (isNothingOwed(savedDraft)) {
    return {
      requestCount: 0,
      at: { step: 'balance', draft: savedDraft, pendingRequest: null, problem: null },
    };
  }
  return {
    requestCount: 0,
    at: createAmountStep({ ...savedDraft, amountText: formatPrefilledAmount(savedDraft, locale) }),
  };
}

/**
 * Starts a new attempt for a failed item of a basket: all data is filled in, and the first step is
 * the one that the refusal's code points to. Required look-ups are repeated.
 */
export function startRetryFlow(
  biller: Biller,
  item: BasketItem,
  options: Pick<PayFlowOptions, 'isListed' | 'isDrp'> & { readonly locale: string },
): PayFlow {
  const { accountNumber, nameOnAccount, amount, kind } = item;
  const draft: PaymentDraft = {
    ...createPaymentDraft(biller, { ...options, kind }),
    accountNumber,
    nameOnAccount: nameOnAccount ?? '',
    amountText: formatAmount(amount, options.locale),
  };
  return { requestCount: 0, at: getFirstStep(draft, item) };
}

function getFirstStep(draft: PaymentDraft, item: BasketItem): AccountStep | AmountStep {
  const refusalAction = getActionForItem(item);
  const problem =
    refusalAction.kind === 'correct' && item.payment !== null
      ? toRefusalProblem(item.payment)
      : null;
  if (refusalAction.kind === 'correct' && refusalAction.field === 'name')
    return createNameStep(draft);
  const isAccountWrong = refusalAction.kind === 'correct' && refusalAction.field === 'account';
  return isAccountWrong || isConsultRequired(draft)
    ? { ...createAccountStep(draft), problem }
    : { ...createAmountStep(draft), problem };
}
