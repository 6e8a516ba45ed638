/**
 * The response time for the cashier, in the built page, in training: from a key to the list during
 * a search, and from F12 to the result. Each against the same screen with the work done beforehand.
 * During the search the page immediately gets the answer that main gave before. At F12 it gets a
 * payment that main has already made, after the work that cannot be done beforehand was done bare,
 * outside the page as in main: a synced row, a signed request on a new connection to a training
 * service like the till's own, and a synced row of its answer. A measurement ends when the page has
 * laid out the result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JSHandle, Page } from '@playwright/test';
import { startEmbeddedTraining } from '../../electron/training/thread/index.ts';
import type { CallName, TillBridge } from '../../shared/contract/index.ts';
import { typeKeyByKey } from '../support/human-pace.ts';
import { getTextBeforePlaceholder } from '../support/page-texts.ts';
import { openBarePayments } from './support/bare-payments.ts';
import { type BareSocket, openBareSocket } from './support/bare-socket.ts';
import { installCachedAnswers, startMeasuringUntilShown } from './support/cached-answers.ts';
import {
  createSamples,
  measureInTurns,
  reportProgress,
  type Turn,
} from './support/measure-in-turns.ts';
import {
  createTillProgram,
  DIST,
  fillCatalog,
  launchBrowser,
  startProgram,
} from './support/program.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const SEARCH_ROUNDS = { rounds: 40, warmUp: 8 };
const PAYMENT_ROUNDS = { rounds: 12, warmUp: 3 };
const MAX_RATIO = 1.3;
/** A longer wait means that the event never occurs. */
const TIMEOUT_MS = 60_000;
const LANGUAGE = 'es-MX';
/** The last letter of each is measured if it changes the list. */
const QUERIES = [
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
const MIN_QUERIES = 4;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const browser = await launchBrowser();
  const till = createTillProgram(join(folder, 'till'));
  const service = await startEmbeddedTraining({
    workerUrl: pathToFileURL(join(DIST, 'main', 'training-worker.js')),
    folder: join(folder, 'service'),
  });
  const barePayments = openBarePayments(join(folder, 'bare.sqlite'), service);
  const bareSocket = await openBareSocket(barePayments);
  try {
    reportProgress('felt: filling the catalogue');
    await fillCatalog(browser, till);
    const program = await startProgram(till);
    // The page's policy allows connections only to main.
    const page = await browser.newPage({ bypassCSP: true });
    try {
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.addInitScript(installCachedAnswers);
      await page.goto(program.address);
      await signIn(page);
      return [await measureSearch(page), await measurePayment(page, bareSocket)];
    } finally {
      await page.close();
      await program.stop();
    }
  } finally {
    await browser.close();
    bareSocket.close();
    barePayments.close();
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
  await waitForTitle(page, getTextBeforePlaceholder(LANGUAGE, 'home.title'));
}

async function waitForTitle(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor();
}

async function measureSearch(page: Page): Promise<BenchResult> {
  const lists = new Map<string, { readonly before: string; readonly after: string }>();
  for (const text of QUERIES) {
    const previousList = await readList(page, text.slice(0, -1));
    const list = await readList(page, text);
    if (previousList !== list && list !== '')
      lists.set(text, { before: previousList, after: list });
  }
  const usableQueries = [...lists.keys()];
  if (usableQueries.length < MIN_QUERIES)
    throw new Error(`only ${usableQueries.join(', ')} find something new`);
  const samples = createSamples();
  await measureInTurns('felt: search', SEARCH_ROUNDS, async (turn, isKept, round) => {
    const text = usableQueries[(round + SEARCH_ROUNDS.warmUp) % usableQueries.length] ?? '';
    const expected = lists.get(text);
    if (expected === undefined) throw new Error(`${text} was never typed`);
    if ((await readList(page, text.slice(0, -1))) !== expected.before) {
      throw new Error(`${text}: another list than at first`);
    }
    await setCannedAnswers(page, turn, 'catalog.');
    await page.evaluate(startMeasuringUntilShown, {
      selector: '[role=option]',
      text: expected.after,
      isPrefix: false,
      timeoutMs: TIMEOUT_MS,
    });
    const durationMs = await measureKey(page, text.slice(-1), turn, 'catalog.search');
    if (isKept) samples[turn].push(durationMs);
  });
  return toBenchResult({
    name: 'a key to the list while searching, against the list with its answer at hand',
    samples,
    minSamples: SEARCH_ROUNDS.rounds,
    limit: { of: 'ratio', most: MAX_RATIO },
    plausibleRatio: [0.5, 10],
  });
}

/** Returns the page's list for this text once it is stable. */
async function readList(page: Page, text: string): Promise<string> {
  const field = page.getByRole('combobox');
  const read = () => page.getByRole('option').allTextContents();
  await field.fill('');
  await field.fill(text);
  let previousRead = '';
  for (let stableReads = 0; stableReads < 3; ) {
    await page.waitForTimeout(60);
    const currentList = (await read()).join('|');
    const hasPendingCalls = await page.evaluate(() => window.answers.pendingCalls.size > 0);
    stableReads = currentList === previousRead && !hasPendingCalls ? stableReads + 1 : 0;
    previousRead = currentList;
  }
  return previousRead;
}

/** Gives the page the recorded answers of these calls, or none if main must be called. */
async function setCannedAnswers(page: Page, turn: Turn, calls: string): Promise<void> {
  await page.evaluate(
    ({ isGiven: usesRecorded, calls }) => {
      const { answers } = window;
      answers.cannedAnswers.clear();
      for (const [key, value] of usesRecorded ? answers.recordedAnswers : [])
        if (key.startsWith(calls)) answers.cannedAnswers.set(key, value);
    },
    { isGiven: turn === 'bare', calls },
  );
}

/**
 * Presses the key and returns the milliseconds until the result is shown. With a canned answer main
 * must not have been called.
 */
async function measureKey(page: Page, key: string, turn: Turn, call: CallName): Promise<number> {
  const countCalls = () => page.evaluate((name) => window.answers.sentCounts.get(name) ?? 0, call);
  const initialCount = await countCalls();
  await page.keyboard.press(key);
  const durationMs = await page.evaluate(() => window.answers.timeToShown);
  const isMainCalled = (await countCalls()) > initialCount;
  if (isMainCalled !== (turn === 'ours')) {
    throw new Error(`${call}: main was ${isMainCalled ? 'asked' : 'not asked'}`);
  }
  return durationMs;
}

type PageSocket = JSHandle<(text: string) => Promise<unknown>>;

async function measurePayment(page: Page, line: BareSocket): Promise<BenchResult> {
  const samples = createSamples();
  const result = getTextBeforePlaceholder(LANGUAGE, 'receipts.paidExact');
  let account = 8_112_345_000;
  const pageSocket = await page.evaluateHandle(
    (address) => window.answers.openSocket(address),
    line.address,
  );
  await measureInTurns('felt: F12', PAYMENT_ROUNDS, async (turn, isKept) => {
    account += 1;
    await goToConfirm(page, String(account));
    if (turn === 'bare') await payBeforehand(page, pageSocket, String(account));
    await waitForTitle(page, getTextBeforePlaceholder(LANGUAGE, 'pay.confirm.title'));
    await page.evaluate(startMeasuringUntilShown, {
      selector: 'h1',
      text: result,
      isPrefix: true,
      timeoutMs: TIMEOUT_MS,
    });
    const durationMs = await measureKey(page, 'F12', turn, 'payments.pay');
    if (isKept) samples[turn].push(durationMs);
    await page.evaluate(() => {
      window.answers.cannedAnswers.clear();
      window.answers.beforeAnswer = null;
      window.answers.ignoresEvents = false;
    });
    await expectPaidOnce(page, String(account));
    await nextCustomer(page);
  });
  return toBenchResult({
    name: 'F12 to the result in training, against one made beforehand, and a bare request',
    samples,
    minSamples: PAYMENT_ROUNDS.rounds,
    limit: { of: 'ratio', most: MAX_RATIO },
    plausibleRatio: [0.5, 30],
  });
}

async function goToConfirm(page: Page, account: string): Promise<void> {
  const typeAndWait = async (text: string, nextTitle: string): Promise<void> => {
    await typeKeyByKey(page.keyboard, text);
    await page.keyboard.press('Enter');
    await waitForTitle(page, nextTitle);
  };
  await readList(page, 'telmex');
  await page.getByRole('combobox').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(getTextBeforePlaceholder(LANGUAGE, 'pay.account.phone_number')).waitFor();
  await typeAndWait(account, getTextBeforePlaceholder(LANGUAGE, 'pay.amount.title'));
  await typeAndWait('150', getTextBeforePlaceholder(LANGUAGE, 'pay.cash.title'));
  await typeAndWait('', getTextBeforePlaceholder(LANGUAGE, 'pay.confirm.title'));
  await page.locator('[aria-keyshortcuts=F12]:visible').first().waitFor();
}

/**
 * Makes the payment of F12 outside the page. After F12 the page gets its result, once a bare
 * payment was made over this socket.
 */
async function payBeforehand(page: Page, line: PageSocket, account: string): Promise<void> {
  await page.evaluate(
    async ({ line, account, timeoutMs }) => {
      const { answers } = window;
      const till: TillBridge = Object(window).till;
      const preparedEntry = [...answers.recordedAnswers].findLast(([key]) =>
        key.startsWith('payments.prepare '),
      );
      const order = Object(Object(preparedEntry?.[1]).value);
      answers.ignoresEvents = true;
      const input = { orderId: order.id, cash: order.due, acknowledged: [] };
      let answer = Object(await till.call('payments.pay', input));
      const startedAt = performance.now();
      while (answer.ok && answer.value.state !== 'paid') {
        if (performance.now() - startedAt > timeoutMs)
          throw new Error(`it is ${answer.value.state}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        answer = Object(await till.call('payments.get', { paymentId: answer.value.id }));
      }
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
      answers.cannedAnswers.set('payments.pay', answer);
      answers.beforeAnswer = () => line(account);
    },
    { line, account, timeoutMs: TIMEOUT_MS },
  );
}

/** Expects exactly one paid payment of this account in both ways. */
async function expectPaidOnce(page: Page, account: string): Promise<void> {
  const states = await page.evaluate(async (accountNumber) => {
    const till: TillBridge = Object(window).till;
    const answer = Object(await till.call('payments.recent', { limit: 5 }));
    return Object(answer.value)
      .filter((payment: { accountNumber: string }) => payment.accountNumber === accountNumber)
      .map((payment: { state: string }) => payment.state);
  }, account);
  if (states.join() !== 'paid') throw new Error(`payments of ${account}: ${states.join()}`);
}

async function nextCustomer(page: Page): Promise<void> {
  const homeTitle = page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: getTextBeforePlaceholder(LANGUAGE, 'home.title') });
  const startedAt = performance.now();
  // A result ignores keys at first.
  while (!(await homeTitle.isVisible())) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('the result does not go');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
  }
}
