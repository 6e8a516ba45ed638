import type {
  Approval,
  Biller,
  CallOutput,
  CallReceived,
  Payment,
  Result,
} from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { BillPaymentService, Transaction } from '../../service/index.ts';
import type { RefundCashRecorder } from '../cash/index.ts';
import type { PaymentRefunds } from '../payments/index.ts';

/** Who is signed in and asks, or whose PIN it is. */
export interface RefundCashier {
  readonly id: string;
  readonly name: string;
}

export interface RefundPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** Null while there is none. */
  readonly service: () => BillPaymentService | null;
  /** The same, but waits for it if the till has just been opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly catalog: { biller(id: number): { readonly biller: Biller } | null };
  readonly cash: RefundCashRecorder;
  readonly audit: Pick<Audit, 'noteInCommit'>;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (approval: Approval) => Promise<Result<RefundCashier>>;
  /** A payment as the page sees it. */
  readonly view: (paymentId: string) => Result<Payment>;
  /** A request of the counter is out: it comes before any reading in the background. */
  readonly isBusy: () => boolean;
  readonly log: Log;
  readonly onChange: (paymentId: string) => void;
  /** 0 to 1, for jitter; `Math.random` if it is left out. */
  readonly random?: () => number;
}

/** By payment. */
export interface RefundRowChanges {
  /** Found given back only now. */
  readonly givenBack: ReadonlyMap<string, Transaction>;
  /** Were given back, and stand again by this list. */
  readonly standAgain: ReadonlyMap<string, Transaction>;
}

/** What the comparison of a day asks and tells. */
export interface ReconciliationRefunds {
  /** When the oldest payment was paid that may still turn; null if there is none. Milliseconds. */
  getOldestWatchedAt(): number | null;
  /** Rows of the service's list, of whatever day. Lets others run in between. */
  recordRows(rows: readonly Transaction[]): Promise<RefundRowChanges>;
  /** A cancel of ours took it back, or may still do so: that it was given back is no news. */
  isCancelledByTill(paymentId: string): boolean;
}

/** The refunds as the contract's handlers call them. Inputs are validated already. */
export interface Refunds extends PaymentRefunds, ReconciliationRefunds {
  readNow(
    input: CallReceived<'refunds.readNow'>,
    cashier: RefundCashier,
  ): Promise<Result<CallOutput<'refunds.readNow'>>>;
  /** Something of it may have changed at the service: reads its row, as at one of its own times. */
  readAgain(paymentId: string): Promise<Result<unknown>>;
  owed(input: CallReceived<'refunds.owed'>, cashier: RefundCashier): Result<Payment[]>;
  settle(
    input: CallReceived<'refunds.settle'>,
    cashier: RefundCashier,
  ): Promise<Result<CallOutput<'refunds.settle'>>>;
  decide(
    input: CallReceived<'refunds.decide'>,
    cashier: RefundCashier,
  ): Promise<Result<CallOutput<'refunds.decide'>>>;
  /** For the status line. */
  countOwed(): number;
  /** Begins to read again what may still turn. */
  start(): void;
  /** The machine woke up. */
  wake(): void;
  stop(): void;
}
