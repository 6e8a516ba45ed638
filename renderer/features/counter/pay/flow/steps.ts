import type {
  Balance,
  Biller,
  Order,
  OrderWarning,
  Payment,
  PaymentKind,
  Problem,
  TopUpCheck,
} from '../../../../../shared/contract/index.ts';
import type { InvalidAmountReason, Money } from '../../../../../shared/money/index.ts';

/** What is sold, or handed out. */
export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/** The answers so far. */
export interface Draft {
  readonly kind: SaleKind;
  readonly biller: Biller;
  /** The biller accepts any amount, and is reconciled directly. */
  readonly isDrp: boolean;
  /** A scanner read the number, so it need not be typed twice. */
  readonly isScanned: boolean;
  /** A customer who comes back: this account was paid here before. */
  readonly isKnown: boolean;
  /** A bill that the shop keeps: its account is not asked for. */
  readonly isSavedBill: boolean;
  /** False once the biller has left its list while the form was open. */
  readonly isListed: boolean;
  readonly accountNumber: string;
  readonly nameOnAccount: string;
  readonly balance: Balance | null;
  readonly amountText: string;
  /** What a top-up of the chosen amount brings, where the version tells. */
  readonly brings?: TopUpCheck;
  /** After a payment that was refused or not sent: the customer's cash is on the counter. */
  readonly tender?: CashOnCounter;
}

/** The cash of an attempt that came to nothing: it is not asked for again. */
export interface CashOnCounter {
  readonly text: string;
  readonly cash: Money | null;
  readonly due: Money;
}

export type WarningKind = OrderWarning['kind'];

export type PendingRequest = number | null;

export interface AccountStep {
  readonly step: 'account';
  readonly draft: Draft;
  readonly field: 'account' | 'name';
  readonly asking: PendingRequest;
  readonly problem: Problem | null;
}

/** A phone number is typed twice, because a top-up of a stranger's phone is lost. */
export interface RepeatStep {
  readonly step: 'repeat';
  readonly draft: Draft;
  readonly text: string;
  readonly isDifferent: boolean;
}

/** What the top-up brings, before it is paid. */
export interface CheckStep {
  readonly step: 'check';
  readonly draft: Draft;
  readonly amount: Money;
  readonly asking: PendingRequest;
  readonly check: TopUpCheck | null;
  readonly problem: Problem | null;
}

/** The balance is being asked for, could not be had, or leaves nothing to pay. */
export interface BalanceStep {
  readonly step: 'balance';
  readonly draft: Draft;
  readonly asking: PendingRequest;
  readonly problem: Problem | null;
}

export interface AmountStep {
  readonly step: 'amount';
  readonly draft: Draft;
  readonly asking: PendingRequest;
  readonly fault: InvalidAmountReason | null;
  readonly problem: Problem | null;
}

/** Warnings that the cashier decides on, one after the other. */
export interface DecideStep {
  readonly step: 'decide';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
}

export type InvalidCashReason = InvalidAmountReason | 'too-little' | 'too-much' | null;

export interface CashStep {
  readonly step: 'cash';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
  readonly text: string;
  readonly fault: InvalidCashReason;
}

export interface ConfirmStep {
  readonly step: 'confirm';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
  readonly text: string;
  /** Both null for a cash-out, in which the customer gets the money. */
  readonly cash: Money | null;
  readonly change: Money | null;
  /** Main refused the order: nothing was sent. */
  readonly problem: Problem | null;
}

/** F12 was pressed; main has not yet said that the intent is on disk. */
export interface PayingStep {
  readonly step: 'paying';
  readonly from: ConfirmStep;
  readonly isTakenOver?: boolean;
  readonly asking: number;
}

/** What the cashier may ask main to do with a payment. */
export type PaymentAction = 'look-up' | 'send-again' | 'handed-over' | 'seen';

/** Main has the payment: it is being sent, or has a result. */
export interface PaymentStep {
  readonly step: 'payment';
  readonly payment: Payment;
  /** The typed answers; null if the page found the payment in hand. */
  readonly draft: Draft | null;
  /** The cash as it was typed. */
  readonly cashText: string;
  /** Another cashier sees how it ended. */
  readonly isTakenOver?: boolean;
  /** `isAnew`: once main has noted that it was seen, the same customer tries again. */
  readonly busy: {
    readonly what: PaymentAction;
    readonly asking: number;
    readonly isAnew?: boolean;
  } | null;
  /** The failed request to main, and why it failed. */
  readonly trouble: { readonly what: PaymentAction; readonly problem: Problem } | null;
  /** When this state of the payment appeared, in the page's milliseconds. */
  readonly shownAt: number;
}

/** The flow has ended: back to the search field. */
export interface EndedStep {
  readonly step: 'ended';
  /** Its account belongs to another biller, which is searched for. */
  readonly accountNumber?: string;
}

export type Step =
  | AccountStep
  | RepeatStep
  | CheckStep
  | BalanceStep
  | AmountStep
  | DecideStep
  | CashStep
  | ConfirmStep
  | PayingStep
  | PaymentStep
  | EndedStep;

/** Whether waiting can no longer change anything about the payment. */
export function isFinal(payment: Pick<Payment, 'state'>): boolean {
  return payment.state !== 'sending' && !isOutcomeUnknown(payment);
}

/** Whether the outcome of the payment is not known. */
export function isOutcomeUnknown({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'unknown' || state === 'unclear';
}

/** The first undecided warning, in main's order. */
export function findUndecidedWarning(step: DecideStep): OrderWarning | null {
  return step.order.warnings.find((warning) => !step.decided.includes(warning.kind)) ?? null;
}

/** It may be the same payment again: decided by choosing, never by a plain Enter. */
export function isPossibleDuplicate({ kind }: OrderWarning): boolean {
  return kind === 'looks-like-earlier' || kind === 'paid-elsewhere';
}
