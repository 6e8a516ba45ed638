import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCash } from '../../../electron/counter/cash/testing/index.ts';
import { createPayments, type Payments } from '../../../electron/counter/payments/index.ts';
import { NO_OTHER_TILL_PAYMENTS } from '../../../electron/counter/payments/testing/index.ts';
import { createTestRefunds } from '../../../electron/counter/refunds/testing/index.ts';
import { upsertCashier } from '../../../electron/counter/staff/cashier-queries.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import type { Database } from '../../../electron/ledger/index.ts';
import { openTestLedger, testCodes } from '../../../electron/ledger/testing/index.ts';
import { silentLog, toIsoTime } from '../../../electron/platform/index.ts';
import { createPrinting, type Printing } from '../../../electron/printing/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type HttpExchange,
} from '../../../electron/service/index.ts';
import { createHttpTransport } from '../../../electron/service/transport/transport.ts';
import {
  startTrainingServer,
  type TrainingServer,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import {
  buildPaymentBody,
  createHttpsTestClient,
} from '../../../electron/training/test-support.ts';
import {
  type Biller,
  type BillerKind,
  fail,
  ok,
  type Payment,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { PAPER_WORKER_URL } from '../../support/built-paths.ts';
import { loadTestCertificate, TEST_CERTIFICATE_FOLDER } from '../../support/certificates.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';
import { type FaultProxy, getRequestName, startFaultProxy } from './fault-proxy.ts';
import { ANA, BILLERS, LUIS, LUIS_APPROVAL } from './fault-world.ts';
import { createPacedTime, type PacedTime } from './paced-time.ts';

/** A change of what the cashier was shown. */
export interface ShownState {
  readonly state: Payment['state'];
  readonly handOver: Payment['handOver'];
  /** Milliseconds since the beginning. */
  readonly at: number;
}

/**
 * A till and a service with a real network between them: the client with its own transport, TLS,
 * the fault proxy, TLS, the training service. The ledger is a real file; only time is virtual.
 */
export interface Wire {
  readonly version: ServiceVersion;
  readonly time: PacedTime;
  readonly proxy: FaultProxy;
  readonly training: TrainingServer;
  readonly database: Database;
  readonly payments: Payments;
  readonly printing: Printing;
  readonly device: FakePrinter;
  readonly billers: ReadonlyMap<number, Biller>;
  readonly shownStates: ReadonlyMap<string, readonly ShownState[]>;
  /** How often the cashier sent each payment, including the first time. */
  readonly sendCounts: Map<string, number>;
  /** Records the state of a payment that the till has just returned. */
  recordShownState(payment: Payment): void;
  advance(milliseconds: number): Promise<void>;
  /** Waits for a call of the till, in virtual time. */
  finish<Value>(call: Promise<Value> | Value): Promise<Value>;
  view(paymentId: string): Payment;
  listPayments(): readonly Payment[];
  performed(): Promise<readonly TrainingTransaction[]>;
  close(): Promise<void>;
}

const KINDS: readonly BillerKind[] = ['utility', 'top-up', 'partner'];

/** The billers as the service lists them; the same for every run of a version. */
const cachedBillers = new Map<ServiceVersion, ReadonlyMap<number, Biller>>();

async function getBillers(service: BillPaymentService): Promise<ReadonlyMap<number, Biller>> {
  const billers = cachedBillers.get(service.version);
  if (billers) return billers;
  const allBillers: Biller[] = [];
  for (const kind of KINDS) {
    const list = await service.readBillers(kind);
    if (!list.ok) throw new Error(`no ${kind} billers: ${JSON.stringify(list.problem)}`);
    allBillers.push(...list.value);
  }
  const billersById = new Map(allBillers.map((biller) => [biller.id, biller]));
  cachedBillers.set(service.version, billersById);
  return billersById;
}

export async function openWire(version: ServiceVersion): Promise<Wire> {
  const baseFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(baseFolder, 'mostrador-wire-'));
  const requestsInTransit = new Set<string>();
  const isHeld = (name: string): boolean => proxy.isHeld(name);
  const time = createPacedTime(
    () => !proxy.isBusy && [...requestsInTransit].every(isHeld),
    () => JSON.stringify({ flying: [...requestsInTransit], isBusy: proxy.isBusy }),
  );
  const certificate = await loadTestCertificate();
  const training = await startTrainingServer({
    strict: true,
    clock: time.service,
    certificateFolder: TEST_CERTIFICATE_FOLDER,
    // The proxy applies the delay where a test wants it.
    r24Milliseconds: 0,
  });
  const proxy = await startFaultProxy({ clock: time.service, service: training, certificate });

  const transport = createHttpTransport({
    origin: proxy.baseUrl,
    caPem: training.caPem,
    proxy: null,
    clock: time.till,
  });
  /** The real transport; requests in transit are recorded, so that time stops for them. */
  const exchange: HttpExchange = async (request) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const name = getRequestName(request.method, request.target, headers);
    requestsInTransit.add(name);
    try {
      return await transport.exchange(request);
    } finally {
      requestsInTransit.delete(name);
    }
  };
  const { vendor, apiKey, secretKey } = training;
  const service = createBillPaymentService(
    { baseUrl: proxy.baseUrl, vendor, apiKey, secretKey, version },
    { clock: time.till, log: silentLog, exchange, random: () => 0.5 },
  );
  const billers = await getBillers(service);

  const database = openTestLedger(join(folder, 'ledger.sqlite'), testCodes);
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      upsertCashier(database, { ...cashier, pinHash: 'x' }, toIsoTime(time.till.now()));
    }
  });
  const cash = createTestCash({ database, clock: time.till, createId: randomUUID });
  // A float for the cash-outs.
  cash.open({ counts: [{ currency: 'MXN', pieces: [], other: '5000.00' }] }, ANA);
  const device = createFakePrinter(time.till, database);
  const printing = createPrinting({
    database,
    clock: time.till,
    createId: randomUUID,
    log: silentLog,
    settings: () => ({
      printer: { kind: 'screen', columns: 42 },
      shop: { name: 'Abarrotes Lupita' },
      posNumber: '07',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      environment: 'production',
    }),
    onChange: () => recordAllPayments(),
    getViewer: () => ({ cashierId: 'ana', signedInAt: '', role: 'cashier' }),
    approve: async () => ok(LUIS),
    audit: createAudit({ database, clock: time.till }),
    paperWorkerUrl: PAPER_WORKER_URL,
    device: device.port,
  });
  const shownStates = new Map<string, ShownState[]>();
  const recordShownState = ({ id, state, handOver }: Payment): void => {
    const states = shownStates.get(id) ?? [];
    shownStates.set(id, states);
    const lastState = states.at(-1);
    if (lastState?.state === state && lastState.handOver === handOver) return;
    states.push({ state, handOver, at: time.elapsed });
  };
  const payments = createPayments({
    database,
    clock: time.till,
    createId: randomUUID,
    service: () => service,
    waitForService: async () => ok(service),
    catalog: {
      biller: (id) => {
        const biller = billers.get(id);
        return biller ? { biller, isListed: true } : null;
      },
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: toIsoTime(time.till.now()) }),
      state: () => ({ areRatesStale: false }),
      recordUse: () => {},
    },
    paper: printing,
    cash,
    refunds: createTestRefunds({ database, clock: time.till }),
    otherTillPayments: NO_OTHER_TILL_PAYMENTS,
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [BILLERS.partner],
      drpBillers: [],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: 'America/Mexico_City',
    }),
    approve: async (_act, { pin }) =>
      pin === LUIS_APPROVAL.pin ? ok(LUIS) : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    audit: createAudit({ database, clock: time.till }),
    log: silentLog,
    onChange: (id) => recordShownState(view(id)),
    random: () => 0.5,
  });

  function view(paymentId: string): Payment {
    const result = payments.get({ paymentId }, ANA);
    if (!result.ok) throw new Error(`no payment: ${JSON.stringify(result.problem)}`);
    return result.value;
  }

  function listPayments(): readonly Payment[] {
    const rows = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
    return payments.listViews(rows.map((row) => String(row.id)));
  }

  function recordAllPayments(): void {
    for (const payment of listPayments()) recordShownState(payment);
  }

  printing.start();
  payments.start();
  // As the till does when it connects: the answer corrects its clock.
  await service.readAccount();
  await time.waitUntilIdle();

  return {
    version,
    time,
    proxy,
    training,
    database,
    payments,
    printing,
    device,
    billers,
    shownStates,
    sendCounts: new Map(),
    view,
    listPayments,
    recordShownState,
    advance: async (milliseconds) => {
      await time.advance(milliseconds);
      recordAllPayments();
    },
    finish: async (call) => {
      let isDone = false;
      const trackedCall = Promise.resolve(call).finally(() => {
        isDone = true;
      });
      // The caller awaits the promise below; the handler avoids an unhandled rejection until then.
      trackedCall.catch(() => {});
      for (let step = 0; step < 4000; step += 1) {
        await time.waitUntilIdle();
        if (isDone) break;
        await time.advance(25);
      }
      return await trackedCall;
    },
    performed: async () => (await training.inspect()).transactions,
    close: async () => {
      payments.stop();
      await service.close();
      await transport.close();
      await proxy.close();
      await training.close();
      // The printer may have a job, which needs virtual time to end.
      const printingStopped = printing.stop();
      await time.advance(10_000);
      await printingStopped;
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Pays at other tills of the shop, each for its own account, without the proxy. */
export async function payAtOtherTills(wire: Wire, times: number): Promise<void> {
  const otherTill = createHttpsTestClient(wire.training, wire.time.service.now);
  try {
    for (let number = 1; number <= times; number += 1) {
      const body = buildPaymentBody({
        biller_id: BILLERS.topUp,
        account_number: `557788${String(number).padStart(4, '0')}`,
        amount: 20,
        pos_number: '08',
      });
      const { status } = await otherTill.ask('POST', '/bill/pay', { body });
      if (status !== 201) throw new Error(`not paid elsewhere: ${status}`);
    }
  } finally {
    await otherTill.close();
  }
}
