import type {
  Balance,
  Order,
  Payment,
  Problem,
  Result,
  TopUpCheck,
} from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import type { SaleKind, Step, WarningKind } from './steps.ts';

/**
 * The flow of one payment as data: where the cashier stands, what may happen, and what it makes the
 * till do. `update.ts` holds the rules; `flow-store.ts` carries the effects to main. A step that
 * waits for main holds the number of its question in `asking`, and an answer to any other number is
 * ignored.
 */
export interface Flow {
  /** Counts questions to main, so that a late answer is told from the awaited one. */
  readonly asks: number;
  readonly at: Step;
}

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
