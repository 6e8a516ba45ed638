import type {
  BillerKind,
  PaymentKind,
  ServiceVersion,
  UnknownReason,
} from '../../shared/contract/index.ts';
import type { Money } from '../../shared/money/index.ts';
import type { OUTCOME_STATES } from '../../shared/rules/index.ts';

/** A payment as the ledger keeps it. Times are ISO 8601 in UTC, amounts `Money`. */

export interface Intent {
  readonly id: string;
  readonly orderId: string;
  readonly kind: PaymentKind;
  readonly createdAt: string;
  readonly version: ServiceVersion;
  readonly externalId: string;
  readonly idempotencyKey: string;
  readonly target: string;
  /** The exact bytes of the request. */
  readonly body: Uint8Array;
  readonly billerId: number;
  readonly billerName: string;
  readonly billerKind: BillerKind;
  /** What its accounts are, in the service's words; null if it was paid before that was kept. */
  readonly billType: string | null;
  /** As it went to the service: without the literals of the biller's mask. */
  readonly accountNumber: string;
  /** With them, as screen and paper show it. */
  readonly accountShown: string;
  readonly nameOnAccount: string | null;
  readonly billId: string | null;
  readonly amount: Money;
  /** In the shop's currency, like `due`, `cash` and `change`. */
  readonly fee: Money | null;
  readonly due: Money;
  readonly cash: Money | null;
  readonly change: Money | null;
  /** JSON of the order's rate; null if both currencies are the same. */
  readonly rate: string | null;
  readonly cashierId: string;
  readonly cashierName: string;
  readonly posNumber: string;
  readonly shiftId: string;
  readonly isDrp: boolean;
  readonly cancelledPaymentId: string | null;
  /** The supervisor who allowed it, and why; null if nobody had to. */
  readonly approvedBy: string | null;
  readonly reason: string | null;
}

export type OutcomeState = (typeof OUTCOME_STATES)[number];

export const RESOLVED_BY = [
  'answer',
  'look-up',
  'never-sent',
  'signature-died',
  'by-hand',
] as const;
export type ResolvedBy = (typeof RESOLVED_BY)[number];

export interface PaymentOutcome {
  readonly state: OutcomeState;
  readonly resolvedAt: string | null;
  readonly resolvedBy: ResolvedBy | null;
  readonly authorization: string | null;
  readonly transactionCreatedAt: string | null;
  readonly serviceStatus: string | null;
  /** Within so many hours the service fulfils it or gives it back; null if it did not say. */
  readonly hoursToFulfill: number | null;
  /** What the shop earns with it, in its currency; null if the service did not say. */
  readonly earned: string | null;
  /** Exactly as received; as read from the ledger, as far as it is printed. */
  readonly ticketText: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
  readonly unknownBecause: UnknownReason | null;
  /** Evidence that a send arrived, or that contradicts the look-ups; null if there is none. */
  readonly evidence: string | null;
  readonly nextLookUpAt: string | null;
  readonly seenAt: string | null;
}

export const SEND_RESULTS = ['not-sent', 'done', 'refused', 'unknown'] as const;
export type SendResult = (typeof SEND_RESULTS)[number];

export const LOOK_UP_RESULTS = ['found', 'empty', 'unclear', 'failed'] as const;
export type LookUpResult = (typeof LOOK_UP_RESULTS)[number];

/** What the service later did with a paid payment. */
export interface RefundRow {
  readonly foundAt: string;
  /** The service's own word. */
  readonly serviceStatus: string;
  readonly owedTo: 'customer' | 'shop';
  /** Of a cash-out: its cash had been handed over by then. */
  readonly isHandedOver: boolean;
  /** In the shop's currency. */
  readonly amount: Money;
  readonly settled: {
    readonly how: (typeof SETTLEMENT_KINDS)[number];
    readonly at: string;
    /** By their names, as they are now. */
    readonly by: string;
    readonly approvedBy: string | null;
    readonly reason: string | null;
  } | null;
}

export const SETTLEMENT_KINDS = ['handed-back', 'taken-in', 'decided'] as const;

/** The basket that a payment is part of, its place in it, and of how many. */
export interface BasketPlace {
  readonly id: string;
  readonly number: number;
  readonly of: number;
}

/** Money that goes from the drawer to the customer. */
export interface HandOverRow {
  /** A supervisor allowed it without the slip. */
  readonly releasedAt: string | null;
  readonly handedAt: string | null;
}
