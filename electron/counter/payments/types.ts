import type {
  Approval,
  Balance,
  Basket,
  Biller,
  Cashier,
  CustomerFee,
  Order,
  Payment,
  PaymentAtOtherTill,
  Permission,
  RateTable,
  Result,
  TopUpCheck,
  ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database, Intent, PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import type { Clock, CreateId, Log } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';

/**
 * Detects whether the cashier who pressed F12 is still signed in. Compared in the same synchronous
 * step that writes an intent.
 */
export interface CashierSession {
  /** The id of the current session, which ends with a lock, a sign-out or a sign-in. */
  getSessionId(): number;
  /** Returns the `session-changed` problem if `session` has ended; null otherwise. */
  rejectIfChanged(session: number): Result<never> | null;
}

/** The settings that payments use. They are read again at each use, because they can change. */
export interface PaymentSettings {
  readonly posNumber: string;
  readonly customerFee: CustomerFee;
  readonly keepWalkInBills: boolean;
  /** Print a second copy of the receipt for the shop. */
  readonly shopCopy: boolean;
  readonly cashOutBillers: readonly number[];
  readonly drpBillers: readonly number[];
  /** The currency of the cash: that of the account, unless the shop set another. */
  readonly shopCurrency: string;
  /** The currency of the service's own amounts; null until the account is known. */
  readonly accountCurrency: string | null;
  /** The shop's time zone, an IANA name. A payment can be cancelled only on its own day. */
  readonly timeZone: string;
}

/** The part of the catalogue that payments use. */
export interface PaymentCatalogPort {
  biller(id: number): { readonly biller: Biller; readonly isListed: boolean } | null;
  rates(): RateTable;
  state(): { readonly areRatesStale: boolean };
  recordUse(billerId: number): void;
}

/** The print queue. Call `enqueuePaymentPaper` and `openDrawerForChange` inside a commit, and `wake` after it. */
export interface PaymentPrintQueue {
  enqueuePaymentPaper(
    intentId: string,
    kind: 'original' | 'shop-copy' | 'failed',
    cashierId: string,
  ): void;
  /** Queues the drawer's pulse, for the change and returned money of this payment's basket. */
  openDrawerForChange(paymentId: string, cashierId: string): void;
  wake(): void;
  /** Queries the printer now. Returns a `printer` problem if it cannot print. */
  checkReady(): Promise<Result<null>>;
}

/** The drawer and its shift. Call each `…InCommit` inside the commit of the change it records. */
export interface PaymentCashPort {
  /** Returns the id of the shift that an intent belongs to; opens a shift if necessary. */
  getOrOpenShiftInCommit(cashierId: string): string;
  /** Returns the problem if no money may be taken from or given to a customer now. */
  checkCanTakeMoney(cashierId: string): Result<null>;
  /** A `drawer-short` problem if this cashier's drawer is not expected to hold the sum. */
  checkCanHandOutCash(cashierId: string, amount: Money, paymentId: string | null): Result<null>;
  /** Records the money of a payment that became paid. */
  recordPaidPaymentInCommit(intent: Intent, at: string): void;
  /** Records that this cashier handed the money to the customer. */
  recordCashHandedOverInCommit(intent: Intent, by: string, at: string): void;
  /** Call it after the commit of either record above. */
  emitCashChange(): void;
}

/** The saved accounts of returning customers. */
export interface PaymentCustomersPort {
  /** Saves the account holder's name that the service returned. */
  cacheAccountHolder(balance: Pick<Balance, 'billerId' | 'accountNumber' | 'nameOnAccount'>): void;
  /** Call it after the commit in which the payment becomes paid. */
  saveAccountOfPaidIntent(intent: Intent): void;
}

/** Tracks payments that the service may refund later. */
export interface PaymentRefundsPort {
  /** Call it inside the commit in which the payment becomes paid. */
  startRefundWatchInCommit(record: PaymentRecord, outcome: PaymentOutcome, at: string): void;
}

/** A payment that another till of the chain made to a queried account. */
export interface OtherTillPayment {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly amount: Money;
  /** False: its till does not know the outcome yet. */
  readonly isPaid: boolean;
  readonly shop: string;
  readonly posNumber: string;
  /** The chain lists it as this till's payment. A restored ledger may lack it. */
  readonly isOfThisTill: boolean;
}

/**
 * The result of a refresh of a payment's row. `second`: when the service performed it, in seconds
 * since the epoch.
 */
export type PaymentRefreshResult =
  | { readonly kind: 'looked-up' | 'paid' | 'not-made' }
  | { readonly kind: 'performed-after-all'; readonly performedSecond: number };

/** The chain's payments to an account. The wait for them is always short. */
export interface OtherTillPayments {
  /** Starts the query early, so that its answer is available when `listPaymentsOfLastDay` needs it. */
  prefetchPayments(account: QueriedAccount): void;
  /**
   * Returns the payments of the last day, newest first, within 300 ms of the query. Empty if there
   * is no answer by then, and without a chain.
   */
  listPaymentsOfLastDay(account: QueriedAccount): Promise<readonly OtherTillPayment[]>;
}

export interface QueriedAccount {
  readonly billerId: number;
  /** In the form that is sent to the service. */
  readonly accountNumber: string;
}

export interface PaymentPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  /** The service client; null while there is none. */
  readonly service: () => BillPaymentService | null;
  /** Waits for the client if the till was just opened. Only for calls that move no money. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly catalog: PaymentCatalogPort;
  readonly paper: PaymentPrintQueue;
  readonly cash: PaymentCashPort;
  readonly refunds: PaymentRefundsPort;
  /** If it is omitted, no customer accounts are saved. */
  readonly customers?: PaymentCustomersPort;
  readonly settings: () => PaymentSettings;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (act: Permission, approval: Approval) => Promise<Result<Cashier>>;
  /** Writes the audit entry of a decision in the same commit. */
  readonly audit: Pick<Audit, 'recordInTransaction'>;
  readonly log: Log;
  readonly onChange: (paymentId: string) => void;
  /** Called when a basket changes, except by the outcome of one of its payments. */
  readonly onBasketChange?: (basketId: string) => void;
  /** Called on R100: the shop's account holds less than the till shows. */
  readonly onLowBalance?: () => void;
  readonly otherTillPayments: OtherTillPayments;
  /** Returns 0 to 1, for jitter. Default: `Math.random`. */
  readonly random?: () => number;
  /** The service client's request timeout in milliseconds. Default: 60 s. */
  readonly requestTimeoutMs?: () => number;
}

/** Reads the current balance of a saved bill. */
export type SavedBillReader = (billId: string) => Promise<Result<Balance>>;

/** The basket calls of the contract. Their inputs are already validated. */
export interface Baskets {
  current(input: ValidatedCallInput<'basket.current'>, cashier: Cashier): Result<Basket | null>;
  get(input: ValidatedCallInput<'basket.get'>, cashier: Cashier): Result<Basket>;
  unfinished(input: ValidatedCallInput<'basket.unfinished'>, cashier: Cashier): Result<Basket[]>;
  takeOverCandidate(
    input: ValidatedCallInput<'basket.takeOverCandidate'>,
    cashier: Cashier,
  ): Result<Basket | null>;
  takeOver(input: ValidatedCallInput<'basket.takeOver'>, cashier: Cashier): Result<Basket>;
  add(input: ValidatedCallInput<'basket.add'>, cashier: Cashier): Result<Basket>;
  remove(input: ValidatedCallInput<'basket.remove'>, cashier: Cashier): Result<Basket | null>;
  /**
   * Synchronous up to the first byte of the first item. If the last request could not reach the
   * service, a probe of up to 8 s runs first, and nothing is recorded if the service is still
   * unreachable. If items were added or removed during the probe, it pays nothing and returns the
   * basket as it is collected now.
   */
  pay(
    input: ValidatedCallInput<'basket.pay'>,
    cashier: Cashier,
  ): Result<Basket> | Promise<Result<Basket>>;
  sendRest(input: ValidatedCallInput<'basket.sendRest'>, cashier: Cashier): Result<Basket>;
  discardRest(input: ValidatedCallInput<'basket.discardRest'>, cashier: Cashier): Result<Basket>;
  leave(input: ValidatedCallInput<'basket.leave'>, cashier: Cashier): Result<Basket>;
  end(input: ValidatedCallInput<'basket.end'>, cashier: Cashier): Result<Basket>;
  /** True while the items of any basket are being sent. */
  isSending(): boolean;
  /** Ids of the baskets that were sent and are not ended, oldest first. */
  listUnfinishedIds(): string[];
}

/**
 * The payment calls of the contract, with already validated inputs, and the calls of other folders
 * of the main process.
 */
export interface Payments {
  readonly basket: Baskets;
  consult(
    input: ValidatedCallInput<'payments.consult'>,
    cashier: Cashier,
  ): Promise<Result<Balance>>;
  checkAccount(
    input: ValidatedCallInput<'payments.checkAccount'>,
    cashier: Cashier,
  ): Result<{ accountNumber: string }>;
  checkTopUp(
    input: ValidatedCallInput<'payments.checkTopUp'>,
    cashier: Cashier,
  ): Promise<Result<TopUpCheck>>;
  /** Caches the balance of a saved bill, so that an order can refer to it by the balance's id. */
  saveBalance(saved: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isSavedBill: true;
  }): void;
  /**
   * Sets how the current balance of a saved bill is read, so that an order can refer to it by the
   * balance's id: the bills are created after the payments. Until it is set, none can be read.
   */
  setSavedBillReader(readBalance: SavedBillReader): void;
  /** Runs `work` while no walk-in bill is being deleted, so that the bill it receives remains. */
  withBillDeletionPaused<Value>(work: () => Promise<Value>): Promise<Value>;
  prepare(input: ValidatedCallInput<'payments.prepare'>, cashier: Cashier): Promise<Result<Order>>;
  approveShortDrawer(
    input: ValidatedCallInput<'payments.approveShortDrawer'>,
    cashier: Cashier,
  ): Promise<Result<Order>>;
  /**
   * Synchronous up to the first byte: when it returns, the intent is on disk and the request is
   * sent. It returns a promise in two cases: a cash-out or a gift card queries the printer first, and if the last
   * request could not reach the service, a probe of up to 8 s runs first.
   */
  pay(
    input: ValidatedCallInput<'payments.pay'>,
    cashier: Cashier,
  ): Result<Payment> | Promise<Result<Payment>>;
  get(input: ValidatedCallInput<'payments.get'>, cashier: Cashier): Result<Payment>;
  recent(input: ValidatedCallInput<'payments.recent'>, cashier: Cashier): Result<Payment[]>;
  current(input: ValidatedCallInput<'payments.current'>, cashier: Cashier): Result<Payment | null>;
  acknowledge(
    input: ValidatedCallInput<'payments.acknowledge'>,
    cashier: Cashier,
  ): Result<Record<string, never>>;
  confirm(input: ValidatedCallInput<'payments.confirm'>, cashier: Cashier): Result<Payment>;
  /**
   * Payments with an unknown outcome, then money not yet handed over, then outcomes to confirm. Each
   * oldest first.
   */
  unresolved(input: ValidatedCallInput<'payments.unresolved'>, cashier: Cashier): Result<Payment[]>;
  paidAtOtherTills(
    input: ValidatedCallInput<'payments.paidAtOtherTills'>,
    cashier: Cashier,
  ): Promise<Result<PaymentAtOtherTill[]>>;
  lookUpNow(
    input: ValidatedCallInput<'payments.lookUpNow'>,
    cashier: Cashier,
  ): Promise<Result<Payment>>;
  sendAgain(
    input: ValidatedCallInput<'payments.sendAgain'>,
    cashier: Cashier,
  ): Promise<Result<Payment>>;
  cancel(input: ValidatedCallInput<'payments.cancel'>, cashier: Cashier): Promise<Result<Payment>>;
  closeByHand(
    input: ValidatedCallInput<'payments.closeByHand'>,
    cashier: Cashier,
  ): Promise<Result<Payment>>;
  releaseCash(
    input: ValidatedCallInput<'payments.releaseCash'>,
    cashier: Cashier,
  ): Promise<Result<Payment>>;
  confirmHandOver(
    input: ValidatedCallInput<'payments.confirmHandOver'>,
    cashier: Cashier,
  ): Result<Payment>;
  /** Reads the payment's row at the service again (`look-ups/row-refresher.ts`). */
  refreshPayment(paymentId: string): Promise<Result<PaymentRefreshResult>>;
  /** An order of this cashier that is not paid yet; null if there is none. */
  findPreparedOrder(orderId: string, cashier: Cashier): Order | null;
  /** A payment whose result no cashier has seen yet; null for any other. */
  findUnseen(paymentId: string): Payment | null;
  /** A payment in the contract's form. */
  getView(paymentId: string): Result<Payment>;
  /** These payments in the contract's form and in this order, without those that do not exist. */
  listViews(ids: readonly string[]): Payment[];
  /** The number of payments in `unresolved`. A shift close, an update and new keys do not wait for 0. */
  countUnresolved(): number;
  /** True while a request is in flight, or its answer is not on disk yet. */
  isSending(): boolean;
  /**
   * Call it on a sign-in, a sign-out or a lock. Requests in flight complete, and no key pressed
   * before it sends anything more (`session-changed`).
   */
  handleSessionChange(): void;
  /** Resolves when every request now in flight is answered and its answer recorded. */
  waitForAnswers(): Promise<void>;
  /** Marks the open payments of an earlier run unknown and starts to resolve them. Never throws. */
  start(): void;
  /** Stops sending. Resolves when every request in flight is answered and its answer recorded. */
  finish(): Promise<void>;
  /** Cancels timers. Answers that arrive later are not recorded: the next start looks them up. */
  stop(): void;
}
