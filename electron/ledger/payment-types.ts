import type {
  BillerKind,
  PaymentKind,
  ServiceVersion,
  UnknownReason,
} from '../../shared/contract/index.ts';
import type { Money } from '../../shared/money/index.ts';
import type { OUTCOME_STATES } from '../../shared/rules/index.ts';

/** A payment as stored in the ledger. Times are ISO 8601 in UTC, amounts `Money`. */

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
  /** The service's type of the biller's accounts; null for payments from before it was stored. */
  readonly billType: string | null;
  /** As sent to the service: without the literals of the biller's mask. */
  readonly accountNumber: string;
  /** With those literals, as screen and paper show it. */
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
  /** The supervisor who approved it, with the reason below; null if no approval was needed. */
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
  /** Hours within which the service fulfils or refunds it; null if it sent none. */
  readonly hoursToFulfill: number | null;
  /** The shop's earnings from it, in the shop's currency; null if the service sent none. */
  readonly earned: string | null;
  /** Exactly as received; when read from the ledger, only the part that is printed. */
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
  /** The service's own term. */
  readonly serviceStatus: string;
  readonly owedTo: 'customer' | 'shop';
  /** For a cash-out: its cash had been handed over by then. */
  readonly isHandedOver: boolean;
  /** In the shop's currency. */
  readonly amount: Money;
  readonly settled: {
    readonly how: (typeof SETTLEMENT_KINDS)[number];
    readonly at: string;
    /** The current names of the persons. */
    readonly by: string;
    readonly approvedBy: string | null;
    readonly reason: string | null;
  } | null;
}

export const SETTLEMENT_KINDS = ['handed-back', 'taken-in', 'decided'] as const;

/** The basket of a payment, its position in it (`number`), and the number of items (`of`). */
export interface BasketPlace {
  readonly id: string;
  readonly number: number;
  readonly of: number;
}

/** Money from the drawer for the customer. */
export interface HandOverRow {
  /** When a supervisor released it without the slip; null if none did. */
  readonly releasedAt: string | null;
  readonly handedAt: string | null;
}
