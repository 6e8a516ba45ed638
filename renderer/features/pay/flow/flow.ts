import type {
  Balance,
  Biller,
  Order,
  OrderWarning,
  Payment,
  PaymentKind,
  Problem,
  Result,
  TopUpCheck,
} from '../../../../shared/contract/index.ts';
import type { AmountFault, Money } from '../../../../shared/money/index.ts';

/** What is sold, or handed out. */
export type SaleKind = Exclude<PaymentKind, 'cancel'>;

/**
 * The flow of one payment as data: where the cashier stands, what may happen, and what it makes the till do.
 * `update.ts` holds the rules; `flow-store.ts` carries the effects to main. A step that waits for
 * main holds the number of its question in `asking`, and an answer to any other number is ignored.
 */
export interface Flow {
  /** Counts questions to main, so that a late answer is told from the awaited one. */
  readonly asks: number;
  readonly at: Step;
}

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

export type FlowEvent =
  | {
      readonly type: 'key';
      readonly key: 'enter' | 'back' | 'pay';
      readonly isRepeat: boolean;
      readonly at: number;
    }
  | {
      readonly type: 'typed';
      readonly field: 'account' | 'name' | 'repeat' | 'amount' | 'cash';
      readonly text: string;
    }
  | { readonly type: 'focused'; readonly field: 'account' | 'name' }
  /** A scanner read the account. */
  | { readonly type: 'scanned'; readonly text: string }
  /** A button with an amount that the biller offers. */
  | { readonly type: 'amount-chosen'; readonly amount: Money }
  /** A button with a sum of cash. */
  | { readonly type: 'cash-chosen'; readonly cash: Money }
  /** The cashier's answer to the warning on the screen. */
  | { readonly type: 'decided'; readonly choice: 'go-on' | 'stop' }
  /** The cashier wishes to look the balance up, where it is optional. */
  | { readonly type: 'consult' }
  | { readonly type: 'look-up-now' }
  | { readonly type: 'send-again' }
  /** The money is with the customer: a key of its own, which no run of Enters presses. */
  | { readonly type: 'handed-over'; readonly at: number }
  /** The catalogue changed: whether the biller is still in it. */
  | { readonly type: 'listed'; readonly isListed: boolean }
  /** Another cashier has taken the customer over. */
  | { readonly type: 'taken-over' }
  /** A payment as main now knows it. */
  | { readonly type: 'payment'; readonly payment: Payment; readonly at: number }
  | {
      readonly type: 'checked';
      readonly ask: number;
      readonly result: Result<{ accountNumber: string }>;
    }
  | { readonly type: 'consulted'; readonly ask: number; readonly result: Result<Balance> }
  | { readonly type: 'top-up-checked'; readonly ask: number; readonly result: Result<TopUpCheck> }
  | { readonly type: 'prepared'; readonly ask: number; readonly result: Result<Order> }
  | {
      readonly type: 'pay-answered';
      readonly ask: number;
      readonly result: Result<Payment>;
      readonly at: number;
    }
  | {
      readonly type: 'asked-again';
      readonly ask: number;
      readonly result: Result<Payment>;
      readonly at: number;
    }
  | { readonly type: 'seen'; readonly ask: number; readonly problem: Problem | null };

export type FlowEffect =
  | {
      readonly kind: 'check';
      readonly ask: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
    }
  | {
      readonly kind: 'consult';
      readonly ask: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
    }
  | {
      readonly kind: 'check-top-up';
      readonly ask: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
    }
  | {
      readonly kind: 'prepare';
      readonly ask: number;
      readonly sale: SaleKind;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
      readonly balanceId: string | null;
    }
  | {
      readonly kind: 'pay';
      readonly ask: number;
      readonly orderId: string;
      readonly cash: Money | null;
      readonly acknowledged: readonly WarningKind[];
    }
  | { readonly kind: 'look-up-now'; readonly ask: number; readonly paymentId: string }
  | { readonly kind: 'send-again'; readonly ask: number; readonly paymentId: string }
  /** The cashier has handed the money over. */
  | { readonly kind: 'handed-over'; readonly ask: number; readonly paymentId: string }
  /** The result was seen: main lets go of it as "in hand". What is unresolved stays unresolved. */
  | { readonly kind: 'seen'; readonly ask: number; readonly paymentId: string };

/** How this till reads what people type. */
export interface FlowSettings {
  readonly locale: string;
  /** The service's version tells what a top-up brings. */
  readonly checksTopUps: boolean;
}

export interface Updated {
  readonly flow: Flow;
  readonly effect: FlowEffect | null;
}

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

/** True once nothing about the payment can change by waiting. */
export function isFinal(payment: Pick<Payment, 'state'>): boolean {
  return payment.state !== 'sending' && payment.state !== 'unknown' && payment.state !== 'unclear';
}

/** The warning that waits for a decision, in the order in which main gave them. */
export function openWarning(step: DecideStep): OrderWarning | null {
  return step.order.warnings.find((warning) => !step.decided.includes(warning.kind)) ?? null;
}
