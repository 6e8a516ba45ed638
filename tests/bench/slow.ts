/**
 * The built till on a cheap computer: a quarter of one core and 1 GB of memory. Main runs in a
 * control group with these limits. The browser's own time is left out: a browser only records, once,
 * what the page requests until its sign-in can be used; outside the group, a connection without a
 * browser then requests the same, and is the cashier of the day. The service is outside the group
 * too, and its own time is subtracted from the time of a payment.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedgerDatabase } from '../../electron/ledger/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import { billerKindSchema, type Provisioning } from '../../shared/contract/index.ts';
import { createMoney } from '../../shared/money/index.ts';
import { createBillerCatalog } from './support/biller-catalog.ts';
import { fillCatalogTables } from './support/fill-catalog-tables.ts';
import { reportProgress } from './support/measure-in-turns.ts';
import {
  connectPage,
  type PageConnection,
  recordPageTraffic,
  replayPageTraffic,
} from './support/page-traffic.ts';
import {
  createTillProgram,
  getLedgerPath,
  launchBrowser,
  type Program,
  startProgram,
  type ThreadTime,
} from './support/program.ts';
import { listKeystrokes } from './support/ranking-list.ts';
import { createResourceGroup, type ResourceGroup } from './support/resource-group.ts';
import { type BenchResult, toBenchResult, type UnavailablePart } from './support/result.ts';
import { startServiceTimer } from './support/service-time.ts';

const START_ROUNDS = { rounds: 7, warmUp: 1 };
const CATALOG_SIZE = 20_000;
/** What a busy counter sells in a day. */
const SALES = 200;
const KEYSTROKES_PER_SALE = 6;
const MAX_SEARCH_RESULTS = 20;
/** Linux counts what a thread ran once it sleeps again, shortly after its answer. */
const SETTLE_MS = 20;
/** A fast typist. */
const KEY_INTERVAL_MS = 100;
/** From the last field to F12, and from a result to the next customer. */
const CASHIER_PAUSE_MS = 300;
const MAX_START_MS = 3_000;
const MAX_KEYSTROKE_MS = 16;
const MAX_PAYMENT_MS = 300;
const MAX_MEGABYTES = 150;
/** A payment without a result by then has failed. */
const TIMEOUT_MS = 60_000;
const PAID_BILLER_ID = 37;
const CASHIER = { id: 'ana', name: 'Ana', pin: '1234', role: 'owner' } as const;

/** The times of main's thread, and of the group, in milliseconds since the start. */
interface MainTime extends ThreadTime {
  readonly throttledMs: number;
}

interface DaySamples {
  readonly keystrokes: number[];
  readonly payments: number[];
  readonly megabytes: number[];
}

export async function run(): Promise<BenchResult[] | UnavailablePart> {
  const created = createResourceGroup();
  if (created.kind === 'unavailable') return { unavailableReason: created.reason };
  const { group } = created;
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  try {
    reportProgress(`slow: ${group.description}`);
    const startTimes = await measureStarts(join(folder, 'start'), group);
    const day = await measureDay(join(folder, 'day'), group);
    return toResults(startTimes, day);
  } finally {
    await group.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function toResults(startTimes: readonly number[], day: DaySamples): BenchResult[] {
  const keystroke = `a keystroke over ${CATALOG_SIZE.toLocaleString('en')} billers`;
  const measure = (name: string, ours: readonly number[], most: number | null) => ({
    name: `slow computer: ${name}`,
    samples: { ours, bare: null },
    limit: most === null ? null : ({ of: 'ours', most } as const),
  });
  return [
    toBenchResult({
      ...measure('start to a usable sign-in', startTimes, MAX_START_MS),
      minSamples: START_ROUNDS.rounds,
    }),
    toBenchResult({ ...measure(keystroke, day.keystrokes, null), minSamples: SALES }),
    toBenchResult({
      ...measure(`${keystroke}, the slowest twentieth`, day.keystrokes, MAX_KEYSTROKE_MS),
      minSamples: SALES,
      percent: 95,
    }),
    toBenchResult({
      ...measure('F12 to the result, without the service', day.payments, MAX_PAYMENT_MS),
      minSamples: SALES,
    }),
    toBenchResult({
      ...measure(
        'F12 to the result, without the service, the slowest twentieth',
        day.payments,
        null,
      ),
      minSamples: SALES,
      percent: 95,
    }),
    toBenchResult({
      ...measure(`memory of main after ${SALES} sales`, day.megabytes, MAX_MEGABYTES),
      minSamples: 1,
      unit: 'MB',
    }),
  ];
}

/** Measures from the start of the program until main has answered all that its sign-in requests. */
async function measureStarts(profile: string, group: ResourceGroup): Promise<number[]> {
  const fastTill = createTillProgram(profile);
  const slowTill = { ...fastTill, wrapperCommand: group.wrapperCommand };
  // The first start creates the ledger.
  await (await startProgram(fastTill)).stop();
  fillCatalogOf(getLedgerPath(fastTill));
  const browser = await launchBrowser();
  const traffic = await recordPageTraffic(browser, fastTill).finally(() => browser.close());
  const samples: number[] = [];
  for (let round = -START_ROUNDS.warmUp; round < START_ROUNDS.rounds; round += 1) {
    reportProgress(`slow: start ${round + 1} of ${START_ROUNDS.rounds}`);
    const startedAt = performance.now();
    const program = await startProgram(slowTill);
    try {
      await replayPageTraffic(program.address, traffic);
      if (round >= 0) samples.push(performance.now() - startedAt);
    } finally {
      await program.stop();
    }
  }
  return samples;
}

function fillCatalogOf(ledgerFile: string): void {
  const database = openLedgerDatabase(ledgerFile);
  fillCatalogTables(database, createBillerCatalog(CATALOG_SIZE));
  database.close();
}

/** Sells for a day, and measures each keystroke of a search and each payment. */
async function measureDay(profile: string, group: ResourceGroup): Promise<DaySamples> {
  const service = await startTrainingServer();
  const provisioningFile = `${profile}-provisioning.json`;
  writeFileSync(provisioningFile, JSON.stringify(createProvisioning(service)));
  const fastTill: Program = {
    ...createTillProgram(profile),
    args: ['--provision', provisioningFile],
  };
  try {
    await (await startProgram(fastTill)).stop();
    fillCatalogOf(getLedgerPath(fastTill, 'sandbox'));
    const program = await startProgram({ ...fastTill, wrapperCommand: group.wrapperCommand });
    try {
      const connection = await connectPage(program.address);
      await connection.call('staff.signIn', { cashierId: CASHIER.id, pin: CASHIER.pin });
      const sales = await sellForADay(connection, () => ({
        ...program.readMainThreadTime(),
        throttledMs: group.readThrottledMs(),
      }));
      const usage = program.readUsage();
      await connection.close();
      return { ...sales, megabytes: usage === null ? [] : [usage.megabytes] };
    } finally {
      await program.stop();
    }
  } finally {
    await service.close();
  }
}

function createProvisioning(service: TrainingServer): Provisioning {
  const { baseUrl, caFile, vendor, apiKey, secretKey } = service;
  return {
    environment: 'sandbox',
    version: 'v3.mx',
    chainName: 'lupita',
    ...{ baseUrl, caFile, vendor, apiKey, secretKey },
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    shop: { name: 'Abarrotes Lupita', address: 'Av. Juárez 12', helpLine: '800 123 4567' },
    printer: { kind: 'screen', columns: 42 },
    currency: 'MXN',
    cashiers: [CASHIER],
  };
}

async function sellForADay(
  connection: PageConnection,
  readMainTime: () => MainTime,
): Promise<{ readonly keystrokes: number[]; readonly payments: number[] }> {
  const queries = listKeystrokes();
  const keystrokes: number[] = [];
  const payments: number[] = [];
  const serviceTimer = startServiceTimer('/pay');
  try {
    for (let sale = 0; sale < SALES; sale += 1) {
      if (sale % 20 === 0) reportProgress(`slow: sale ${sale + 1} of ${SALES}`);
      for (let key = 0; key < KEYSTROKES_PER_SALE; key += 1) {
        await pause(KEY_INTERVAL_MS);
        const text = queries[(sale * KEYSTROKES_PER_SALE + key) % queries.length] ?? '';
        const initialTime = readMainTime();
        await connection.send('catalog.search', {
          text,
          kinds: billerKindSchema.options,
          limit: MAX_SEARCH_RESULTS,
        });
        await pause(SETTLE_MS);
        keystrokes.push(getSlowedMs(initialTime, readMainTime()));
      }
      const initialServiceMs = serviceTimer.readTotalMs();
      const durationMs = await measurePayment(connection, String(8_112_345_000 + sale));
      payments.push(durationMs - (serviceTimer.readTotalMs() - initialServiceMs));
      await pause(CASHIER_PAUSE_MS);
    }
  } finally {
    serviceTimer.stop();
  }
  return { keystrokes, payments };
}

/**
 * Returns main's own time between two readings: what its thread ran, and waited because the group had
 * used up its quarter of a core. Waiting for other programs of this machine is excluded: it would
 * determine the 95th percentile.
 */
function getSlowedMs(before: MainTime, after: MainTime): number {
  const throttledMs = after.throttledMs - before.throttledMs;
  return after.runMs - before.runMs + Math.min(throttledMs, after.waitMs - before.waitMs);
}

/** Prepares a payment, and returns the milliseconds from F12 until it is paid. */
async function measurePayment(connection: PageConnection, accountNumber: string): Promise<number> {
  const order = await connection.call('payments.prepare', {
    kind: 'bill',
    billerId: PAID_BILLER_ID,
    accountNumber,
    nameOnAccount: null,
    amount: createMoney('150.00', 'MXN'),
    balanceId: null,
  });
  await pause(CASHIER_PAUSE_MS);
  const paid = waitForPaid(connection);
  const startedAt = performance.now();
  const payment = await connection.call('payments.pay', {
    orderId: order.id,
    cash: order.due,
    acknowledged: [],
  });
  const paidAt = await paid;
  await connection.call('payments.acknowledge', { paymentId: payment.id, state: 'paid' });
  return paidAt - startedAt;
}

/** Resolves with the time at which main tells the page that the payment is paid. */
function waitForPaid(connection: PageConnection): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no result of a payment')), TIMEOUT_MS);
    connection.on('payments.changed', (payload) => {
      const state: unknown = Object(Object(payload).payment).state;
      if (state !== 'paid') return;
      clearTimeout(timer);
      resolve(performance.now());
    });
  });
}
