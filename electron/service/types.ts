import type {
  Biller,
  BillerKind,
  Problem,
  Result,
  ServiceVersion,
} from '../../shared/contract/index.ts';
import type { Money } from '../../shared/money/index.ts';
import type { Capabilities } from '../../shared/rules/index.ts';

/**
 * The Bill Payment Service as the rest of main sees it: one interface over both generations and
 * every version. Amounts are `Money`; times are ISO 8601 in UTC as the service wrote them.
 * Reads return a value or a `Problem`. Money moves only through `compose` and `send`, whose
 * answer says how far the request came.
 */
export interface BillPaymentService {
  readonly version: ServiceVersion;
  readonly capabilities: Capabilities;

  account(): Promise<Result<Account>>;
  /**
   * Whole list of one kind. `onPage` gets the billers of each page while the service works on the
   * next one; the list holds the same objects.
   */
  billers(
    kind: BillerKind,
    onPage?: (progress: PageProgress, billers: readonly Biller[]) => void,
  ): Promise<Result<Biller[]>>;
  /** Units per USD by currency code, exactly as sent. */
  rates(): Promise<Result<Record<string, string>>>;
  /**
   * What a walk-in customer owes. v1.6: /bill/consult; 3.mx and 3.co: /single/consult; 3.3: POST
   * /bills, whose `billId` then goes into the payment.
   */
  consult(account: BillerAccount): Promise<Result<ConsultResult> & WithFailedBill>;
  /** Top-up check; `not-offered` where `capabilities.topUpCheck` is false. */
  check(account: BillerAccount, amount: Money): Promise<Result<TopUpCheckResult>>;

  /** One page of the bills that the shop keeps, 1 the first; past the end it is empty. */
  listBills(page: number): Promise<Result<BillPage>>;
  getBill(billId: string): Promise<Result<ServiceBill>>;
  createBill(account: BillerAccount): Promise<Result<ServiceBill> & WithFailedBill>;
  /** The bill with its extra data, as plain JSON for display. */
  extraData(billId: string): Promise<Result<{ bill: ServiceBill; extra: unknown }>>;
  refreshBill(billId: string): Promise<Result<ServiceBill>>;
  /**
   * The bill as it is now, for paying it: refreshed where its biller tells balances, and asked for
   * again for some seconds while the service is still fetching it.
   */
  readBillAnew(billId: string): Promise<Result<ServiceBill>>;
  /** A second DELETE also returns `isGone: true`, because the bill no longer exists. */
  deleteBill(billId: string): Promise<Result<{ isGone: true; bill: ServiceBill | null }>>;

  /** Builds the exact request of a money movement. Pure: nothing is sent. */
  compose(operation: MoneyOperation): MoneyRequest;
  /** The Date that a request would carry now: the corrected time. Milliseconds since the epoch. */
  requestDate(): number;
  /**
   * The time that has passed by every clock of the service that was seen lately: `requestDate` or
   * earlier. Null until an answer has told the time.
   */
  getSlowestServiceTime(): number | null;
  /**
   * Sends a composed request once; never repeats it. `requestDate` is what was recorded with
   * the intent: the request carries exactly it.
   */
  send(
    request: MoneyRequest,
    options: { readonly idempotencyKey: string; readonly requestDate: number },
  ): Promise<MoneyAnswer>;
  /** Transactions that carry this external_id; see `LookUp`. Reads every page that there is. */
  lookUp(externalId: string): Promise<LookUp>;
  /** One transaction by its id, for what a cancellation did. */
  lookUpTransaction(transactionId: string): Promise<LookUp>;
  /** One page of all transactions of the account, 1 the first; their order is not promised. */
  listTransactions(page: number): Promise<Result<TransactionPage>>;

  /** How the service and our clock were last seen; changes with every answer. */
  readonly health: ServiceHealth;
  onHealthChange(listener: (health: ServiceHealth) => void): () => void;
  /** Ends open connections. */
  close(): Promise<void>;
}

export interface PageProgress {
  readonly page: number;
  readonly totalPages: number | null;
  readonly entries: number;
}

/** Times are corrected ones, as `requestDate` is. Milliseconds since the epoch. */
export interface ServiceHealth {
  readonly lastAnswerAt: number | null;
  readonly lastTroubleAt: number | null;
  /** Null when the last request was answered in a way that can be read. */
  readonly trouble: Problem | null;
  /**
   * The service answered 429 and wants no requests until then; null if it does not.
   */
  readonly quietUntil: number | null;
  /** The service's clock minus ours, in milliseconds. */
  readonly clockOffset: number;
  /** When an answer carried a Date that no other bore out; null if none has. */
  readonly dateDisputedAt: number | null;
}

/** Before the first request. */
export const NOTHING_HEARD: ServiceHealth = {
  lastAnswerAt: null,
  lastTroubleAt: null,
  trouble: null,
  quietUntil: null,
  clockOffset: 0,
  dateDisputedAt: null,
};

export interface Account {
  readonly name: string;
  readonly balance: Money;
  readonly minimumBalance: Money | null;
}

export interface BillerAccount {
  readonly billerId: number;
  readonly accountNumber: string;
  /** Sent if the biller requires it. */
  readonly nameOnAccount: string | null;
  /** The biller's currency, for amounts that come without one. */
  readonly currency: string;
}

/** With a problem: the bill that could not be linked, which the service keeps and lists as failed. */
export interface WithFailedBill {
  readonly failedBill?: {
    readonly id: string;
    /** Before this request, so that somebody may keep it; null if that cannot be known. */
    readonly wasThere: boolean | null;
  };
}

export interface ConsultResult {
  readonly amount: Money | null;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
  readonly invoiceNumber: string | null;
  /** `payment_transaction_fee`: what the service names as the customer's fee, in chain currency. */
  readonly fee: string | null;
  /** `bill_amount_chain_currency`, if given. */
  readonly amountInChainCurrency: string | null;
  /** Version 3.3: the bill that the consultation created. */
  readonly billId: string | null;
  /** Before this consultation, so that somebody may keep it; null if that cannot be known. */
  readonly billWasThere: boolean | null;
}

export interface TopUpCheckResult {
  readonly received: string;
  readonly bonus: string;
  readonly total: string | null;
  readonly currency: string;
  readonly promotions: readonly string[];
}

export interface BillPage {
  readonly bills: readonly ServiceBill[];
  readonly page: number;
  /** Null if the service does not tell. */
  readonly totalPages: number | null;
  readonly totalBills: number | null;
  readonly hasNext: boolean;
}

export interface TransactionPage {
  readonly page: number;
  readonly transactions: readonly Transaction[];
  /** Rows that are no transactions that anybody could read. */
  readonly unreadable: number;
  /** Null if the service does not tell. */
  readonly totalPages: number | null;
  /** Where it does not tell: whether this one held anything. */
  readonly hasNext: boolean;
}

export interface ServiceBill {
  readonly id: string;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
  /** Null also if its currency is not known: it is never guessed. */
  readonly balance: Money | null;
  /** Null also if it cannot be read. */
  readonly balanceUpdatedAt: string | null;
  readonly status: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly hasExtraData: boolean;
}

export type MoneyOperation =
  | {
      readonly kind: 'pay';
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
      readonly externalId: string;
      readonly posNumber: string | null;
      /** Version 3.3, and bills that the shop keeps: /bills/{id}/pay. */
      readonly billId: string | null;
    }
  | {
      readonly kind: 'cash-out';
      readonly billerId: number;
      readonly accountNumber: string;
      readonly nameOnAccount: string | null;
      readonly amount: Money;
      readonly externalId: string;
      readonly posNumber: string;
      readonly cashierId: string;
    }
  | { readonly kind: 'cancel'; readonly transactionId: string };

/** The request as it is sent: stored with the intent, and sent again unchanged. */
export interface MoneyRequest {
  readonly method: 'POST';
  /** Path and query exactly as on the wire. */
  readonly target: string;
  /** The exact body; its UTF-8 bytes are signed and sent. */
  readonly body: string;
}

export interface Transaction {
  readonly id: string;
  readonly externalId: string | null;
  readonly billerId: number | null;
  readonly accountNumber: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601 in UTC; null if the service gave no time that can be read. */
  readonly createdAt: string | null;
  readonly status: string | null;
  /** Exactly as received; null if it was missing or null. */
  readonly ticketText: string | null;
  readonly fee: string | null;
  /** `chain_earned` of version 1.6: what the shop earns with it, in chain currency. */
  readonly earned: string | null;
  readonly hoursToFulfill: number | null;
}

/** Why nothing is known. */
export type UnknownAnswerReason =
  | 'timed-out'
  | 'connection-lost'
  | 'server-error'
  | 'unreadable-answer';

/** How far a money movement came. `httpStatus` is null if no answer came. */
export type MoneyAnswer =
  /** Nothing reached the wire: a failure, and certain. */
  | { readonly kind: 'not-sent'; readonly problem: Problem }
  /** 2xx with a transaction (or, for a cancel, its confirmation: `transaction` is null). */
  | {
      readonly kind: 'done';
      readonly httpStatus: number;
      readonly transaction: Transaction | null;
      readonly raw: string;
    }
  /** An answer of the service that says no. `code` may be null (401, 404, 429) or unknown. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code: string | null;
      readonly message: string | null;
      readonly raw: string;
      readonly retryAfterSeconds: number | null;
      /**
       * Milliseconds from the time that the request was stamped with to the answer's Date; null if
       * it had none.
       */
      readonly datesApart: number | null;
      /** Machines of the service that were heard lately disagree about the time. */
      readonly isTimeDisputed: boolean;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownAnswerReason;
      readonly httpStatus: number | null;
      readonly raw: string | null;
    };

/** The service's time at the moment when it was asked. Milliseconds since the epoch. */
export type ServiceTimeReading =
  /** By the slowest of the clocks that more than one answer has told lately. */
  | { readonly kind: 'agreed'; readonly time: number }
  /** The answer has no Date: by those before it, or by our own clock if none has told the time. */
  | { readonly kind: 'untold'; readonly time: number }
  /** No other answer bears its Date out: it proves nothing. */
  | { readonly kind: 'disputed' };

/** What a look-up proves. */
export type LookUp =
  | {
      readonly kind: 'found';
      readonly rows: readonly Transaction[];
      readonly time: ServiceTimeReading;
    }
  /** Read to the end; every row carried another external_id, or there was none. */
  | { readonly kind: 'empty'; readonly time: ServiceTimeReading }
  /** Rows without an external_id, or a list that could not be read to its end. */
  | { readonly kind: 'unclear'; readonly why: string; readonly time: ServiceTimeReading }
  | { readonly kind: 'failed'; readonly problem: Problem };
