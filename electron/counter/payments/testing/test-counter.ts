import type { Biller, Order, Payment, Result } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { Log, VirtualClock } from '../../../platform/index.ts';
import type { Refunds } from '../../refunds/index.ts';
import type {
  OtherTillPayment,
  PaymentCashier,
  PaymentPorts,
  PaymentSettings,
  Payments,
  QueriedAccount,
} from '../types.ts';
import type { FakeService } from './fake-service.ts';

export interface OrderChanges {
  readonly kind?: 'bill' | 'top-up' | 'gift-card' | 'cash-out';
  readonly billerId?: number;
  readonly amount?: string;
  readonly account?: string;
  readonly balanceId?: string;
  readonly cashier?: PaymentCashier;
}

export interface TestCounter {
  readonly clock: VirtualClock;
  readonly service: FakeService;
  readonly billers: Map<number, Biller>;
  readonly rates: { perUsd: Record<string, string>; fetchedAt: string | null };
  readonly settings: { -readonly [Key in keyof PaymentSettings]: PaymentSettings[Key] };
  readonly changes: string[];
  readonly uses: number[];
  /** Called at each call across the database's port; throws to break it. */
  fault: (call: 'before-commit' | 'after-commit') => void;
  /** Called before every call across any port, with its name; throws to break it. */
  portCall: (name: string) => void;
  ratesAreStale: boolean;
  paperThrows: boolean;
  wakes: number;
  /** How often the shop's account was said to hold less than is shown. */
  lowBalances: number;
  /** What the chain says of every account, and which were asked about. */
  elsewhere: readonly OtherTillPayment[];
  readonly askedElsewhere: QueriedAccount[];
  /** What the printer says before a cash-out. */
  printer: Result<null>;
  serviceIsThere: boolean;
  /** What a bill that the shop keeps owes. */
  keptBalance: NonNullable<PaymentPorts['keptBalance']>;
  /** Whether a shift opens by itself. */
  shifts: 'required' | 'automatic';
  /** `restart` also starts the payments. */
  startsByItself: boolean;
  readonly watchesRefunds: boolean;
  log: Log;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly database: Database;
  /** Ends this run of the program as a power cut would, and starts the next one. */
  restart(): void;
  /** Moves time on at the till and at the service alike. */
  advance(milliseconds: number): Promise<void>;
  /** Somebody sets the till's clock; the service's goes on as it was. */
  jump(milliseconds: number): void;
  order(changes?: OrderChanges): Promise<Order>;
  /** As `prepare` answers it, also a problem. */
  prepare(changes?: OrderChanges): Promise<Result<Order>>;
  /** Prepares a cash-out and pays it. */
  payOut(changes?: OrderChanges): Promise<Result<Payment>>;
  /** Sets the state of a payment's original, as the print queue would. */
  paper(paymentId: string, state: string): void;
  pay(order: Order, cashier?: PaymentCashier): Result<Payment>;
  /** Prepares and pays; throws if either is refused. */
  payBill(changes?: OrderChanges): Promise<Payment>;
  /** A payment that never arrived, at the moment when it may be sent again. */
  loseBill(): Promise<string>;
  sendAgain(paymentId: string): ReturnType<Payments['sendAgain']>;
  get(paymentId: string): Payment;
  rows(sql: string): unknown[];
  close(): void;
}
