import type {
  Approval,
  Balance,
  Basket,
  Biller,
  CallReceived,
  CustomerFee,
  Order,
  Payment,
  PaymentAtOtherTill,
  RateTable,
  Result,
  Role,
  TopUpCheck,
} from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database, Intent, PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import type { Clock, Log, NewId } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';

/** Who is signed in and asks. */
export interface PaymentCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/**
 * Whether whoever pressed F12 is still at the counter. Compared in the same step in which an intent
 * is written.
 */
export interface CashierSession {
  /** Which session this is: it ends with a lock, a sign-out or a sign-in. */
  currentId(): number;
  /** The problem if it is not this session any more. */
  rejectIfChanged(session: number): Result<never> | null;
}

/** The settings that payments read, each at the moment when they need it. */
export interface PaymentSettings {
  readonly posNumber: string;
  readonly customerFee: CustomerFee;
  readonly keepWalkInBills: boolean;
  /** Also print a copy that the shop keeps. */
  readonly shopCopy: boolean;
  readonly cashOutBillers: readonly number[];
  readonly drpBillers: readonly number[];
  /** Cash is taken in it: the account's, unless the shop set another. */
  readonly shopCurrency: string;
  /** The service's own amounts are in it; null until the account is known. */
  readonly accountCurrency: string | null;
  /** The shop's, an IANA name: a payment is taken back on its day only. */
  readonly timeZone: string;
}

/** The part of the catalogue that payments need. */
export interface PaymentCatalog {
  biller(id: number): { readonly biller: Biller; readonly isListed: boolean } | null;
  rates(): RateTable;
  state(): { readonly areRatesStale: boolean };
  noteUse(billerId: number): void;
}

/** The print queue. What queues something is called inside a commit; `wake` after it. */
export interface PaymentPrintQueue {
  enqueue(intentId: string, kind: 'original' | 'shop-copy' | 'failed', cashierId: string): void;
  /** The drawer's pulse, for what the basket of this payment gives back. */
  openForChange(paymentId: string, cashierId: string): void;
  wake(): void;
  /** Asks the printer now; a `printer` problem if it could not print. */
  readyNow(): Promise<Result<null>>;
}

/** The drawer and its shift. Call each `…InCommit` inside the commit of the change it records. */
export interface PaymentCash {
  /** The shift that an intent belongs to. */
  getOrOpenShiftInCommit(cashierId: string): string;
  /** Why no money may be taken from or given to a customer now. */
  canTakeMoney(cashierId: string): Result<null>;
  /** It is known to be paid. */
  recordPaidInCommit(intent: Intent, at: string): void;
  /** Its money was handed to the customer by this cashier. */
  recordHandedOverInCommit(intent: Intent, by: string, at: string): void;
  /** After a commit of the two above. */
  emitChange(): void;
}

/** The accounts that are kept for customers who come back. */
export interface PaymentCustomers {
  /** The service told whose account it is. */
  rememberName(balance: Pick<Balance, 'billerId' | 'accountNumber' | 'nameOnAccount'>): void;
  /** After the commit in which it becomes paid. */
  recordPaid(intent: Intent): void;
}

/** What the service may later do with what is paid now. */
export interface PaymentRefunds {
  /** Inside the commit in which it becomes paid. */
  recordPaidInCommit(record: PaymentRecord, outcome: PaymentOutcome, at: string): void;
}

/** A payment of another till of the chain to an account that was asked about. */
export interface OtherTillPayment {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly amount: Money;
  /** False: its till does not know yet how it ended. */
  readonly isPaid: boolean;
  readonly shop: string;
  readonly posNumber: string;
  /** This till's, by the chain: a ledger that was restored may lack it. */
  readonly isMine: boolean;
}

/** What reading a payment again has shown. `second`: when the service performed it. */
export type PaymentRefreshResult =
  | { readonly kind: 'looked-up' | 'paid' | 'not-made' }
  | { readonly kind: 'performed-after-all'; readonly second: number };

/** What the chain knows of an account. Nobody ever waits long for it. */
export interface OtherTillPayments {
  /** Begins to ask, so that the answer is there when it is wanted. */
  prefetch(account: QueriedAccount): void;
  /**
   * The last day's, the newest first. At most 300 ms after it was asked; empty where nothing is known
   * by then, and without a chain.
   */
  listPaidLastDay(account: QueriedAccount): Promise<readonly OtherTillPayment[]>;
}

export interface QueriedAccount {
  readonly billerId: number;
  /** As it goes to the service. */
  readonly accountNumber: string;
}

export interface PaymentPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Null while there is none. */
  readonly service: () => BillPaymentService | null;
  /** The same, but waits for it if the till has just been opened: for calls that move no money. */
  readonly connected: () => Promise<Result<BillPaymentService>>;
  readonly catalog: PaymentCatalog;
  readonly paper: PaymentPrintQueue;
  readonly cash: PaymentCash;
  readonly refunds: PaymentRefunds;
  /** Left out, none are kept. */
  readonly customers?: PaymentCustomers;
  readonly settings: () => PaymentSettings;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<PaymentCashier>>;
  /** What was done with such a PIN, in the commit of the act. */
  readonly audit: Pick<Audit, 'noteInCommit'>;
  readonly log: Log;
  readonly onChange: (paymentId: string) => void;
  /** A basket has changed other than by the outcome of one of its payments. */
  readonly onBasketChange?: (basketId: string) => void;
  /** R100: the shop's account holds less than is shown. */
  readonly onLowBalance?: () => void;
  /**
   * What a bill that the shop keeps owes now, so that an order can be made by its id. Left out, it
   * keeps none.
   */
  readonly keptBalance?: (billId: string) => Promise<Result<Balance>>;
  /** Left out, there is no chain. */
  readonly elsewhere?: OtherTillPayments;
  /** 0 to 1, for jitter; `Math.random` if it is left out. */
  readonly random?: () => number;
  /** The service client's deadline; 60 s if it is left out. */
  readonly requestTimeout?: () => number;
}

/** Baskets as the contract's handlers call them. Inputs are validated already. */
export interface Baskets {
  current(input: CallReceived<'basket.current'>, cashier: PaymentCashier): Result<Basket | null>;
  get(input: CallReceived<'basket.get'>, cashier: PaymentCashier): Result<Basket>;
  unfinished(input: CallReceived<'basket.unfinished'>, cashier: PaymentCashier): Result<Basket[]>;
  toTakeOver(
    input: CallReceived<'basket.toTakeOver'>,
    cashier: PaymentCashier,
  ): Result<Basket | null>;
  takeOver(input: CallReceived<'basket.takeOver'>, cashier: PaymentCashier): Result<Basket>;
  add(input: CallReceived<'basket.add'>, cashier: PaymentCashier): Result<Basket>;
  remove(input: CallReceived<'basket.remove'>, cashier: PaymentCashier): Result<Basket | null>;
  /**
   * Synchronous up to the first byte of the first item. Where the service could not be reached
   * before, it is asked first, for up to 8 s; nothing is recorded if it still cannot be. If items
   * were added or removed meanwhile, the answer is the basket as it is collected now, not paid.
   */
  pay(
    input: CallReceived<'basket.pay'>,
    cashier: PaymentCashier,
  ): Result<Basket> | Promise<Result<Basket>>;
  goOn(input: CallReceived<'basket.goOn'>, cashier: PaymentCashier): Result<Basket>;
  stop(input: CallReceived<'basket.stop'>, cashier: PaymentCashier): Result<Basket>;
  leave(input: CallReceived<'basket.leave'>, cashier: PaymentCashier): Result<Basket>;
  end(input: CallReceived<'basket.end'>, cashier: PaymentCashier): Result<Basket>;
  /** An item is on its way, or the next one's turn has come. */
  isSending(): boolean;
  /** Those that were sent and are not ended, the oldest first. */
  listUnfinishedIds(): string[];
}

/** The payments as the contract's handlers call them. Inputs are validated already. */
export interface Payments {
  readonly basket: Baskets;
  consult(
    input: CallReceived<'payments.consult'>,
    cashier: PaymentCashier,
  ): Promise<Result<Balance>>;
  checkAccount(
    input: CallReceived<'payments.checkAccount'>,
    cashier: PaymentCashier,
  ): Result<{ accountNumber: string }>;
  checkTopUp(
    input: CallReceived<'payments.checkTopUp'>,
    cashier: PaymentCashier,
  ): Promise<Result<TopUpCheck>>;
  /** Takes in what a saved bill owes, so that an order can be made by its id. */
  keepBalance(kept: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isKept: true;
  }): void;
  /** Does this while no walk-in's bill is being deleted: the bill that it is given stays. */
  withBillDeletionPaused<Value>(work: () => Promise<Value>): Promise<Value>;
  prepare(input: CallReceived<'payments.prepare'>, cashier: PaymentCashier): Promise<Result<Order>>;
  /**
   * Synchronous up to the first byte: when it returns, the intent is on disk and the request out.
   * Only for a cash-out the printer is asked before, and where the service could not be reached the
   * service, for up to 8 s; the answer is then a promise.
   */
  pay(
    input: CallReceived<'payments.pay'>,
    cashier: PaymentCashier,
  ): Result<Payment> | Promise<Result<Payment>>;
  get(input: CallReceived<'payments.get'>, cashier: PaymentCashier): Result<Payment>;
  recent(input: CallReceived<'payments.recent'>, cashier: PaymentCashier): Result<Payment[]>;
  inHand(input: CallReceived<'payments.inHand'>, cashier: PaymentCashier): Result<Payment | null>;
  seen(
    input: CallReceived<'payments.seen'>,
    cashier: PaymentCashier,
  ): Result<Record<string, never>>;
  /** Outcomes not known yet, and confirmed money not yet handed over. The oldest first. */
  unresolved(
    input: CallReceived<'payments.unresolved'>,
    cashier: PaymentCashier,
  ): Result<Payment[]>;
  paidElsewhere(
    input: CallReceived<'payments.paidElsewhere'>,
    cashier: PaymentCashier,
  ): Promise<Result<PaymentAtOtherTill[]>>;
  lookUpNow(
    input: CallReceived<'payments.lookUpNow'>,
    cashier: PaymentCashier,
  ): Promise<Result<Payment>>;
  sendAgain(
    input: CallReceived<'payments.sendAgain'>,
    cashier: PaymentCashier,
  ): Promise<Result<Payment>>;
  cancel(input: CallReceived<'payments.cancel'>, cashier: PaymentCashier): Promise<Result<Payment>>;
  closeByHand(
    input: CallReceived<'payments.closeByHand'>,
    cashier: PaymentCashier,
  ): Promise<Result<Payment>>;
  releaseCash(
    input: CallReceived<'payments.releaseCash'>,
    cashier: PaymentCashier,
  ): Promise<Result<Payment>>;
  handedOver(input: CallReceived<'payments.handedOver'>, cashier: PaymentCashier): Result<Payment>;
  /** Something of it may have changed at the service: `look-ups/row-refresher.ts`. */
  readAgain(paymentId: string): Promise<Result<PaymentRefreshResult>>;
  /** An order of this cashier that was not paid yet; null if there is none. */
  prepared(orderId: string, cashier: PaymentCashier): Order | null;
  /** A payment whose result nobody has seen yet; null for any other. */
  unseen(paymentId: string): Payment | null;
  /** A payment as the page sees it. */
  view(paymentId: string): Result<Payment>;
  /** These payments as the page sees them, in this order; one that is not there is left out. */
  views(ids: readonly string[]): Payment[];
  /** How many are not resolved: closing a shift, updating and new keys wait for none. */
  unresolvedCount(): number;
  /** True while an answer is waited for, or is not on disk yet. */
  isSending(): boolean;
  /**
   * Somebody signed in or out, or the till was locked: what is on its way ends, and nothing that was
   * pressed before is still sent (`session-changed`).
   */
  sessionChanged(): void;
  /** Resolves when every request now in flight has been answered and recorded. */
  answered(): Promise<void>;
  /** Turns what an earlier run left into unknowns and begins to resolve them. Never throws. */
  start(): void;
  /** Sends nothing more; resolves when every request in flight has been answered and recorded. */
  finish(): Promise<void>;
  /** Ends timers; answers that come later are not recorded: the next start looks them up. */
  stop(): void;
}
