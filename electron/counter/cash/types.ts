import type {
  Approval,
  CallOutput,
  CallReceived,
  OpenItem,
  Result,
  Role,
} from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import type { Clock, NewId } from '../../platform/index.ts';
import type { PaperDocument, ReceiptSettings } from '../../printing/index.ts';

/** Who is signed in and asks. */
export interface ShiftCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The settings that shifts read, each at the moment when they need it. */
export interface CashSettings extends ReceiptSettings {
  readonly shifts: 'required' | 'automatic';
  readonly drawers: 'shared' | 'each';
  /** The currency of the shop's account: cash is taken in it. */
  readonly shopCurrency: string;
  /** A drawer hangs on the printer that is set. */
  readonly hasDrawer: boolean;
}

/** What the drawer's papers are written by. */
export type DrawerPaperSettings = ReceiptSettings & Pick<CashSettings, 'shopCurrency'>;

/** The print queue. `enqueueReport` is called inside a commit; `wake` after it. */
export interface CashPrintQueue {
  enqueueReport(document: PaperDocument, cashierId: string, approvedBy: string | null): string;
  wake(): void;
}

export interface CashPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly audit: Audit;
  readonly paper: CashPrintQueue;
  readonly settings: () => CashSettings;
  /** Whose PIN this is, whatever the role. */
  readonly identify: (approval: Approval) => Promise<Result<ShiftCashier>>;
  /** Called after the commit of any change to a shift. */
  readonly onChange: () => void;
}

/** The shift that a payment belongs to, of its intent. */
export interface CashPayment {
  readonly id: string;
  readonly kind: 'bill' | 'top-up' | 'gift-card' | 'cash-out' | 'cancel';
  readonly shiftId: string;
  readonly cashierId: string;
  readonly due: Money;
  readonly cash: Money | null;
  readonly change: Money | null;
}

/** Payments report here to the drawer, each inside the commit of the change itself. */
export interface PaymentCashRecorder {
  /**
   * The shift that a payment belongs to; opens one with a float that was not counted where there
   * is none. Never refuses: a payment does not fail because of a report.
   */
  getOrOpenShiftInCommit(cashierId: string): string;
  /** A `shift` problem if the shop wants a shift opened before money is taken. */
  canTakeMoney(cashierId: string): Result<null>;
  /** It is known to be paid: its tender is in the drawer. */
  recordPaidInCommit(intent: CashPayment, at: string): void;
  /** Its money was handed to the customer by this cashier. */
  recordHandedOverInCommit(intent: CashPayment, by: string, at: string): void;
  /** After the commit. */
  emitChange(): void;
}

/** What was owed because the service gave a payment back, and how it is settled. */
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

/** Refunds report here to the drawer. */
export interface RefundCashRecorder {
  /**
   * Inside the commit of the settlement: the money moves in the drawer of this cashier's open
   * shift, and its slip is queued. A `shift` problem if there is none that could take it. The shift
   * of a decision is the open one; null if there is none.
   */
  recordRefundSettledInCommit(
    settled: SettledRefund,
    cashier: Pick<ShiftCashier, 'id' | 'name'>,
    approver: Pick<ShiftCashier, 'id' | 'name'> | null,
  ): Result<{ readonly shiftId: string | null; readonly jobId: string }>;
  /** After the commit. */
  emitRefundSettled(): void;
}

/** Shifts and cash as the contract's handlers call them. Inputs are validated already. */
export interface Cash extends PaymentCashRecorder, RefundCashRecorder {
  state(input: CallReceived<'cash.state'>, cashier: ShiftCashier): Result<CallOutput<'cash.state'>>;
  open(input: CallReceived<'cash.open'>, cashier: ShiftCashier): Result<CallOutput<'cash.state'>>;
  payIn(input: CallReceived<'cash.payIn'>, cashier: ShiftCashier): Result<{ jobId: string }>;
  payOut(
    input: Omit<CallReceived<'cash.payOut'>, 'approval'>,
    cashier: ShiftCashier,
    approver: ShiftCashier | null,
  ): Result<{ jobId: string }>;
  openDrawer(
    input: { readonly reason: string },
    cashier: ShiftCashier,
    approver: ShiftCashier | null,
  ): Result<{ jobId: string }>;
  xReport(
    input: { readonly shiftId: string },
    cashier: ShiftCashier,
    approver: ShiftCashier | null,
  ): Result<CallOutput<'cash.xReport'>>;
  openItems(input: { readonly shiftId: string }): Result<OpenItem[]>;
  /** True if this count needs a supervisor, because the expected sum has been shown. */
  isCounted(shiftId: string): boolean;
  count(
    input: Omit<CallReceived<'cash.count'>, 'approval'>,
    cashier: ShiftCashier,
    approver: ShiftCashier | null,
  ): Result<CallOutput<'cash.count'>>;
  counted(
    input: { readonly shiftId: string },
    cashier: ShiftCashier,
  ): Result<CallOutput<'cash.counted'>>;
  close(input: CallReceived<'cash.close'>, cashier: ShiftCashier): Result<CallOutput<'cash.close'>>;
  handOver(
    input: CallReceived<'cash.handOver'>,
    cashier: ShiftCashier,
  ): Promise<Result<CallOutput<'cash.handOver'>>>;
  zReports(
    input: { readonly before: number | null },
    cashier: ShiftCashier,
    approver: ShiftCashier | null,
  ): Result<CallOutput<'cash.zReports'>>;
  print(input: { readonly reportId: string }, cashier: ShiftCashier): Result<{ jobId: string }>;
}
