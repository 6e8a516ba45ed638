import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Biller,
  fail,
  type Order,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import { createAudit } from '../../audit/index.ts';
import { TEST_CASH_SETTINGS, testCash } from '../../cash/testing/index.ts';
import { type Database, openDatabase } from '../../ledger/index.ts';
import {
  isoTime,
  type Log,
  silentLog,
  type VirtualClock,
  virtualClock,
} from '../../platform/index.ts';
import { putCashier } from '../../staff/testing/index.ts';
import { createPayments } from '../payments.ts';
import type { PayingCashier, PaymentPorts, PaymentSettings, Payments } from '../types.ts';
import { type FakeService, fakeService, NEVER_ARRIVES } from './fake-service.ts';

/** A counter for tests: a real ledger file, a fake service, virtual time. */

export const ANA: PayingCashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS_PIN = '2222';
export const LUIS: PayingCashier = { id: 'luis', name: 'Luis', role: 'supervisor' };

export function testBiller(changes: Partial<Biller> = {}): Biller {
  return {
    id: 40,
    kind: 'utility',
    name: 'CFE',
    country: 'MX',
    currency: 'MXN',
    type: 'Electricity',
    billType: 'account_number',
    canCheckBalance: true,
    supportsPartialPayment: true,
    requiresNameOnAccount: false,
    hasExtraData: false,
    accountNumberDigits: '',
    mask: '',
    hoursToFulfill: 0,
    amounts: { kind: 'any' },
    ...changes,
  };
}

export interface OrderChanges {
  readonly kind?: 'bill' | 'top-up' | 'gift-card' | 'cash-out';
  readonly billerId?: number;
  readonly amount?: string;
  readonly account?: string;
  readonly balanceId?: string;
  readonly cashier?: PayingCashier;
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
  /** What the printer says before a cash-out. */
  printer: Result<null>;
  serviceIsThere: boolean;
  /** Whether a shift opens by itself. */
  shifts: 'required' | 'automatic';
  /** `restart` also starts the payments. */
  startsByItself: boolean;
  log: Log;
  readonly payments: Payments;
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
  pay(order: Order, cashier?: PayingCashier): Result<Payment>;
  /** Prepares and pays; throws if either is refused. */
  payBill(changes?: OrderChanges): Promise<Payment>;
  /** A payment that never arrived, at the moment when it may be sent again. */
  loseBill(): Promise<string>;
  sendAgain(paymentId: string): ReturnType<Payments['sendAgain']>;
  get(paymentId: string): Payment;
  rows(sql: string): unknown[];
  close(): void;
}

export function expectOk<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`a problem: ${JSON.stringify(result.problem)}`);
  return result.value;
}

export function expectProblem(result: Result<unknown>): Problem {
  if (result.ok) throw new Error(`no problem: ${JSON.stringify(result.value)}`);
  return result.problem;
}

/** The answer of what is paid at once: everything but a cash-out. */
export function atOnce(paid: Result<Payment> | Promise<Result<Payment>>): Result<Payment> {
  if (paid instanceof Promise) throw new Error('a cash-out is not paid at once');
  return paid;
}

export function testCounter(
  options: {
    readonly version?: FakeService['version'];
    readonly keepsKeys?: boolean;
    readonly random?: () => number;
  } = {},
): TestCounter {
  // Thousands of commits that test no disk: in memory if the machine offers such a folder.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'mostrador-payments-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = virtualClock();
  let jumped = 0;
  const service = fakeService({ ...options, clock, trueTime: () => clock.now() - jumped });
  let database = openDatabase(file);
  let serial = 0;
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      putCashier(database, { ...cashier, pinHash: 'x' }, isoTime(clock.now()));
    }
  });

  const newId = (): string => {
    serial += 1;
    return `00000000-0000-4000-8000-${serial.toString().padStart(12, '0')}`;
  };

  /** The port with every call of it announced. */
  function watch<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...parameters: unknown[]) => {
          counter.portCall(`${name}.${String(key)}`);
          return Reflect.apply(value, target, parameters);
        };
      },
    });
  }

  function watched(plain: PaymentPorts): PaymentPorts {
    const same = watch('service', service);
    return watch('ports', {
      ...plain,
      database: watch('database', plain.database),
      clock: watch('clock', plain.clock),
      catalog: watch('catalog', plain.catalog),
      paper: watch('paper', plain.paper),
      service: () => (plain.service() ? same : null),
      connected: async () => {
        const connected = await plain.connected();
        return connected.ok ? ok(same) : connected;
      },
    });
  }

  const faulty = (): Database => ({
    get file() {
      return database.file;
    },
    prepare: (sql) => database.prepare(sql),
    commit: (work) => {
      counter.fault('before-commit');
      const value = database.commit(work);
      counter.fault('after-commit');
      return value;
    },
    copyTo: (file, between) => database.copyTo(file, between),
    close: () => database.close(),
  });

  const ports = (): PaymentPorts => ({
    database: faulty(),
    clock,
    newId,
    service: () => (counter.serviceIsThere ? service : null),
    connected: async () =>
      counter.serviceIsThere ? ok(service) : fail({ kind: 'not-connected', reason: 'not-ready' }),
    catalog: {
      biller: (id) => {
        const biller = counter.billers.get(id);
        return biller ? { biller, isListed: true } : null;
      },
      rates: () => counter.rates,
      state: () => ({ areRatesStale: counter.ratesAreStale }),
      noteUse: (id) => counter.uses.push(id),
    },
    paper: {
      enqueue: (intentId, kind, cashierId) => {
        if (counter.paperThrows) throw new Error('the print queue broke');
        database
          .prepare(
            `INSERT INTO print_jobs (id, number, intent_id, kind, created_at, state, cashier_id)
             SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, 'waiting', ? FROM print_jobs`,
          )
          .run(newId(), intentId, kind, isoTime(clock.now()), cashierId);
      },
      wake: () => {
        counter.wakes += 1;
      },
      readyNow: async () => counter.printer,
    },
    cash: testCash({
      database,
      clock,
      newId,
      settings: () => ({ ...TEST_CASH_SETTINGS, shifts: counter.shifts }),
    }),
    settings: () => counter.settings,
    approve: async ({ cashierId, pin }) =>
      cashierId === LUIS.id && pin === LUIS_PIN
        ? ok(LUIS)
        : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    audit: createAudit({ database, clock }),
    log: counter.log,
    onChange: (id) => counter.changes.push(id),
    random: options.random ?? (() => 0.5),
  });

  let payments: Payments;
  const counter: TestCounter = {
    clock,
    service,
    billers: new Map([[40, testBiller()]]),
    rates: { perUsd: { MXN: '20.00', RD: '50.00' }, fetchedAt: '2026-01-15T11:30:00.000Z' },
    settings: {
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [],
      drpBillers: [],
      shopCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
    },
    changes: [],
    uses: [],
    fault: () => {},
    portCall: () => {},
    ratesAreStale: false,
    paperThrows: false,
    wakes: 0,
    printer: { ok: true, value: null },
    serviceIsThere: true,
    shifts: 'automatic',
    startsByItself: true,
    log: silentLog,
    get payments() {
      return payments;
    },
    get database() {
      return database;
    },
    restart: () => {
      payments.stop();
      database.close();
      database = openDatabase(file);
      payments = createPayments(watched(ports()));
      if (counter.startsByItself) payments.start();
    },
    advance: (milliseconds) => clock.advance(milliseconds),
    jump: (milliseconds) => {
      jumped += milliseconds;
      clock.jump(milliseconds);
    },
    prepare: async (changes = {}) => {
      const { amount = '100.00', account = '501000000007', cashier = ANA } = changes;
      const preparing = payments.prepare(
        {
          kind: changes.kind ?? 'bill',
          billerId: changes.billerId ?? 40,
          accountNumber: account,
          nameOnAccount: null,
          amount: { amount, currency: 'MXN' },
          balanceId: changes.balanceId ?? null,
        },
        cashier,
      );
      await clock.advance(10);
      return await preparing;
    },
    order: async (changes = {}) => expectOk(await counter.prepare(changes)),
    payOut: async (changes = {}) => {
      const prepared = await counter.prepare({ kind: 'cash-out', ...changes });
      if (!prepared.ok) return prepared;
      return await payments.pay(
        { orderId: prepared.value.id, cash: null, acknowledged: ['looks-like-earlier'] },
        changes.cashier ?? ANA,
      );
    },
    paper: (paymentId, state) => {
      database
        .prepare("UPDATE print_jobs SET state = ? WHERE intent_id = ? AND kind = 'original'")
        .run(state, paymentId);
    },
    pay: (order, cashier = ANA) => {
      return atOnce(
        payments.pay(
          {
            orderId: order.id,
            cash: order.due,
            acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
          },
          cashier,
        ),
      );
    },
    payBill: async (changes = {}) => expectOk(counter.pay(await counter.order(changes))),
    loseBill: async () => {
      service.fates.push(NEVER_ARRIVES);
      const { id } = await counter.payBill();
      await counter.advance(2 * 60_000);
      if (!counter.get(id).maySendAgain) throw new Error('it may not be sent again');
      return id;
    },
    sendAgain: (paymentId) => counter.payments.sendAgain({ paymentId }, ANA),
    get: (paymentId) => expectOk(payments.get({ paymentId }, ANA)),
    rows: (sql) => database.prepare(sql).all(),
    close: () => {
      payments.stop();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  payments = createPayments(watched(ports()));
  payments.start();
  return counter;
}
