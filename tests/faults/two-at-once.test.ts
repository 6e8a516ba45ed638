import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerDatabase } from '../../electron/ledger/index.ts';
import { testCodes } from '../../electron/ledger/testing/index.ts';
import { openTestSession } from '../../electron/shell/browser/testing.ts';
import {
  countRows,
  createPayInput,
  createProfileFolders,
  LEDGER_FILE,
  openCounter,
  prepareOrder,
  waitForPayment,
} from './support/counter-actions.ts';
import {
  openPage,
  type RealTill,
  startMain,
  startTill,
  type TillPage,
} from './support/real-till.ts';
import {
  OWNER,
  type RecordingService,
  startRecordingService,
} from './support/recording-service.ts';

/**
 * Two processes on one profile, two windows on one till, one F12 a hundred times: one request
 * reaches the service and one intent is in the ledger. The till is a real process; the service
 * counts requests as they arrive, before its own idempotency could hide a second one.
 */

const profiles = createProfileFolders();
const runningTills: RealTill[] = [];
let service: RecordingService;
/** A profile with loaded lists and without payments. */
let freshProfile: string;

beforeAll(async () => {
  service = await startRecordingService();
  freshProfile = profiles.make();
  const { till } = await openCounter(freshProfile, service);
  expect(await till.stop()).toBe(0);
});
afterEach(async () => {
  service.releaseAnswers();
  for (const till of runningTills.splice(0)) await till.kill();
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

interface Counter {
  readonly profile: string;
  readonly till: RealTill;
  readonly page: TillPage;
}

async function openTestCounter(): Promise<Counter> {
  const profile = profiles.make(freshProfile);
  const { till, page } = await openCounter(profile, service);
  runningTills.push(till);
  return { profile, till, page };
}

/** `certainAt` is computed from two clocks, so it may differ by a millisecond between calls. */
function withoutCertainAt<Value>(payment: Value): Value {
  return { ...payment, certainAt: null };
}

/**
 * Waits for the end of the payment, ends the till, and checks the requests, the service and the
 * ledger.
 */
async function expectPaidOnce(
  { till, profile }: Counter,
  page: TillPage,
  paymentId: string,
  sentBefore: number,
): Promise<void> {
  const payment = await waitForPayment(page, paymentId, ({ state }) => state !== 'sending');
  expect(payment.state).toBe('paid');
  expect(await till.stop()).toBe(0);
  const requests = service.moneyRequests().slice(sentBefore);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toContain(payment.externalId);
  expect(
    service.performed().filter(({ externalId }) => externalId === payment.externalId),
  ).toHaveLength(1);
  expect([countRows(profile, 'intents'), countRows(profile, 'sends')]).toEqual([1, 1]);
}

describe('one confirmation over the contract', () => {
  it('pays once for 100 confirmations at once and 100 more after the payment', async () => {
    const openCounterResult = await openTestCounter();
    const { page } = openCounterResult;
    const order = await prepareOrder(page, '8112345100');
    const requestsBefore = service.moneyRequests().length;
    service.holdAnswers();
    const pressPayRepeatedly = (): Promise<readonly unknown[]> =>
      Promise.all(
        Array.from({ length: 100 }, () => page.get('payments.pay', createPayInput(order))),
      );
    const answers = await pressPayRepeatedly();
    const [first] = await page.get('payments.recent', { limit: 100 });
    expect(first).toMatchObject({ state: 'sending', accountNumber: '8112345100' });
    expect(answers.map(withoutCertainAt)).toEqual(
      Array.from({ length: 100 }, () => withoutCertainAt(first)),
    );
    service.releaseAnswers();
    const paidPayment = await waitForPayment(
      page,
      first?.id ?? '',
      ({ paper }) => paper === 'printed',
    );
    expect(await pressPayRepeatedly()).toEqual(Array.from({ length: 100 }, () => paidPayment));
    await expectPaidOnce(openCounterResult, page, paidPayment.id, requestsBefore);
  });

  it('pays one of two orders of one account at once, and holds the other', async () => {
    const openCounterResult = await openTestCounter();
    const { page } = openCounterResult;
    const orders = [await prepareOrder(page, '8112345101'), await prepareOrder(page, '8112345101')];
    const requestsBefore = service.moneyRequests().length;
    service.holdAnswers();
    const [firstAnswer, secondAnswer] = await Promise.all(
      orders.map((order) => page.call('payments.pay', createPayInput(order))),
    );
    if (!firstAnswer?.ok) throw new Error(JSON.stringify(firstAnswer));
    expect(secondAnswer).toEqual({
      ok: false,
      problem: { kind: 'held', paymentId: firstAnswer.value.id },
    });
    service.releaseAnswers();
    await expectPaidOnce(openCounterResult, page, firstAnswer.value.id, requestsBefore);
  });
});

describe('two windows on one till', () => {
  it('pays once if two windows confirm the same order, and shows the payment in both', async () => {
    const openCounterResult = await openTestCounter();
    const order = await prepareOrder(openCounterResult.page, '8112345102');
    const requestsBefore = service.moneyRequests().length;
    service.holdAnswers();
    // The first window's answer may be lost, because the window closes when the second one opens.
    const firstAnswerPromise = openCounterResult.page
      .call('payments.pay', createPayInput(order))
      .catch(() => null);
    const secondPage = await openCounterResult.till.openPage();
    const secondAnswer = await secondPage.get('payments.pay', createPayInput(order));
    const answer = await firstAnswerPromise;
    if (answer !== null) {
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      expect(withoutCertainAt(answer.value)).toEqual(withoutCertainAt(secondAnswer));
    }
    expect(withoutCertainAt(await secondPage.get('payments.current', {}))).toEqual(
      withoutCertainAt(secondAnswer),
    );
    service.releaseAnswers();
    await expectPaidOnce(openCounterResult, secondPage, secondAnswer.id, requestsBefore);
  });

  it('closes the older window with code 4001 when a second one opens, and pays only from the new one', async () => {
    const openCounterResult = await openTestCounter();
    const order = await prepareOrder(openCounterResult.page, '8112345103');
    const requestsBefore = service.moneyRequests().length;
    const secondPage = await openCounterResult.till.openPage();
    expect(await openCounterResult.page.closed).toBe(4001);
    const latePayment = openCounterResult.page.call('payments.pay', createPayInput(order));
    void latePayment.catch(() => {});
    expect(await secondPage.get('payments.recent', { limit: 9 })).toEqual([]);
    expect(service.moneyRequests()).toHaveLength(requestsBefore);
    const { id } = await secondPage.get('payments.pay', createPayInput(order));
    await expectPaidOnce(openCounterResult, secondPage, id, requestsBefore);
  });

  it('pays an order of the previous window once after a reload', async () => {
    const openCounterResult = await openTestCounter();
    const order = await prepareOrder(openCounterResult.page, '8112345104');
    const requestsBefore = service.moneyRequests().length;
    const payment = await openCounterResult.page.get('payments.pay', createPayInput(order));
    openCounterResult.page.close();
    const reloadedPage = await openCounterResult.till.openPage();
    expect(await reloadedPage.get('payments.current', {})).toMatchObject({ id: payment.id });
    expect(await reloadedPage.get('payments.pay', createPayInput(order))).toMatchObject({
      id: payment.id,
    });
    await expectPaidOnce(openCounterResult, reloadedPage, payment.id, requestsBefore);
  });
});

describe('two processes on one profile', () => {
  it('hands a second process over to the first during a payment, which is paid once', async () => {
    const openCounterResult = await openTestCounter();
    const { profile, till, page } = openCounterResult;
    const order = await prepareOrder(page, '8112345105');
    const requestsBefore = service.moneyRequests().length;
    service.holdAnswers();
    const { id } = await page.get('payments.pay', createPayInput(order));
    const secondProcess = await startMain(['--profile', profile]);
    expect(await secondProcess.exited).toBe(0);
    expect(secondProcess.getOutput()).toContain('already open with this profile');
    const address = secondProcess.address ?? '';
    expect(new URL(address).origin).toBe(new URL(till.address).origin);
    const secondPage = await openPage(address, await openTestSession(address));
    expect(await secondPage.get('till.state', {})).toMatchObject({
      session: { cashier: { id: OWNER.cashierId } },
    });
    expect(await secondPage.get('payments.pay', createPayInput(order))).toMatchObject({ id });
    service.releaseAnswers();
    await expectPaidOnce(openCounterResult, secondPage, id, requestsBefore);
  });

  it('opens one of three processes that start at once; the others exit with code 0', async () => {
    const profile = profiles.make(freshProfile);
    const processes = await Promise.all(
      Array.from({ length: 3 }, () => startMain(['--profile', profile])),
    );
    const exitCodes: (number | null)[] = [];
    await new Promise<void>((resolve) => {
      for (const { exited } of processes) {
        void exited.then((code) => {
          exitCodes.push(code);
          if (exitCodes.length === processes.length - 1) resolve();
        });
      }
    });
    expect(exitCodes).toEqual([0, 0]);
    for (const { child, getOutput, address } of processes) {
      if (child.exitCode !== null) {
        expect(getOutput()).toMatch(/already (open|starting) with this profile/);
        continue;
      }
      const page = await openPage(address ?? '', await openTestSession(address ?? ''));
      expect(await page.get('till.state', {})).toMatchObject({ storageProblem: null });
      child.kill('SIGKILL');
    }
    await Promise.all(processes.map(({ exited }) => exited));
  });

  it('reports "in-use" and sells nothing while another program has the ledger open', async () => {
    const profile = profiles.make(freshProfile);
    const otherConnection = openLedgerDatabase(join(profile, LEDGER_FILE), testCodes);
    try {
      const requestsBefore = service.moneyRequests().length;
      const till = await startTill(['--profile', profile]);
      runningTills.push(till);
      const page = await till.openPage();
      expect(await page.get('till.state', {})).toMatchObject({
        storageProblem: 'in-use',
        storageFile: LEDGER_FILE,
      });
      expect(await page.call('staff.signIn', OWNER)).toEqual({
        ok: false,
        problem: { kind: 'storage', reason: 'in-use', file: LEDGER_FILE },
      });
      expect(service.moneyRequests()).toHaveLength(requestsBefore);
    } finally {
      otherConnection.close();
    }
  });
});
