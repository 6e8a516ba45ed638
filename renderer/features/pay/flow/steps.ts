import type {
  Balance,
  Biller,
  Order,
  OrderWarning,
  Payment,
  PaymentKind,
  Problem,
  TopUpCheck,
} from '../../../../shared/contract/index.ts';
import type { AmountFault, Money } from '../../../../shared/money/index.ts';

/** What is sold, or handed out. */
export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/** What the cashier has typed and looked up so far. */
export interface Draft {
  readonly kind: SaleKind;
  readonly biller: Biller;
  /** Takes any amount whatever is owed, and is reconciled directly. */
  readonly isDrp: boolean;
  /** The number was read by a scanner: nobody has to type it twice. */
  readonly isScanned: boolean;
  /** A bill that the shop keeps: its account is not asked for. */
  readonly isKept: boolean;
  /** False once the biller has left the list while its form was open. */
  readonly isListed: boolean;
  readonly accountNumber: string;
  readonly nameOnAccount: string;
  readonly balance: Balance | null;
  readonly amountText: string;
}

export type WarningKind = OrderWarning['kind'];

export type Asking = number | null;

export interface AccountStep {
  readonly step: 'account';
  readonly draft: Draft;
  readonly field: 'account' | 'name';
  readonly asking: Asking;
  readonly problem: Problem | null;
}

/** A phone number is typed twice: money that went to a stranger does not come back. */
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
  readonly asking: Asking;
  readonly check: TopUpCheck | null;
  readonly problem: Problem | null;
}

/** The balance is being looked up, could not be, or leaves nothing to pay. */
export interface BalanceStep {
  readonly step: 'balance';
  readonly draft: Draft;
  readonly asking: Asking;
  readonly problem: Problem | null;
}

export interface AmountStep {
  readonly step: 'amount';
  readonly draft: Draft;
  readonly asking: Asking;
  readonly fault: AmountFault | null;
  readonly problem: Problem | null;
}

/** Warnings that the cashier has to decide on, one after the other. */
export interface DecideStep {
  readonly step: 'decide';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
}

export interface CashStep {
  readonly step: 'cash';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
  readonly text: string;
  readonly fault: AmountFault | 'too-little' | 'too-much' | null;
}

export interface ConfirmStep {
  readonly step: 'confirm';
  readonly draft: Draft;
  readonly order: Order;
  readonly decided: readonly WarningKind[];
  readonly text: string;
  /** Both null for a cash-out: there the money goes the other way. */
  readonly cash: Money | null;
  readonly change: Money | null;
  /** Main did not take the order: nothing was sent. */
  readonly problem: Problem | null;
}

/** F12 was pressed; main has not yet said that the intent is on disk. */
export interface PayingStep {
  readonly step: 'paying';
  readonly from: ConfirmStep;
  readonly asking: number;
}

/** What the cashier may ask of main about a payment that it holds. */
export type Wish = 'look-up' | 'send-again' | 'handed-over' | 'seen';

/** Main holds a payment. Sending, and every result. */
export interface PaymentStep {
  readonly step: 'payment';
  readonly payment: Payment;
  /** What was typed before, for the tape; null when the page found the payment in hand. */
  readonly draft: Draft | null;
  readonly busy: { readonly what: Wish; readonly asking: number } | null;
  /** What main could not do, and why. */
  readonly trouble: { readonly what: Wish; readonly problem: Problem } | null;
  /** Since when this state of the payment is on the screen, in the page's milliseconds. */
  readonly shownAt: number;
}

/** The flow is over: back to the search field. */
export interface EndedStep {
  readonly step: 'ended';
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

/** True once nothing about the payment can change by waiting. */
export function isFinal(payment: Pick<Payment, 'state'>): boolean {
  return payment.state !== 'sending' && !isOpen(payment);
}

/** It is not known what became of the payment. */
export function isOpen({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'unknown' || state === 'unclear';
}

/** The warning that waits for a decision, in the order in which main gave them. */
export function openWarning(step: DecideStep): OrderWarning | null {
  return step.order.warnings.find((warning) => !step.decided.includes(warning.kind)) ?? null;
}
