import type {
  Approval,
  Balance,
  Biller,
  CallReceived,
  CustomerFee,
  Order,
  Payment,
  RateTable,
  Result,
  Role,
  TopUpCheck,
} from '../../shared/contract/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Database, Intent } from '../ledger/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';

/** Who is signed in and asks. */
export interface PayingCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
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
  /** The currency of the shop's account: cash is taken in it. */
  readonly shopCurrency: string;
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

/** The print queue. `enqueue` is called inside a commit; `wake` after it. */
export interface PaymentPaper {
  enqueue(intentId: string, kind: 'original' | 'shop-copy' | 'failed', cashierId: string): void;
  wake(): void;
  /** Asks the printer now; a `printer` problem if it could not print. */
  readyNow(): Promise<Result<null>>;
}

/** The drawer and its shift. Call each `…InCommit` inside the commit of the change it records. */
export interface PaymentCash {
  /** The shift that an intent belongs to. */
  shiftInCommit(cashierId: string): string;
  /** Why no money may be taken from or given to a customer now. */
  mayTakeMoney(cashierId: string): Result<null>;
  /** It is known to be paid. */
  paidInCommit(intent: Intent, at: string): void;
  /** Its money was handed to the customer by this cashier. */
  handedOverInCommit(intent: Intent, by: string, at: string): void;
  /** After a commit of the two above. */
  changed(): void;
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
  readonly paper: PaymentPaper;
  readonly cash: PaymentCash;
  readonly settings: () => PaymentSettings;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<PayingCashier>>;
  /** What was done with such a PIN, in the commit of the act. */
  readonly audit: Pick<Audit, 'noteInCommit'>;
  readonly log: Log;
  readonly onChange: (paymentId: string) => void;
  /** 0 to 1, for jitter; `Math.random` if it is left out. */
  readonly random?: () => number;
  /** The service client's deadline; 60 s if it is left out. */
  readonly requestTimeout?: () => number;
}

/** The payments as the contract's handlers call them. Inputs are validated already. */
export interface Payments {
  consult(
    input: CallReceived<'payments.consult'>,
    cashier: PayingCashier,
  ): Promise<Result<Balance>>;
  checkAccount(
    input: CallReceived<'payments.checkAccount'>,
    cashier: PayingCashier,
  ): Result<{ accountNumber: string }>;
  checkTopUp(
    input: CallReceived<'payments.checkTopUp'>,
    cashier: PayingCashier,
  ): Promise<Result<TopUpCheck>>;
  /** Takes in what a kept bill owes, so that an order can be made by its id. */
  keepBalance(kept: {
    readonly balance: Balance;
    readonly billId: string;
    readonly isKept: true;
  }): void;
  /** Does this while no walk-in's bill is being deleted: the bill that it is given stays. */
  whileNoneIsDeleted<Value>(work: () => Promise<Value>): Promise<Value>;
  prepare(input: CallReceived<'payments.prepare'>, cashier: PayingCashier): Promise<Result<Order>>;
  /**
   * Synchronous up to the first byte: when it returns, the intent is on disk and the request out.
   * Only for a cash-out the printer is asked before, and the answer is a promise.
   */
  pay(
    input: CallReceived<'payments.pay'>,
    cashier: PayingCashier,
  ): Result<Payment> | Promise<Result<Payment>>;
  get(input: CallReceived<'payments.get'>, cashier: PayingCashier): Result<Payment>;
  recent(input: CallReceived<'payments.recent'>, cashier: PayingCashier): Result<Payment[]>;
  inHand(input: CallReceived<'payments.inHand'>, cashier: PayingCashier): Result<Payment | null>;
  seen(input: CallReceived<'payments.seen'>, cashier: PayingCashier): Result<Record<string, never>>;
  /** Outcomes not known yet, and confirmed money not yet handed over. The oldest first. */
  unresolved(input: CallReceived<'payments.unresolved'>, cashier: PayingCashier): Result<Payment[]>;
  lookUpNow(
    input: CallReceived<'payments.lookUpNow'>,
    cashier: PayingCashier,
  ): Promise<Result<Payment>>;
  sendAgain(
    input: CallReceived<'payments.sendAgain'>,
    cashier: PayingCashier,
  ): Promise<Result<Payment>>;
  cancel(input: CallReceived<'payments.cancel'>, cashier: PayingCashier): Promise<Result<Payment>>;
  closeByHand(
    input: CallReceived<'payments.closeByHand'>,
    cashier: PayingCashier,
  ): Promise<Result<Payment>>;
  releaseCash(
    input: CallReceived<'payments.releaseCash'>,
    cashier: PayingCashier,
  ): Promise<Result<Payment>>;
  handedOver(input: CallReceived<'payments.handedOver'>, cashier: PayingCashier): Result<Payment>;
  /** These payments as the page sees them, in this order; one that is not there is left out. */
  views(ids: readonly string[]): Payment[];
  /** How many are not resolved: closing a shift, updating and new keys wait for none. */
  unresolvedCount(): number;
  /** True while an answer is waited for, or is not on disk yet. */
  isSending(): boolean;
  /** Resolves when every request now in flight has been answered and recorded. */
  answered(): Promise<void>;
  /** Turns what an earlier run left into unknowns and begins to resolve them. Never throws. */
  start(): void;
  /** Sends nothing more; resolves when every request in flight has been answered and recorded. */
  finish(): Promise<void>;
  /** Ends timers; answers that come later are not recorded: the next start looks them up. */
  stop(): void;
}
