import type {
  Balance,
  Biller,
  Order,
  OrderWarning,
  Payment,
  PaymentKind,
  Problem,
  ScannedBill,
  TopUpCheck,
} from '../../../../../shared/contract/index.ts';
import type { InvalidAmountReason, Money } from '../../../../../shared/money/index.ts';
import { type InvalidCashReason, isOutcomeUnknown } from '../../../../../shared/rules/index.ts';
import type { PaymentAction } from '../../payment-result/index.ts';

/** The kinds of payment that a flow can start. */
export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/** The data entered so far. */
export interface PaymentDraft {
  readonly kind: SaleKind;
  readonly biller: Biller;
  /** The biller accepts any amount, and is reconciled directly (DRP). */
  readonly isDrp: boolean;
  /** A scanner read the account number, so it need not be typed twice. */
  readonly isScanned: boolean;
  /** What the bar code of the bill says; null for a typed account. */
  readonly scannedBill: ScannedBill | null;
  /** A returning customer: this account was paid here before. */
  readonly isReturningCustomer: boolean;
  /** A saved bill: its account is not asked for. */
  readonly isSavedBill: boolean;
  /** False if the biller was removed from its list while the form was open. */
  readonly isListed: boolean;
  readonly accountNumber: string;
  readonly nameOnAccount: string;
  readonly balance: Balance | null;
  readonly amountText: string;
  /** What a top-up of the chosen amount delivers, if the service's version reports it. */
  readonly topUpCheck?: TopUpCheck;
  /** The customer's cash on the counter, once it was entered. */
  readonly cashOnCounter?: CashOnCounter;
}

export interface CashOnCounter {
  readonly cashText: string;
  /**
   * The cash of an attempt that was refused or not sent, which is not asked for again. Null if the
   * cashier went back from the cash, which is then asked for again.
   */
  readonly cash: Money | null;
  readonly due: Money;
}

export type WarningKind = OrderWarning['kind'];

export type PendingRequestNumber = number | null;

export interface AccountStep {
  readonly step: 'account';
  readonly draft: PaymentDraft;
  readonly field: 'account' | 'name';
  readonly pendingRequest: PendingRequestNumber;
  readonly problem: Problem | null;
}

/** A phone number is typed twice, because a top-up to a wrong phone is lost. */
export interface RepeatNumberStep {
  readonly step: 'repeat-number';
  readonly draft: PaymentDraft;
  readonly text: string;
  readonly isDifferent: boolean;
}

/** Shows what the top-up delivers, before it is paid. */
export interface TopUpCheckStep {
  readonly step: 'top-up-check';
  readonly draft: PaymentDraft;
  readonly amount: Money;
  readonly pendingRequest: PendingRequestNumber;
  readonly check: TopUpCheck | null;
  readonly problem: Problem | null;
}

/**
 * The balance is being requested, the request failed, or nothing is owed. If nothing is left to
 * decide, the order is then prepared from here.
 */
export interface BalanceStep {
  readonly step: 'balance';
  readonly draft: PaymentDraft;
  readonly pendingRequest: PendingRequestNumber;
  readonly problem: Problem | null;
}

/**
 * The bill and the service name different amounts. `pendingRequest`: the order is being prepared with
 * the service's amount.
 */
export interface AmountDifferenceStep {
  readonly step: 'amount-difference';
  /** With its balance and its scanned bill. */
  readonly draft: PaymentDraft;
  readonly pendingRequest: PendingRequestNumber;
}

export interface AmountStep {
  readonly step: 'amount';
  readonly draft: PaymentDraft;
  readonly pendingRequest: PendingRequestNumber;
  readonly invalidReason: InvalidAmountReason | null;
  readonly problem: Problem | null;
}

/** Warnings that the cashier decides one after the other. */
export interface WarningsStep {
  readonly step: 'warnings';
  readonly draft: PaymentDraft;
  readonly order: Order;
  readonly decidedWarnings: readonly WarningKind[];
}

export interface CashStep {
  readonly step: 'cash';
  readonly draft: PaymentDraft;
  readonly order: Order;
  readonly decidedWarnings: readonly WarningKind[];
  readonly cashText: string;
  readonly invalidReason: InvalidCashReason;
}

export interface ConfirmStep {
  readonly step: 'confirm';
  readonly draft: PaymentDraft;
  readonly order: Order;
  readonly decidedWarnings: readonly WarningKind[];
  readonly cashText: string;
  /** Both null for a cash-out, for which the customer gets the money. */
  readonly cash: Money | null;
  readonly change: Money | null;
  /** Why main refused the order; nothing was sent. */
  readonly problem: Problem | null;
}

/** F12 was pressed; main has not confirmed yet that the intent is on disk. */
export interface RecordingIntentStep {
  readonly step: 'recording-intent';
  readonly confirmStep: ConfirmStep;
  readonly isTakenOver?: boolean;
  readonly pendingRequest: number;
}

/** Main has the payment: it is being sent or has a result. */
export interface SentPaymentStep {
  readonly step: 'sent-payment';
  readonly payment: Payment;
  /** The entered data; null if the page resumed a payment in hand. */
  readonly draft: PaymentDraft | null;
  /** The cash as typed. */
  readonly cashText: string;
  /** True if another cashier sees the result. */
  readonly isTakenOver?: boolean;
  /**
   * The request that runs. `isNewAttempt`: once main has recorded that the result was seen, the same
   * customer tries again.
   */
  readonly pendingAction: {
    readonly what: PaymentAction;
    readonly pendingRequest: number;
    readonly isNewAttempt?: boolean;
  } | null;
  /** The failed request to main, and why it failed. */
  readonly failedAction: { readonly what: PaymentAction; readonly problem: Problem } | null;
  /** When this state of the payment appeared, in milliseconds of `performance.now()`. */
  readonly shownAtMs: number;
}

/** The flow has ended: the home screen opens. */
export interface EndedStep {
  readonly step: 'ended';
  /** The account number, if it belongs to another biller, which the home screen searches for. */
  readonly accountNumber?: string;
}

export type PayStep =
  | AccountStep
  | RepeatNumberStep
  | TopUpCheckStep
  | BalanceStep
  | AmountDifferenceStep
  | AmountStep
  | WarningsStep
  | CashStep
  | ConfirmStep
  | RecordingIntentStep
  | SentPaymentStep
  | EndedStep;

/** Whether the payment's state can no longer change by waiting. */
export function isPaymentFinal(payment: Pick<Payment, 'state'>): boolean {
  return payment.state !== 'sending' && !isOutcomeUnknown(payment);
}

/** Returns the first undecided warning, in main's order; null if all are decided. */
export function findUndecidedWarning(step: WarningsStep): OrderWarning | null {
  return (
    step.order.warnings.find((warning) => !step.decidedWarnings.includes(warning.kind)) ?? null
  );
}

/**
 * Whether the warning reports a possible duplicate payment. The cashier decides it by choosing,
 * never by a plain Enter.
 */
export function isPossibleDuplicate({ kind }: OrderWarning): boolean {
  return kind === 'looks-like-earlier' || kind === 'paid-elsewhere';
}

/** Whether a plain Enter accepts the warning. A short drawer needs a supervisor's approval. */
export function isAcceptedByEnter(warning: OrderWarning): boolean {
  return !isPossibleDuplicate(warning) && warning.kind !== 'drawer-short';
}
