import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { testCash } from '../../../electron/counter/cash/testing/index.ts';
import { createPayments, type Payments } from '../../../electron/counter/payments/index.ts';
import { testRefunds } from '../../../electron/counter/refunds/testing/index.ts';
import { upsertCashier } from '../../../electron/counter/staff/cashier-queries.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import { type Database, openDatabase } from '../../../electron/ledger/index.ts';
import { testCodes } from '../../../electron/ledger/testing/index.ts';
import { silentLog, toIsoTime } from '../../../electron/platform/index.ts';
import { createPrinting, type Printing } from '../../../electron/printing/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type Exchange,
} from '../../../electron/service/index.ts';
import { createTransport } from '../../../electron/service/transport/transport.ts';
import {
  loadCertificate,
  type StoredCertificate,
} from '../../../electron/training/http/certificate.ts';
import {
  startTrainingServer,
  type TrainingServer,
  type TrainingTransaction,
} from '../../../electron/training/index.ts';
import { overHttps, payment } from '../../../electron/training/test-support.ts';
import {
  type Biller,
  type BillerKind,
  fail,
  ok,
  type Payment,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { PAPER_WORKER } from '../../support/built.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';
import { type FaultProxy, getRequestName, startFaultProxy } from './fault-proxy.ts';
import { createPacedTime, type PacedTime } from './paced-time.ts';
import { ANA, BILLERS, LUIS, LUIS_APPROVAL } from './world.ts';

/** What the cashier was shown, when it changed. */
export interface ShownState {
  readonly state: Payment['state'];
  readonly handOver: Payment['handOver'];
  /** Milliseconds since the beginning. */
  readonly at: number;
}

/**
 * A till and a service with a real network between them: the client with its own transport, TLS,
 * the fault proxy, TLS, the training service. The ledger is a real file; time alone is virtual.
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
  /** How often the cashier had each payment sent, the first time included. */
  readonly presses: Map<string, number>;
  /** What the till has just said of a payment. */
  note(payment: Payment): void;
  advance(milliseconds: number): Promise<void>;
  /** Waits for a call of the till, in virtual time. */
  finish<Value>(call: Promise<Value> | Value): Promise<Value>;
  view(paymentId: string): Payment;
  all(): readonly Payment[];
  performed(): Promise<readonly TrainingTransaction[]>;
  close(): Promise<void>;
}

const KINDS: readonly BillerKind[] = ['utility', 'top-up', 'partner'];

/** The billers as the service lists them; the same for every run of a version. */
const lists = new Map<ServiceVersion, ReadonlyMap<number, Biller>>();

async function getBillers(service: BillPaymentService): Promise<ReadonlyMap<number, Biller>> {
  const known = lists.get(service.version);
  if (known) return known;
  const read: Biller[] = [];
  for (const kind of KINDS) {
    const list = await service.billers(kind);
    if (!list.ok) throw new Error(`no ${kind} billers: ${JSON.stringify(list.problem)}`);
    read.push(...list.value);
  }
  const made = new Map(read.map((one) => [one.id, one]));
  lists.set(service.version, made);
  return made;
}

/**
 * One certificate for all, and it is the only one that the system has: to read some hundred others
 * takes longer than a payment.
 */
let certificateOnce: Promise<StoredCertificate> | null = null;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function getSharedCertificate(place: string): Promise<StoredCertificate> {
  certificateOnce ??= (async () => {
    const folder = mkdtempSync(join(place, 'mostrador-wire-ca-'));
    folders.push(folder);
    const none = join(folder, 'no-others');
    mkdirSync(none);
    const made = await loadCertificate(folder);
    process.env.SSL_CERT_FILE = made.caFile;
    process.env.SSL_CERT_DIR = none;
    return made;
  })();
  return certificateOnce;
}

export async function openWire(version: ServiceVersion): Promise<Wire> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'mostrador-wire-'));
  const flying = new Set<string>();
  const isHeld = (name: string): boolean => proxy.holds(name);
  const time = createPacedTime(
    () => !proxy.isBusy && [...flying].every(isHeld),
    () => JSON.stringify({ flying: [...flying], isBusy: proxy.isBusy }),
  );
  const certificate = await getSharedCertificate(place);
  const training = await startTrainingServer({
    clock: time.service,
    certificateFolder: dirname(certificate.caFile),
    // The proxy makes it wait, where it is to wait.
    r24Milliseconds: 0,
  });
  const proxy = await startFaultProxy({ clock: time.service, service: training, certificate });

  const transport = createTransport({
    origin: proxy.baseUrl,
    caPem: training.caPem,
    proxy: null,
    clock: time.till,
  });
  /** The real one; what is out is known, so that time waits for it. */
  const exchange: Exchange = async (request) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const name = getRequestName(request.method, request.target, headers);
    flying.add(name);
    try {
      return await transport.exchange(request);
    } finally {
      flying.delete(name);
    }
  };
  const { vendor, apiKey, secretKey } = training;
  const service = createBillPaymentService(
    { baseUrl: proxy.baseUrl, vendor, apiKey, secretKey, version },
    { clock: time.till, log: silentLog, exchange, random: () => 0.5 },
  );
  const billers = await getBillers(service);

  const database = openDatabase(join(folder, 'ledger.sqlite'), testCodes);
  database.commit(() => {
    for (const cashier of [ANA, LUIS]) {
      upsertCashier(database, { ...cashier, pinHash: 'x' }, toIsoTime(time.till.now()));
    }
  });
  const device = createFakePrinter(time.till, () => database);
  const printing = createPrinting({
    database,
    clock: time.till,
    newId: randomUUID,
    log: silentLog,
    settings: () => ({
      printer: { kind: 'screen', columns: 42 },
      shop: { name: 'Abarrotes Lupita' },
      posNumber: '07',
      timeZone: 'America/Mexico_City',
      language: 'es-MX',
      environment: 'production',
    }),
    onChange: () => look(),
    viewer: () => ({ cashierId: 'ana', since: '', role: 'cashier' }),
    approve: async () => ok(LUIS),
    audit: createAudit({ database, clock: time.till }),
    paperWorker: PAPER_WORKER,
    device: device.port,
  });
  const shownStates = new Map<string, ShownState[]>();
  const note = ({ id, state, handOver }: Payment): void => {
    const known = shownStates.get(id) ?? [];
    shownStates.set(id, known);
    const last = known.at(-1);
    if (last?.state === state && last.handOver === handOver) return;
    known.push({ state, handOver, at: time.elapsed });
  };
  const payments = createPayments({
    database,
    clock: time.till,
    newId: randomUUID,
    service: () => service,
    connected: async () => ok(service),
    catalog: {
      biller: (id) => {
        const biller = billers.get(id);
        return biller ? { biller, isListed: true } : null;
      },
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: toIsoTime(time.till.now()) }),
      state: () => ({ areRatesStale: false }),
      noteUse: () => {},
    },
    paper: printing,
    cash: testCash({ database, clock: time.till, newId: randomUUID }),
    refunds: testRefunds({ database, clock: time.till }),
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
    approve: async ({ pin }) =>
      pin === LUIS_APPROVAL.pin ? ok(LUIS) : fail({ kind: 'wrong-pin', waitSeconds: 0 }),
    audit: createAudit({ database, clock: time.till }),
    log: silentLog,
    onChange: (id) => note(view(id)),
    random: () => 0.5,
  });

  function view(paymentId: string): Payment {
    const seen = payments.get({ paymentId }, ANA);
    if (!seen.ok) throw new Error(`no payment: ${JSON.stringify(seen.problem)}`);
    return seen.value;
  }

  function all(): readonly Payment[] {
    const rows = database.prepare('SELECT id FROM intents ORDER BY created_at').all();
    return payments.views(rows.map((row) => String(row.id)));
  }

  function look(): void {
    for (const payment of all()) note(payment);
  }

  printing.start();
  payments.start();
  // As the till does when it connects: the answer corrects its clock.
  await service.account();
  await time.waitForRest();

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
    presses: new Map(),
    view,
    all,
    note,
    advance: async (milliseconds) => {
      await time.advance(milliseconds);
      look();
    },
    finish: async (call) => {
      let isDone = false;
      const marked = Promise.resolve(call).finally(() => {
        isDone = true;
      });
      // Whoever waits below hears it; it is not left unheard meanwhile.
      marked.catch(() => {});
      for (let step = 0; step < 4000; step += 1) {
        await time.waitForRest();
        if (isDone) break;
        await time.advance(25);
      }
      return await marked;
    },
    performed: async () => (await training.inspect()).transactions,
    close: async () => {
      payments.stop();
      await service.close();
      await transport.close();
      await proxy.close();
      await training.close();
      // A job may be in the printer's hands, and its time is ours.
      const stopping = printing.stop();
      await time.advance(10_000);
      await stopping;
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What other tills of the shop pay, each for an account of its own, past the proxy. */
export async function payAtOtherTills(wire: Wire, times: number): Promise<void> {
  const other = overHttps(wire.training, wire.time.service.now);
  try {
    for (let number = 1; number <= times; number += 1) {
      const body = payment({
        biller_id: BILLERS.topUp,
        account_number: `557788${String(number).padStart(4, '0')}`,
        amount: 20,
        pos_number: '08',
      });
      const { status } = await other.ask('POST', '/bill/pay', { body });
      if (status !== 201) throw new Error(`not paid elsewhere: ${status}`);
    }
  } finally {
    await other.close();
  }
}
