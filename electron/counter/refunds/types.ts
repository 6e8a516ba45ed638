import type {
  Approval,
  Biller,
  CallOutput,
  Payment,
  Permission,
  Result,
  ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import type { Database, PaymentRecord } from '../../ledger/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { BillPaymentService, ServiceTransaction } from '../../service/index.ts';
import type { RefundCashRecorder } from '../cash/index.ts';
import type { PaymentRefundsPort } from '../payments/index.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';

/** Records refunds and watches. A refund is a separate record: the outcome does not change. */
export interface RefundRecorder extends PaymentRefundsPort {
  /** Inside a commit. True if the state is a new refund. */
  recordTransactionStateInCommit(
    record: PaymentRecord,
    transactionState: ServiceTransactionState,
    by: {
      readonly how: 'watch' | 'cashier' | 'comparison';
      readonly cashier: AuditPerson | null;
    },
  ): boolean;
}

export interface RefundPorts {
  readonly database: Database;
  /** Made before the payments, which record in it what is paid; the refunds are made after them. */
  readonly recorder: RefundRecorder;
  readonly clock: Clock;
  /** Null while the till has no service. */
  readonly service: () => BillPaymentService | null;
  /** Like `service`, but waits for the connection if the till has just been opened. */
  readonly waitForService: () => Promise<Result<BillPaymentService>>;
  readonly catalog: { biller(id: number): { readonly biller: Biller } | null };
  readonly cash: RefundCashRecorder;
  readonly audit: Pick<Audit, 'recordInTransaction'>;
  /** Checks a supervisor's PIN for a single act. */
  readonly approve: (act: Permission, approval: Approval) => Promise<Result<AuditPerson>>;
  /** The view of a payment for the page. */
  readonly getPayment: (paymentId: string) => Result<Payment>;
  /** Whether a request of the counter is open, which has priority over background reads. */
  readonly isBusy: () => boolean;
  readonly log: Log;
  readonly onChange: (paymentId: string) => void;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
}

/** The changed rows by payment id. */
export interface RefundRowChanges {
  /** Newly detected refunds. */
  readonly newRefunds: ReadonlyMap<string, ServiceTransaction>;
  /** Payments with a recorded refund that this list reports as paid again. */
  readonly revokedRefunds: ReadonlyMap<string, ServiceTransaction>;
}

/** The refunds as the daily comparison with the service uses them. */
export interface ReconciliationRefunds {
  /** When the oldest watched payment was paid, in milliseconds since the epoch; null if none is. */
  getOldestWatchedPaymentAt(): number | null;
  /** Records refunds in rows of the service's list, of any day. Yields between batches. */
  recordRefundsOfTransactions(rows: readonly ServiceTransaction[]): Promise<RefundRowChanges>;
  /** Whether a cancel of this till took the payment back or may still do so. */
  isCancelledByTill(paymentId: string): boolean;
}

/** The refunds as the contract's handlers call them. Inputs are already validated. */
export interface Refunds extends ReconciliationRefunds {
  checkNow(
    input: ValidatedCallInput<'refunds.checkNow'>,
    cashier: AuditPerson,
  ): Promise<Result<CallOutput<'refunds.checkNow'>>>;
  /** Reads the payment's row, like a scheduled read, because it may have changed at the service. */
  refreshFromService(paymentId: string): Promise<Result<unknown>>;
  unsettled(
    input: ValidatedCallInput<'refunds.unsettled'>,
    cashier: AuditPerson,
  ): Result<Payment[]>;
  settle(
    input: ValidatedCallInput<'refunds.settle'>,
    cashier: AuditPerson,
  ): Promise<Result<CallOutput<'refunds.settle'>>>;
  decide(
    input: ValidatedCallInput<'refunds.decide'>,
    cashier: AuditPerson,
  ): Promise<Result<CallOutput<'refunds.decide'>>>;
  /** The number of owed refunds, for the status line. */
  countOwed(): number;
  /** Starts to read the rows of watched payments in the background. */
  start(): void;
  /** Schedules the next read soon, after the machine woke up. */
  wake(): void;
  stop(): void;
}
