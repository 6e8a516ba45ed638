/**
 * A day of a chain without a person, with the keyboard only: three tills in two shops, PostgreSQL,
 * a service that sends webhooks, and the process that makes the daily file. One till is silent when
 * the file is made. Leaves the screens and the file in out/demo/chain/.
 *
 * npm run demo -- --chain
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { createTrainingProvisioning } from '../../electron/settings/training-provisioning.ts';
import { startBrowserShell } from '../e2e/support/shells.ts';
import { type ConnectionGate, openConnectionGate } from '../support/openssh/index.ts';
import { ROOT } from '../support/till-process.ts';
import { type Cashier, CONTEXT_OPTIONS, createAlbum, createCashier } from './cashier.ts';
import {
  payBill,
  showChainDisconnected,
  showChainPages,
  showDuplicateWarning,
  showLatePayment,
  showRefund,
} from './chain-scenes.ts';
import { ANA, type DemoCashier, LUIS, signIn } from './demo-cashiers.ts';
import { type DemoOffice, startDemoOffice, waitFor } from './demo-office.ts';
import { waitForCatalogue } from './flow-scenes.ts';

const OUT = join(ROOT, 'out', 'demo', 'chain');
const VIEWPORT = { width: 1366, height: 768 };
/** The maximum length of the tills' day. */
const DAY_MINUTES = 3;

interface DemoTill {
  readonly cashier: Cashier;
  stop(): Promise<void>;
  /** Stops the till and starts it again. */
  restart(): Promise<DemoTill>;
}

interface DemoTillOptions {
  readonly shop: string;
  readonly pos: string;
  readonly person: DemoCashier;
  /** The database's address, if it is not the usual one. */
  readonly host?: string;
}

async function openTill(
  environment: {
    readonly office: DemoOffice;
    readonly browser: Browser;
    readonly folder: string;
    readonly getScreenPath: (name: string) => string;
  },
  { shop, pos, person, host }: DemoTillOptions,
): Promise<DemoTill> {
  const { office, browser, folder, getScreenPath } = environment;
  const { baseUrl, caFile, vendor, apiKey, secretKey } = office.training;
  const chain = office.enroll(shop, pos);
  const training = createTrainingProvisioning('es-MX');
  const provisioning = join(folder, `till-${pos}.json`);
  writeFileSync(
    provisioning,
    JSON.stringify({
      ...training,
      environment: 'sandbox',
      ...{ baseUrl, caFile, vendor, apiKey, secretKey },
      chainName: 'lupita',
      posNumber: pos,
      shop: { ...training.shop, name: `Abarrotes Lupita ${shop}` },
      lockAfterMinutes: 0,
      reconciliation: office.reconciliation,
      chain: host === undefined ? chain : { ...chain, hosts: [host] },
    }),
  );
  // Without a system key store, a till keeps its passwords while it runs.
  const args = ['--profile', join(folder, `till-${pos}`), '--provision', provisioning];
  const start = async (): Promise<DemoTill> => {
    const running = await startBrowserShell(args);
    const page = await browser.newPage({ ...CONTEXT_OPTIONS, viewport: VIEWPORT });
    await page.goto(running.address);
    const getTillScreenPath = (name: string): string => getScreenPath(`till-${pos}-${name}`);
    const ignorePaper = async (): Promise<void> => {};
    const stop = async (): Promise<void> => {
      await page.close();
      await running.stop();
    };
    return {
      cashier: createCashier(page, getTillScreenPath, ignorePaper),
      stop,
      restart: async () => {
        await stop();
        return await start();
      },
    };
  };
  const till = await start();
  await signIn(till.cashier, person);
  await waitForCatalogue(till.cashier);
  return till;
}

async function runDay(
  office: DemoOffice,
  connectionGate: ConnectionGate,
  openDemoTill: (options: DemoTillOptions) => Promise<DemoTill>,
) {
  const tills: DemoTill[] = [];
  const openAndKeep = async (options: DemoTillOptions): Promise<DemoTill> => {
    const till = await openDemoTill(options);
    tills.push(till);
    return till;
  };
  try {
    const [firstTill, secondTill, otherShopTill] = await Promise.all([
      openAndKeep({ shop: 'Centro', pos: '07', person: ANA }),
      openAndKeep({ shop: 'Centro', pos: '08', person: LUIS }),
      openAndKeep({
        shop: 'La Esquina',
        pos: '21',
        person: ANA,
        host: `127.0.0.1:${connectionGate.port}`,
      }),
    ]);
    printLine('Three tills are open; each sells.');
    const bill = { biller: 'agua y drenaje', account: '123456851236', amount: '120' };
    await Promise.all([
      payBill(firstTill.cashier, bill),
      payBill(secondTill.cashier, { biller: 'cfe com', account: '501000000007' }),
      payBill(otherShopTill.cashier, { biller: 'cfe com', account: '501000000123' }),
    ]);
    printLine('The service gives one payment back, and says so to the chain by a webhook.');
    await showRefund(office, secondTill.cashier);
    printLine('The same bill is brought to the other shop.');
    await showDuplicateWarning(office, otherShopTill.cashier, bill);
    printLine('The line of that shop fails, and it sells on.');
    connectionGate.set({ kind: 'cut', afterBytes: 0 });
    await showChainDisconnected(otherShopTill.cashier, {
      biller: 'cfe com',
      account: '501000000456',
    });
    if (Date.now() > office.midnight) {
      throw new Error('the day took too long for this computer; try again when it has less to do');
    }

    const seconds = Math.round((office.midnight - Date.now()) / 1000);
    printLine(
      `The day ends in ${seconds} s, and the file waits for the silent till, but not for ever.`,
    );
    const name = await waitFor('the daily file', () => readdirSync(office.folder)[0] ?? null);
    copyFileSync(join(office.folder, name), join(OUT, name));
    printLine(`The file is with the service: ${name}.`);
    await showChainPages(office, firstTill.cashier);

    printLine('The line is back.');
    connectionGate.set(null);
    tills.push(await otherShopTill.restart());
    tills.splice(tills.indexOf(otherShopTill), 1);
    await waitFor('the late row', () => findLateRow(office, 'late_marks'));
    await office.restart();
    await waitFor('the late difference', () => findLateRow(office, 'late_rows'));
    await showLatePayment(firstTill.cashier);
  } catch (error) {
    for (const { cashier } of tills) await cashier.takePicture('stopped-here').catch(() => {});
    throw error;
  } finally {
    for (const till of tills) await till.stop();
  }
}

async function findLateRow(
  office: DemoOffice,
  table: 'late_marks' | 'late_rows',
): Promise<true | null> {
  const rows = await office.database.sql(`SELECT FROM chain.${table}`);
  return rows.length > 0 ? true : null;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const executablePath = findChromium({ node: process.execPath, root: ROOT });
if (executablePath === null)
  throw new Error('there is no Chromium; `npm test` says what to install');
rmSync(OUT, { recursive: true, force: true });
const getScreenPath = createAlbum(join(OUT, 'screens'));
const demoFolder = mkdtempSync(join(tmpdir(), 'mostrador-demo-'));
// PostgreSQL's process does not keep this one alive while its exit is awaited.
const keepAlive = setInterval(() => {}, 1000);
const office = await startDemoOffice(demoFolder, {
  minutes: DAY_MINUTES,
  log: join(OUT, 'process.log'),
});
const gate = await openConnectionGate({ port: office.databasePort });
const browser = await chromium.launch({ executablePath });
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  }
});
try {
  const environment = { office, browser, folder: demoFolder, getScreenPath };
  await Promise.race([runDay(office, gate, (options) => openTill(environment, options)), stopped]);
} finally {
  await browser.close();
  await gate.close();
  await office.close();
  clearInterval(keepAlive);
  rmSync(demoFolder, { recursive: true, force: true });
}
printLine(`The screens and the chain's daily file are in ${relative(process.cwd(), OUT)}`);
