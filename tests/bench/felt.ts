/**
 * What a cashier feels, in the page as it is built, in training: from a key to the list while she
 * searches, and from F12 to the result. Each against the same screen with the work done beforehand.
 * While she searches, the page is given the answer that main gave before, at once. At F12 it is given
 * a payment that main has made already, once what nobody can do beforehand is done, bare, beside the
 * page as main does it: a synced row, a signed request on a new connection to a training service like
 * the till's own, and a synced row of its answer. What is measured ends when the page has laid out
 * what it shows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JSHandle, Page } from '@playwright/test';
import { startEmbeddedTraining } from '../../electron/training/thread/index.ts';
import type { CallName, TillBridge } from '../../shared/contract/index.ts';
import { typeKeyByKey } from '../support/human-pace.ts';
import { getText } from '../support/page-texts.ts';
import { openBarePayments } from './support/bare-payments.ts';
import { type BareSocket, openBareSocket } from './support/bare-socket.ts';
import { installCachedAnswers, startWaitingForShown } from './support/cached-answers.ts';
import {
  createTillProgram,
  DIST,
  fillCatalog,
  launchBrowser,
  startProgram,
} from './support/program.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns, reportProgress, type Turn } from './support/rounds.ts';

const SEARCH = { rounds: 40, warmUp: 8 };
const PAYMENTS = { rounds: 12, warmUp: 3 };
const MOST = 1.3;
/** Nothing here takes so long, in milliseconds: what does never comes. */
const LONGEST = 60_000;
const LANGUAGE = 'es-MX';
/** The last letter of each is measured, where it makes another list than the letters before it. */
const TYPED = [
  'cfe',
  'telm',
  'sky',
  'izz',
  'gas',
  'mega',
  'inf',
  'tot',
  'netf',
  'telc',
  'lux',
  'agua d',
];
const MIN_TYPED_KEYS = 4;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  const till = createTillProgram(join(folder, 'till'));
  const service = await startEmbeddedTraining({
    workerUrl: pathToFileURL(join(DIST, 'main', 'training-worker.js')),
    folder: join(folder, 'service'),
  });
  const bare = openBarePayments(join(folder, 'bare.sqlite'), service);
  const line = await openBareSocket(bare);
  try {
    reportProgress('felt: filling the catalogue');
    await fillCatalog(browser, till);
    const started = await startProgram(till);
    // The page's own policy lets it talk to main alone.
    const page = await browser.newPage({ bypassCSP: true });
    try {
      page.setDefaultTimeout(LONGEST);
      await page.addInitScript(installCachedAnswers);
      await page.goto(started.address);
      await signIn(page);
      return [await searched(page), await paid(page, line)];
    } finally {
      await page.close();
      await started.end();
    }
  } finally {
    await browser.close();
    line.close();
    bare.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('option', { name: 'Ana' }).waitFor();
  await page.getByRole('option').first().focus();
  await page.keyboard.type('An');
  await page.keyboard.press('Enter');
  await page.locator('input[type=password]').waitFor();
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await asks(page, getText(LANGUAGE, 'home.title'));
}

async function asks(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor();
}

async function searched(page: Page): Promise<BenchResult> {
  const lists = new Map<string, { readonly before: string; readonly after: string }>();
  for (const text of TYPED) {
    const before = await listOf(page, text.slice(0, -1));
    const after = await listOf(page, text);
    if (before !== after && after !== '') lists.set(text, { before, after });
  }
  const typed = [...lists.keys()];
  if (typed.length < MIN_TYPED_KEYS) throw new Error(`only ${typed.join(', ')} find something new`);
  const samples = createSamples();
  await measureInTurns('felt: search', SEARCH, async (turn, isKept, round) => {
    const text = typed[(round + SEARCH.warmUp) % typed.length] ?? '';
    const wanted = lists.get(text);
    if (wanted === undefined) throw new Error(`${text} was never typed`);
    if ((await listOf(page, text.slice(0, -1))) !== wanted.before) {
      throw new Error(`${text}: another list than at first`);
    }
    await atHand(page, turn, 'catalog.');
    await page.evaluate(startWaitingForShown, {
      selector: '[role=option]',
      text: wanted.after,
      isBeginning: false,
      most: LONGEST,
    });
    const took = await pressed(page, text.slice(-1), turn, 'catalog.search');
    if (isKept) samples[turn].push(took);
  });
  return toBenchResult({
    name: 'a key to the list while searching, against the list with its answer at hand',
    samples,
    least: SEARCH.rounds,
    limit: { of: 'ratio', most: MOST },
    sane: [0.5, 10],
  });
}

/** What the page lists for this text, once nothing changes any more. */
async function listOf(page: Page, text: string): Promise<string> {
  const field = page.getByRole('combobox');
  const read = () => page.getByRole('option').allTextContents();
  await field.fill('');
  await field.fill(text);
  let last = '';
  for (let alike = 0; alike < 3; ) {
    await page.waitForTimeout(60);
    const now = (await read()).join('|');
    const isOpen = await page.evaluate(() => window.answers.open.size > 0);
    alike = now === last && !isOpen ? alike + 1 : 0;
    last = now;
  }
  return last;
}

/** Gives the page what main answered to these calls, or nothing where main is to be asked. */
async function atHand(page: Page, turn: Turn, calls: string): Promise<void> {
  await page.evaluate(
    ({ isGiven, calls }) => {
      const { answers } = window;
      answers.atHand.clear();
      for (const [key, value] of isGiven ? answers.kept : [])
        if (key.startsWith(calls)) answers.atHand.set(key, value);
    },
    { isGiven: turn === 'bare', calls },
  );
}

/** Presses the key; with the answer at hand, main must not have been asked for it. */
async function pressed(page: Page, key: string, turn: Turn, call: CallName): Promise<number> {
  const sent = () => page.evaluate((name) => window.answers.sent.get(name) ?? 0, call);
  const before = await sent();
  await page.keyboard.press(key);
  const took = await page.evaluate(() => window.answers.shown);
  const isAsked = (await sent()) > before;
  if (isAsked !== (turn === 'ours')) {
    throw new Error(`${call}: main was ${isAsked ? 'asked' : 'not asked'}`);
  }
  return took;
}

type PageLine = JSHandle<(text: string) => Promise<unknown>>;

async function paid(page: Page, line: BareSocket): Promise<BenchResult> {
  const samples = createSamples();
  const result = getText(LANGUAGE, 'receipts.paidExact');
  let account = 8_112_345_000;
  const pageLine = await page.evaluateHandle(
    (address) => window.answers.openLine(address),
    line.address,
  );
  await measureInTurns('felt: F12', PAYMENTS, async (turn, isKept) => {
    account += 1;
    await upToConfirm(page, String(account));
    if (turn === 'bare') await payBeforehand(page, pageLine, String(account));
    await asks(page, getText(LANGUAGE, 'pay.confirm.title'));
    await page.evaluate(startWaitingForShown, {
      selector: 'h1',
      text: result,
      isBeginning: true,
      most: LONGEST,
    });
    const took = await pressed(page, 'F12', turn, 'payments.pay');
    if (isKept) samples[turn].push(took);
    await page.evaluate(() => {
      window.answers.atHand.clear();
      window.answers.before = null;
      window.answers.isDeaf = false;
    });
    await isPaidOnce(page, String(account));
    await nextCustomer(page);
  });
  return toBenchResult({
    name: 'F12 to the result in training, against one made beforehand, and a bare request',
    samples,
    least: PAYMENTS.rounds,
    limit: { of: 'ratio', most: MOST },
    sane: [0.5, 30],
  });
}

async function upToConfirm(page: Page, account: string): Promise<void> {
  const enter = async (text: string, next: string): Promise<void> => {
    await typeKeyByKey(page.keyboard, text);
    await page.keyboard.press('Enter');
    await asks(page, next);
  };
  await listOf(page, 'telmex');
  await page.getByRole('combobox').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(getText(LANGUAGE, 'pay.account.phone_number')).waitFor();
  await enter(account, getText(LANGUAGE, 'pay.amount.title'));
  await enter('150', getText(LANGUAGE, 'pay.cash.title'));
  await enter('', getText(LANGUAGE, 'pay.confirm.title'));
  await page.locator('[aria-keyshortcuts=F12]:visible').first().waitFor();
}

/**
 * Makes the payment that F12 would make, past the page. After F12 the page is given its result, once
 * a bare payment is made over this line.
 */
async function payBeforehand(page: Page, line: PageLine, account: string): Promise<void> {
  await page.evaluate(
    async ({ line, account, most }) => {
      const { answers } = window;
      const till: TillBridge = Object(window).till;
      const prepared = [...answers.kept].findLast(([key]) => key.startsWith('payments.prepare '));
      const order = Object(Object(prepared?.[1]).value);
      answers.isDeaf = true;
      const input = { orderId: order.id, cash: order.due, acknowledged: [] };
      let answer = Object(await till.call('payments.pay', input));
      const began = performance.now();
      while (answer.ok && answer.value.state !== 'paid') {
        if (performance.now() - began > most) throw new Error(`it is ${answer.value.state}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        answer = Object(await till.call('payments.get', { paymentId: answer.value.id }));
      }
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
      answers.atHand.set('payments.pay', answer);
      answers.before = () => line(account);
    },
    { line, account, most: LONGEST },
  );
}

/** What is on the screen was paid: by either way one payment of this account. */
async function isPaidOnce(page: Page, account: string): Promise<void> {
  const states = await page.evaluate(async (accountNumber) => {
    const till: TillBridge = Object(window).till;
    const answer = Object(await till.call('payments.recent', { limit: 5 }));
    return Object(answer.value)
      .filter((one: { accountNumber: string }) => one.accountNumber === accountNumber)
      .map((one: { state: string }) => one.state);
  }, account);
  if (states.join() !== 'paid') throw new Error(`payments of ${account}: ${states.join()}`);
}

async function nextCustomer(page: Page): Promise<void> {
  const home = page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: getText(LANGUAGE, 'home.title') });
  const began = performance.now();
  // A result takes no key for its first moment.
  while (!(await home.isVisible())) {
    if (performance.now() - began > LONGEST) throw new Error('the result does not go');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
  }
}
