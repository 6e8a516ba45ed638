import type {
  Approval,
  CallOutput,
  Cashier,
  Result,
  ShiftBlockingPayment,
  ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, CreateId } from '../../platform/index.ts';
import type { PaperDocument, ReceiptSettings } from '../../printing/index.ts';

/** The settings of shifts, read at each use. */
export interface CashSettings extends ReceiptSettings {
  readonly shifts: 'required' | 'automatic';
  readonly drawers: 'shared' | 'each';
  /** The currency of the shop's account, in which cash is taken. */
  readonly shopCurrency: string;
  /** The cash in a drawer above which a drop is due; null for no limit. */
  readonly cashLimit: number | null;
  /** Whether the configured printer opens a drawer. */
  readonly hasDrawer: boolean;
}

/** The settings that the drawer's papers are rendered with. */
export type DrawerPaperSettings = ReceiptSettings & Pick<CashSettings, 'shopCurrency'>;

/** The print queue. `enqueueReport` is called inside a commit; `wake` after it. */
export interface CashPrintQueue {
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
}

export interface CashPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly audit: Audit;
  readonly paper: CashPrintQueue;
  readonly settings: () => CashSettings;
  /** Checks the PIN and returns its cashier, of any role. */
  readonly identifyByPin: (approval: Approval) => Promise<Result<Cashier>>;
  /** Called after the commit of any change to a shift. */
  readonly onChange: () => void;
}

/** The fields of a payment's intent that the drawer needs. */
export interface CashPayment {
  readonly id: string;
  readonly kind: 'bill' | 'top-up' | 'gift-card' | 'cash-out' | 'cancel';
  readonly shiftId: string;
  readonly cashierId: string;
  /** A customer's cash less the change, or what the customer is given. */
  readonly due: Money;
}

/** Records payments in the drawer, each inside the commit of the payment's own change. */
export interface PaymentCashRecorder {
  /**
   * The id of the shift for a new payment. If none is open, opens one with an uncounted float, so
   * that a payment never fails because of a shift.
   */
  getOrOpenShiftInCommit(cashierId: string): string;
  /** A `shift` problem if the shop requires an open shift before money is taken. */
  checkCanTakeMoney(cashierId: string): Result<null>;
  /**
   * A `drawer-short` problem if the drawer of this cashier is not expected to hold the sum for this
   * customer. What other cash-outs and cancels may still hand out of it is not available; that of
   * `paymentId` is.
   */
  checkCanHandOutCash(cashierId: string, amount: Money, paymentId: string | null): Result<null>;
  /** Records the tender of a payment that is now known to be paid. */
  recordPaidPaymentInCommit(intent: CashPayment, at: string): void;
  /** Records the money that this cashier handed to the customer. */
  recordCashHandedOverInCommit(intent: CashPayment, by: string, at: string): void;
  /** Call it after the commit. */
  emitCashChange(): void;
}

/** What was owed because the service refunded a payment, and how it is settled. */
export interface SettledRefund {
  /** `decided`: nothing moves. */
  readonly how: 'handed-back' | 'taken-in' | 'decided';
  readonly paymentId: string;
  readonly billerName: string;
  /** The end of the account number. */
  readonly account: string;
  readonly externalId: string;
  readonly authorization: string | null;
  readonly paidAt: string;
  readonly owedTo: 'customer' | 'shop';
  readonly isHandedOver: boolean;
  /** All that is owed, and the shop's fee in it. */
  readonly amount: Money;
  readonly fee: Money | null;
  readonly reason: string | null;
}

/** Records settled refunds in the drawer. */
export interface RefundCashRecorder {
  /**
   * Inside the commit of the settlement: records the movement in this cashier's open shift, and
   * queues its slip. A `shift` problem if no shift can take the movement. A decision moves nothing:
   * its shift is the open one, or null if there is none.
   */
  recordRefundSettledInCommit(
    settled: SettledRefund,
    cashier: Pick<Cashier, 'id' | 'name'>,
    approver: Pick<Cashier, 'id' | 'name'> | null,
  ): Result<{ readonly shiftId: string | null; readonly jobId: string }>;
  /** Call it after the commit. */
  emitRefundSettled(): void;
}

/** Shifts and cash as the contract's handlers call them. Inputs are already validated. */
export interface Cash extends PaymentCashRecorder, RefundCashRecorder {
  state(
    input: ValidatedCallInput<'cash.state'>,
    cashier: Cashier,
  ): Result<CallOutput<'cash.state'>>;
  open(input: ValidatedCallInput<'cash.open'>, cashier: Cashier): Result<CallOutput<'cash.state'>>;
  payIn(input: ValidatedCallInput<'cash.payIn'>, cashier: Cashier): Result<{ jobId: string }>;
  payOut(
    input: Omit<ValidatedCallInput<'cash.payOut'>, 'approval'>,
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<{ jobId: string }>;
  drop(input: ValidatedCallInput<'cash.drop'>, cashier: Cashier): Result<{ jobId: string }>;
  postponeDrop(
    input: ValidatedCallInput<'cash.postponeDrop'>,
    cashier: Cashier,
  ): Result<CallOutput<'cash.postponeDrop'>>;
  openDrawer(
    input: { readonly reason: string },
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<{ jobId: string }>;
  xReport(
    input: { readonly shiftId: string },
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<CallOutput<'cash.xReport'>>;
  shiftBlockingPayments(input: { readonly shiftId: string }): Result<ShiftBlockingPayment[]>;
  /** True if this count needs a supervisor, because the expected sum has been shown. */
  isCounted(shiftId: string): boolean;
  count(
    input: Omit<ValidatedCallInput<'cash.count'>, 'approval'>,
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<CallOutput<'cash.count'>>;
  closingCount(
    input: { readonly shiftId: string },
    cashier: Cashier,
  ): Result<CallOutput<'cash.closingCount'>>;
  close(
    input: ValidatedCallInput<'cash.close'>,
    cashier: Cashier,
  ): Result<CallOutput<'cash.close'>>;
  handOver(
    input: ValidatedCallInput<'cash.handOver'>,
    cashier: Cashier,
  ): Promise<Result<CallOutput<'cash.handOver'>>>;
  zReports(
    input: { readonly before: number | null },
    cashier: Cashier,
    approver: Cashier | null,
  ): Result<CallOutput<'cash.zReports'>>;
  print(input: { readonly reportId: string }, cashier: Cashier): Result<{ jobId: string }>;
}
