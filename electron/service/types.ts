import type {
  Biller,
  BillerKind,
  Problem,
  Result,
  ServiceVersion,
} from '../../shared/contract/index.ts';
import type { Money } from '../../shared/money/index.ts';
import type { ServiceCapabilities } from '../../shared/rules/index.ts';

/**
 * The Bill Payment Service as the rest of main uses it: one interface for both generations and
 * every version. Amounts are `Money`; times are ISO 8601 in UTC as the service sent them. Reads
 * return a value or a `Problem`. Only `compose` and `send` move money; the answer of `send` states
 * how far the request got.
 */
export interface BillPaymentService {
  readonly version: ServiceVersion;
  readonly capabilities: ServiceCapabilities;

  readAccount(): Promise<Result<ServiceAccount>>;
  /**
   * Complete list of one kind. `onPage` gets the billers of each page while the service prepares
   * the next one; the list contains the same objects.
   */
  readBillers(
    kind: BillerKind,
    onPage?: (progress: ListReadProgress, billers: readonly Biller[]) => void,
  ): Promise<Result<Biller[]>>;
  /** Units per USD by currency code, exactly as sent. */
  readExchangeRates(): Promise<Result<Record<string, string>>>;
  /**
   * The amount that a walk-in customer owes. v1.6: /bill/consult; 3.mx and 3.co: /single/consult;
   * 3.3: POST /bills, whose `billId` must then be passed to the payment. With `needsBalance: false`
   * only that bill is wanted: it is not refreshed, and whether its balance is known does not matter.
   */
  consult(
    account: BillerAccount & { readonly needsBalance?: boolean },
  ): Promise<Result<ConsultResult> & WithFailedBill>;
  /** Top-up check; `not-offered` where `capabilities.topUpCheck` is false. */
  checkTopUp(account: BillerAccount, amount: Money): Promise<Result<TopUpCheckResult>>;

  /** One page of the saved bills, starting at 1; empty past the end. */
  listBills(page: number): Promise<Result<ServiceBillPage>>;
  getBill(billId: string): Promise<Result<ServiceBill>>;
  createBill(account: BillerAccount): Promise<Result<ServiceBill> & WithFailedBill>;
  /** The bill with its extra data, as plain JSON for display. */
  readExtraData(billId: string): Promise<Result<{ bill: ServiceBill; extra: unknown }>>;
  refreshBill(billId: string): Promise<Result<ServiceBill>>;
  /**
   * The current bill, to be paid: refreshed if its biller offers balances, and polled for some
   * seconds while the service is still fetching it.
   */
  readCurrentBill(billId: string): Promise<Result<ServiceBill>>;
  /** A second DELETE also returns `isGone: true`, because the bill no longer exists. */
  deleteBill(billId: string): Promise<Result<{ isGone: true; bill: ServiceBill | null }>>;

  /** Builds the exact request of a money movement. Pure: nothing is sent. */
  compose(operation: MoneyOperation): MoneyRequest;
  /**
   * The corrected time, which a request sent now would carry as its Date. Milliseconds since the
   * epoch.
   */
  getRequestDate(): number;
  /**
   * The service's time by the slowest of its clocks seen recently: `requestDate` or earlier.
   * Milliseconds since the epoch. Null until an answer had a Date.
   */
  getSlowestServiceTime(): number | null;
  /**
   * Sends a composed request once and never retries it. `requestDate` is the date recorded with the
   * intent: the request carries exactly this date.
   */
  send(
    request: MoneyRequest,
    options: { readonly idempotencyKey: string; readonly requestDate: number },
  ): Promise<MoneyAnswer>;
  /** Transactions with this external_id; see `TransactionLookUp`. Reads every page. */
  lookUp(externalId: string): Promise<TransactionLookUp>;
  /** One transaction by its id, to find out what a cancellation did. */
  lookUpTransaction(transactionId: string): Promise<TransactionLookUp>;
  /** One page of all transactions of the account, starting at 1; in any order. */
  listTransactions(page: number): Promise<Result<TransactionPage>>;

  /** The last known state of the service and of our clock; changes with every answer. */
  readonly health: ServiceHealth;
  onHealthChange(listener: (health: ServiceHealth) => void): () => void;
  /** Closes open connections. */
  close(): Promise<void>;
}

export interface ListReadProgress {
  readonly page: number;
  readonly totalPages: number | null;
  readonly entriesRead: number;
}

/** Times are corrected like `requestDate`. Milliseconds since the epoch. */
export interface ServiceHealth {
  readonly lastAnswerAt: number | null;
  readonly lastProblemAt: number | null;
  /** Null if the last request got a readable answer. */
  readonly problem: Problem | null;
  /**
   * After a 429: when the service accepts requests again, by the till's uptime, because a clock can
   * be set. Null after any other answer of the service.
   */
  readonly rateLimitedUntilUptime: number | null;
  /** The service's clock minus ours, in milliseconds. */
  readonly clockOffsetMs: number;
  /** When an answer had a Date that no other answer confirmed; null if none had. */
  readonly unconfirmedDateReceivedAt: number | null;
}

/** State before the first request. */
export const INITIAL_HEALTH: ServiceHealth = {
  lastAnswerAt: null,
  lastProblemAt: null,
  problem: null,
  rateLimitedUntilUptime: null,
  clockOffsetMs: 0,
  unconfirmedDateReceivedAt: null,
};

export interface ServiceAccount {
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

/**
 * Accompanies a problem: the bill that could not be linked, which the service keeps and lists as
 * failed.
 */
export interface WithFailedBill {
  readonly failedBill?: {
    readonly id: string;
    /** Whether the bill existed before this request (a shop may keep it); null if unknown. */
    readonly existedBefore: boolean | null;
  };
}

export interface ConsultResult {
  /** Its currency is empty if neither the answer nor the request states one. */
  readonly amount: Money | null;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
  readonly invoiceNumber: string | null;
  /** `payment_transaction_fee`: the customer's fee, in chain currency. */
  readonly fee: string | null;
  /** `bill_amount_chain_currency`, if given. */
  readonly amountInChainCurrency: string | null;
  /** Version 3.3: the bill that the consultation created. */
  readonly billId: string | null;
  /** Whether the bill existed before this consultation (a shop may keep it); null if unknown. */
  readonly billExistedBefore: boolean | null;
}

export interface TopUpCheckResult {
  readonly receivedAmount: string;
  readonly bonusAmount: string;
  readonly totalAmount: string | null;
  readonly currency: string;
  readonly promotions: readonly string[];
}

export interface ServiceBillPage {
  readonly bills: readonly ServiceBill[];
  readonly page: number;
  /** Null if the answer does not contain it. */
  readonly totalPages: number | null;
  readonly totalBills: number | null;
  readonly hasNext: boolean;
}

export interface TransactionPage {
  readonly page: number;
  readonly transactions: readonly ServiceTransaction[];
  /** Number of rows that could not be parsed as transactions. */
  readonly unreadableCount: number;
  /** Null if the answer does not contain them. */
  readonly totalPages: number | null;
  readonly totalEntries: number | null;
  /** Without pagination in the answer: whether this page had any row. */
  readonly hasNext: boolean;
}

export interface ServiceBill {
  readonly id: string;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly nameOnAccount: string | null;
  readonly dueDate: string | null;
  /** Its currency is empty if neither the answer nor the request states one. */
  readonly balance: Money | null;
  /** Null also if it cannot be parsed. */
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
      /** Version 3.3, and saved bills: /bills/{id}/pay. */
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

/** The request exactly as it is sent: stored with the intent, and resent unchanged. */
export interface MoneyRequest {
  readonly method: 'POST';
  /** Path and query exactly as on the wire. */
  readonly target: string;
  /** The exact body; its UTF-8 bytes are signed and sent. */
  readonly body: string;
}

export interface ServiceTransaction {
  readonly id: string;
  readonly externalId: string | null;
  readonly billerId: number | null;
  readonly accountNumber: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601 in UTC; null if the service sent no time that can be parsed. */
  readonly createdAt: string | null;
  readonly status: string | null;
  /** Exactly as received; null if it was missing or null. */
  readonly ticketText: string | null;
  readonly fee: string | null;
  /** `chain_earned` of version 1.6: the shop's earning from this transaction, in chain currency. */
  readonly earned: string | null;
  readonly hoursToFulfill: number | null;
}

/** Why the outcome is unknown. */
export type UnknownAnswerReason =
  | 'timed-out'
  | 'connection-lost'
  | 'server-error'
  | 'unreadable-answer';

/** How far a money movement got. `httpStatus` is null if no answer was received. */
export type MoneyAnswer =
  /** No byte was sent: the money movement certainly failed. */
  | { readonly kind: 'not-sent'; readonly problem: Problem }
  /**
   * 2xx with a transaction, whose status must still be judged. For a cancel, `transaction` is null if
   * the answer confirms it.
   */
  | {
      readonly kind: 'done';
      readonly httpStatus: number;
      readonly transaction: ServiceTransaction | null;
      readonly raw: string;
    }
  /** The service refused. `code` may be null (401, 404, 429) or unknown to us. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code: string | null;
      readonly message: string | null;
      readonly raw: string;
      readonly retryAfterSeconds: number | null;
      /**
       * Milliseconds from the request's Date, moved forward by the time that the request took, to
       * the answer's Date; null if the answer had no Date.
       */
      readonly dateDifferenceMs: number | null;
      /** Whether machines of the service that answered recently disagree about the time. */
      readonly isTimeDisputed: boolean;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: UnknownAnswerReason;
      readonly httpStatus: number | null;
      readonly raw: string | null;
    };

/** The service's time at the moment of the request. Milliseconds since the epoch. */
export type ServiceTimeReading =
  /** By the slowest of the clocks that more than one recent answer confirmed. */
  | { readonly kind: 'agreed'; readonly time: number }
  /**
   * The answer has no Date: the time comes from earlier answers, or from our clock if none had a
   * Date.
   */
  | { readonly kind: 'no-date'; readonly time: number }
  /** No other answer confirms its Date: it proves nothing. */
  | { readonly kind: 'disputed' };

/** What a look-up proves. */
export type TransactionLookUp =
  | {
      readonly kind: 'found';
      readonly rows: readonly ServiceTransaction[];
      readonly time: ServiceTimeReading;
    }
  /** Read to the end; the list was empty, or every row had another external_id. */
  | { readonly kind: 'empty'; readonly time: ServiceTimeReading }
  /**
   * Read to the end; no row has our external_id, and these rows have none. `isFilterIgnored`: the list
   * contains transactions of others.
   */
  | {
      readonly kind: 'without-id';
      readonly rows: readonly ServiceTransaction[];
      readonly isFilterIgnored: boolean;
      readonly time: ServiceTimeReading;
    }
  /** A row could not be read, or the list could not be read to its end. */
  | { readonly kind: 'unclear'; readonly reason: string; readonly time: ServiceTimeReading }
  | { readonly kind: 'failed'; readonly problem: Problem };
