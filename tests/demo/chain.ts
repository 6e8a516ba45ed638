/**
 * A day of a chain without a person, by keyboard alone: three tills in two shops, a PostgreSQL, a
 * service that sends webhooks, and the process that makes the daily file. One till is silent when the
 * file is made. Leaves the screens and the file in out/demo/chain/.
 *
 *     npm run demo -- --chain
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../build/launcher/find-chromium.mjs';
import { createTrainingProvisioning } from '../../electron/settings/training-till.ts';
import { startBrowserShell } from '../e2e/support/shells.ts';
import { type ConnectionGate, openConnectionGate } from '../support/openssh/index.ts';
import { ROOT } from '../support/till-process.ts';
import { type Cashier, createAlbum, createCashier, SCREEN } from './cashier.ts';
import { type DemoOffice, startDemoOffice, until } from './chain-office.ts';
import {
  cutOff,
  doublePayment,
  ownersRooms,
  payBill,
  showRefund,
  whatCameLate,
} from './chain-scenes.ts';
import { waitForCatalogue } from './flows.ts';
import { ANA, LUIS, type Person, signIn } from './staff.ts';

const OUT = join(ROOT, 'out', 'demo', 'chain');
const SIZE = { width: 1366, height: 768 };
/** The tills' day takes so many minutes at most. */
const MINUTES = 3;

interface DemoTill {
  readonly cashier: Cashier;
  stop(): Promise<void>;
  /** Closed and opened again. */
  again(): Promise<DemoTill>;
}

interface Place {
  readonly shop: string;
  readonly pos: string;
  readonly who: Person;
  /** The database's address, where it is not the usual one. */
  readonly host?: string;
}

async function openTill(
  world: {
    readonly office: DemoOffice;
    readonly browser: Browser;
    readonly own: string;
    readonly screens: (name: string) => string;
  },
  { shop, pos, who, host }: Place,
): Promise<DemoTill> {
  const { office, browser, own, screens } = world;
  const { baseUrl, caFile, vendor, apiKey, secretKey } = office.training;
  const chain = office.enroll(shop, pos);
  const training = createTrainingProvisioning('es-MX');
  const provisioning = join(own, `till-${pos}.json`);
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
  // Without a key store of the system, a till holds its passwords as long as it runs.
  const args = ['--profile', join(own, `till-${pos}`), '--provision', provisioning];
  const start = async (): Promise<DemoTill> => {
    const running = await startBrowserShell(args);
    const page = await browser.newPage({ ...SCREEN, viewport: SIZE });
    await page.goto(running.address);
    const named = (name: string): string => screens(`till-${pos}-${name}`);
    const noPrinter = async (): Promise<void> => {};
    const stop = async (): Promise<void> => {
      await page.close();
      await running.stop();
    };
    return {
      cashier: createCashier(page, named, noPrinter),
      stop,
      again: async () => {
        await stop();
        return await start();
      },
    };
  };
  const till = await start();
  await signIn(till.cashier, who);
  await waitForCatalogue(till.cashier);
  return till;
}

async function play(
  office: DemoOffice,
  gate: ConnectionGate,
  open: (place: Place) => Promise<DemoTill>,
) {
  const tills: DemoTill[] = [];
  const opened = async (place: Place): Promise<DemoTill> => {
    const till = await open(place);
    tills.push(till);
    return till;
  };
  try {
    const [centro, beside, corner] = await Promise.all([
      opened({ shop: 'Centro', pos: '07', who: ANA }),
      opened({ shop: 'Centro', pos: '08', who: LUIS }),
      opened({ shop: 'La Esquina', pos: '21', who: ANA, host: `127.0.0.1:${gate.port}` }),
    ]);
    say('Three tills are open; each sells.');
    const bill = { biller: 'agua y drenaje', account: '123456851236', amount: '120' };
    await Promise.all([
      payBill(centro.cashier, bill),
      payBill(beside.cashier, { biller: 'cfe com', account: '501000000007' }),
      payBill(corner.cashier, { biller: 'cfe com', account: '501000000123' }),
    ]);
    say('The service gives one payment back, and says so to the chain by a webhook.');
    await showRefund(office, beside.cashier);
    say('The same bill is brought to the other shop.');
    await doublePayment(office, corner.cashier, bill);
    say('The line of that shop fails, and it sells on.');
    gate.set({ kind: 'cut', afterBytes: 0 });
    await cutOff(corner.cashier, { biller: 'cfe com', account: '501000000456' });
    if (Date.now() > office.midnight) {
      throw new Error('the day took too long for this computer; try again when it has less to do');
    }

    const seconds = Math.round((office.midnight - Date.now()) / 1000);
    say(`The day ends in ${seconds} s, and the file waits for the silent till, but not for ever.`);
    const name = await until('the daily file', () => readdirSync(office.folder)[0] ?? null);
    copyFileSync(join(office.folder, name), join(OUT, name));
    say(`The file is with the service: ${name}.`);
    await ownersRooms(office, centro.cashier);

    say('The line is back.');
    gate.set(null);
    tills.push(await corner.again());
    tills.splice(tills.indexOf(corner), 1);
    await until('the late row', () => lateRows(office, 'late_marks'));
    await office.restart();
    await until('the late difference', () => lateRows(office, 'late_rows'));
    await whatCameLate(centro.cashier);
  } catch (error) {
    for (const { cashier } of tills) await cashier.picture('stopped-here').catch(() => {});
    throw error;
  } finally {
    for (const till of tills) await till.stop();
  }
}

async function lateRows(
  office: DemoOffice,
  table: 'late_marks' | 'late_rows',
): Promise<true | null> {
  const rows = await office.database.sql(`SELECT FROM chain.${table}`);
  return rows.length > 0 ? true : null;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const executablePath = findChromium({ node: process.execPath, root: ROOT });
if (executablePath === null)
  throw new Error('there is no Chromium; `npm test` says what to install');
rmSync(OUT, { recursive: true, force: true });
const screens = createAlbum(join(OUT, 'screens'));
const own = mkdtempSync(join(tmpdir(), 'mostrador-demo-'));
// PostgreSQL's process does not keep this one while its end is waited for.
const awake = setInterval(() => {}, 1000);
const office = await startDemoOffice(own, { minutes: MINUTES, log: join(OUT, 'process.log') });
const gate = await openConnectionGate({ port: office.databasePort });
const browser = await chromium.launch({ executablePath });
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  }
});
try {
  const world = { office, browser, own, screens };
  await Promise.race([play(office, gate, (place) => openTill(world, place)), stopped]);
} finally {
  await browser.close();
  await gate.close();
  await office.close();
  clearInterval(awake);
  rmSync(own, { recursive: true, force: true });
}
say(`The screens and the chain's daily file are in ${relative(process.cwd(), OUT)}`);
