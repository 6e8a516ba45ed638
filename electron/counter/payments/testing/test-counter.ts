import type { Biller, Cashier, Order, Payment, Result } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { Log, VirtualClock } from '../../../platform/index.ts';
import type { Refunds } from '../../refunds/index.ts';
import type {
  OtherTillPayment,
  PaymentSettings,
  Payments,
  QueriedAccount,
  SavedBillReader,
} from '../types.ts';
import type { FakeService } from './fake-service.ts';

export interface OrderChanges {
  readonly kind?: 'bill' | 'top-up' | 'gift-card' | 'cash-out';
  readonly billerId?: number;
  readonly amount?: string;
  readonly account?: string;
  readonly balanceId?: string;
  readonly cashier?: Cashier;
}

export interface TestCounter {
  readonly clock: VirtualClock;
  readonly service: FakeService;
  readonly billers: Map<number, Biller>;
  readonly rates: { perUsd: Record<string, string>; fetchedAt: string | null };
  readonly settings: { -readonly [Key in keyof PaymentSettings]: PaymentSettings[Key] };
  readonly changes: string[];
  readonly basketChanges: string[];
  readonly billerUses: number[];
  /** Called before and after each commit; throw to make it fail. */
  fault: (call: 'before-commit' | 'after-commit') => void;
  /** Called before every call of any port, with its name; throw to make it fail. */
  portCall: (name: string) => void;
  areRatesStale: boolean;
  isPrintQueueBroken: boolean;
  wakeCount: number;
  /** The number of `onLowBalance` calls. */
  lowBalanceCount: number;
  /** The number of changes of the drawer that were reported. */
  cashChangeCount: number;
  /** The chain's answer for every account, and the accounts that were prefetched. */
  otherTillPayments: readonly OtherTillPayment[];
  readonly prefetchedAccounts: QueriedAccount[];
  /** The printer's answer before a cash-out. */
  printer: Result<null>;
  isServiceAvailable: boolean;
  /** Reads the balance of a saved bill. */
  readSavedBillBalance: SavedBillReader;
  /** Whether shifts open automatically or must be open. */
  shifts: 'required' | 'automatic';
  /** Whether money is handed out only up to the expected cash of the drawer. */
  checksDrawer: boolean;
  /** `restart` also starts the payments. */
  startsOnRestart: boolean;
  readonly watchesRefunds: boolean;
  log: Log;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly database: Database;
  /** Ends this run of the program as a power cut would, and starts the next one. */
  restart(): void;
  /** Advances the time of the till and of the service. */
  advance(milliseconds: number): Promise<void>;
  /** Changes the till's clock only, as a user could. */
  jump(milliseconds: number): void;
  order(changes?: OrderChanges): Promise<Order>;
  /** Returns the result of `prepare`, which may be a problem. */
  prepare(changes?: OrderChanges): Promise<Result<Order>>;
  /** Prepares a cash-out and pays it. */
  payOut(changes?: OrderChanges): Promise<Result<Payment>>;
  /** Sets the state of the print job of a payment's original, as the print queue would. */
  setPrintJobState(paymentId: string, state: string): void;
  pay(order: Order, cashier?: Cashier): Result<Payment>;
  /** Prepares and pays; throws if either is refused. */
  payBill(changes?: OrderChanges): Promise<Payment>;
  /**
   * Sends a payment that never arrives, and advances until it can be sent again. Returns its id.
   */
  loseBill(): Promise<string>;
  sendAgain(paymentId: string): ReturnType<Payments['sendAgain']>;
  /** Confirms every outcome that arrived while no cashier had its payment on the screen. */
  confirmAll(): void;
  get(paymentId: string): Payment;
  rows(sql: string): unknown[];
  close(): void;
}
