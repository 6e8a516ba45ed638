import type {
  Balance,
  Order,
  Payment,
  Problem,
  Result,
  ScannedBill,
  TopUpCheck,
} from '../../../../../shared/contract/index.ts';
import type { Money } from '../../../../../shared/money/index.ts';
import type { PaymentDraft, PayStep, SaleKind, WarningKind } from './steps.ts';

/**
 * The flow of one payment as data: the cashier's step, the possible events, and the effects.
 * `update-flow.ts` has the rules; `flow-store.ts` sends the effects to main. A step that waits for
 * main keeps its request's number in `asking`, and ignores responses with another number.
 */
export interface PayFlow {
  /** Counts requests to main, so that a late response is not mistaken for the expected one. */
  readonly requestCount: number;
  readonly at: PayStep;
}

export type PayFlowEvent =
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
  /** A scanner read the account number, or the code of a bill that contains it. */
  | {
      readonly type: 'scanned';
      readonly text: string;
      readonly bill?: ScannedBill;
    }
  /** The cashier's decision between the amounts of the bill and of the service. */
  | { readonly type: 'amount-decided'; readonly choice: 'balance' | 'code' | 'stop' }
  /** The cashier pressed a button with an amount that the biller offers. */
  | { readonly type: 'amount-chosen'; readonly amount: Money }
  /** The cashier pressed a button with a sum of cash. */
  | { readonly type: 'cash-chosen'; readonly cash: Money }
  /** The cashier's decision about the displayed warning. */
  | { readonly type: 'decided'; readonly choice: 'go-on' | 'stop' }
  /** The cashier requests an optional balance. */
  | { readonly type: 'consult' }
  | { readonly type: 'look-up-now' }
  | { readonly type: 'send-again' }
  /** The customer has the money. This has a key of its own, which repeated Enters cannot press. */
  | { readonly type: 'handed-over'; readonly at: number }
  /** The money is handed over later: the result was seen, and nothing is recorded as handed over. */
  | { readonly type: 'hand-over-later'; readonly at: number }
  /** The catalogue changed: `isListed` is whether it still lists the biller. */
  | { readonly type: 'listed'; readonly isListed: boolean }
  /** Another cashier took over the customer. */
  | { readonly type: 'taken-over' }
  /** The latest state of a payment, from main. */
  | { readonly type: 'payment'; readonly payment: Payment; readonly at: number }
  | {
      readonly type: 'checked';
      readonly requestNumber: number;
      readonly result: Result<{ accountNumber: string }>;
    }
  | { readonly type: 'consulted'; readonly requestNumber: number; readonly result: Result<Balance> }
  | {
      readonly type: 'top-up-checked';
      readonly requestNumber: number;
      readonly result: Result<TopUpCheck>;
    }
  | { readonly type: 'prepared'; readonly requestNumber: number; readonly result: Result<Order> }
  | {
      readonly type: 'pay-answered';
      readonly requestNumber: number;
      readonly result: Result<Payment>;
      readonly at: number;
    }
  | {
      readonly type: 'asked-again';
      readonly requestNumber: number;
      readonly result: Result<Payment>;
      readonly at: number;
    }
  | { readonly type: 'seen'; readonly requestNumber: number; readonly problem: Problem | null };

export type PayFlowEffect =
  | {
      readonly kind: 'check';
      readonly requestNumber: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
    }
  | {
      readonly kind: 'consult';
      readonly requestNumber: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
    }
  | {
      readonly kind: 'check-top-up';
      readonly requestNumber: number;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
    }
  | {
      readonly kind: 'prepare';
      readonly requestNumber: number;
      readonly sale: SaleKind;
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
      readonly balanceId: string | null;
    }
  | {
      readonly kind: 'pay';
      readonly requestNumber: number;
      readonly orderId: string;
      readonly cash: Money | null;
      readonly acknowledged: readonly WarningKind[];
    }
  | { readonly kind: 'look-up-now'; readonly requestNumber: number; readonly paymentId: string }
  | { readonly kind: 'send-again'; readonly requestNumber: number; readonly paymentId: string }
  /** The cashier handed the money over. */
  | { readonly kind: 'handed-over'; readonly requestNumber: number; readonly paymentId: string }
  /** The result was seen: main no longer has it "in hand". Unresolved payments stay unresolved. */
  | {
      readonly kind: 'seen';
      readonly requestNumber: number;
      readonly paymentId: string;
      readonly state: Payment['state'];
    }
  /** What the customer gets is given; main prints the paper that waited for this. */
  | { readonly kind: 'confirm'; readonly requestNumber: number; readonly paymentId: string };

/** The till's settings that the reducer needs. */
export interface PayFlowSettings {
  readonly locale: string;
  /** The service's version can report what a top-up delivers. */
  readonly hasTopUpCheck: boolean;
  /** Whether the customer pays a fee in addition to the amount. By default there is none. */
  readonly hasFee?: (draft: PaymentDraft) => boolean;
  /** The payment is added to a basket, which asks for the cash. */
  readonly hasBasket?: boolean;
}

export interface PayFlowUpdate {
  readonly flow: PayFlow;
  readonly effect: PayFlowEffect | null;
}
