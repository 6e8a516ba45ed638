import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../electron/ledger/index.ts';
import { testCodes } from '../../electron/ledger/testing/index.ts';
import { openSession } from '../../electron/shell/browser/testing.ts';
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
 * Two processes on one profile, two windows on one till, one confirmation a hundred times: one
 * request reaches the service and one intent stands in the ledger. The till is a real process; the
 * service counts what comes off the wire, before its own idempotency could hide a second request.
 */

const profiles = createProfileFolders();
const running: RealTill[] = [];
let service: RecordingService;
/** A profile whose lists are there, with no payment. */
let fresh: string;

beforeAll(async () => {
  service = await startRecordingService();
  fresh = profiles.make();
  const { till } = await openCounter(fresh, service);
  expect(await till.stop()).toBe(0);
});
afterEach(async () => {
  service.releaseAnswers();
  for (const till of running.splice(0)) await till.kill();
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

async function counter(): Promise<Counter> {
  const profile = profiles.make(fresh);
  const { till, page } = await openCounter(profile, service);
  running.push(till);
  return { profile, till, page };
}

/** Two clocks tell when it is certain: from call to call it may differ by a millisecond. */
function untimed<Value>(payment: Value): Value {
  return { ...payment, certainAt: null };
}

/** Waits for the end of the one payment, ends the till and looks at all three books. */
async function wasPaidOnce(
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
  it('100 times at once, and 100 times more when it is paid, is one payment', async () => {
    const open = await counter();
    const { page } = open;
    const order = await prepareOrder(page, '8112345100');
    const sent = service.moneyRequests().length;
    service.holdAnswers();
    const press = (): Promise<readonly unknown[]> =>
      Promise.all(
        Array.from({ length: 100 }, () => page.get('payments.pay', createPayInput(order))),
      );
    const answers = await press();
    const [first] = await page.get('payments.recent', { limit: 100 });
    expect(first).toMatchObject({ state: 'sending', accountNumber: '8112345100' });
    expect(answers.map(untimed)).toEqual(Array.from({ length: 100 }, () => untimed(first)));
    service.releaseAnswers();
    const paid = await waitForPayment(page, first?.id ?? '', ({ paper }) => paper === 'printed');
    expect(await press()).toEqual(Array.from({ length: 100 }, () => paid));
    await wasPaidOnce(open, page, paid.id, sent);
  });

  it('of two orders of one account at once pays one, and holds the other back', async () => {
    const open = await counter();
    const { page } = open;
    const orders = [await prepareOrder(page, '8112345101'), await prepareOrder(page, '8112345101')];
    const sent = service.moneyRequests().length;
    service.holdAnswers();
    const [one, other] = await Promise.all(
      orders.map((order) => page.call('payments.pay', createPayInput(order))),
    );
    if (!one?.ok) throw new Error(JSON.stringify(one));
    expect(other).toEqual({ ok: false, problem: { kind: 'held', paymentId: one.value.id } });
    service.releaseAnswers();
    await wasPaidOnce(open, page, one.value.id, sent);
  });
});

describe('two windows on one till', () => {
  it('that confirm the same order pay it once, and both show that payment', async () => {
    const open = await counter();
    const order = await prepareOrder(open.page, '8112345102');
    const sent = service.moneyRequests().length;
    service.holdAnswers();
    // The first window's answer may be lost with it: it is closed as soon as the second is there.
    const fromFirst = open.page.call('payments.pay', createPayInput(order)).catch(() => null);
    const second = await open.till.openPage();
    const fromSecond = await second.get('payments.pay', createPayInput(order));
    const answer = await fromFirst;
    if (answer !== null) {
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      expect(untimed(answer.value)).toEqual(untimed(fromSecond));
    }
    expect(untimed(await second.get('payments.inHand', {}))).toEqual(untimed(fromSecond));
    service.releaseAnswers();
    await wasPaidOnce(open, second, fromSecond.id, sent);
  });

  it('opened one after the other: the older one is told, and can no longer pay', async () => {
    const open = await counter();
    const order = await prepareOrder(open.page, '8112345103');
    const sent = service.moneyRequests().length;
    const second = await open.till.openPage();
    expect(await open.page.closed).toBe(4001);
    const late = open.page.call('payments.pay', createPayInput(order));
    void late.catch(() => {});
    expect(await second.get('payments.recent', { limit: 9 })).toEqual([]);
    expect(service.moneyRequests()).toHaveLength(sent);
    const { id } = await second.get('payments.pay', createPayInput(order));
    await wasPaidOnce(open, second, id, sent);
  });

  it('an order of the window before is paid once by the one after a reload', async () => {
    const open = await counter();
    const order = await prepareOrder(open.page, '8112345104');
    const sent = service.moneyRequests().length;
    const pressed = await open.page.get('payments.pay', createPayInput(order));
    open.page.close();
    const reloaded = await open.till.openPage();
    expect(await reloaded.get('payments.inHand', {})).toMatchObject({ id: pressed.id });
    expect(await reloaded.get('payments.pay', createPayInput(order))).toMatchObject({
      id: pressed.id,
    });
    await wasPaidOnce(open, reloaded, pressed.id, sent);
  });
});

describe('two processes on one profile', () => {
  it('the second hands over to the first, in the middle of a payment: it is paid once', async () => {
    const open = await counter();
    const { profile, till, page } = open;
    const order = await prepareOrder(page, '8112345105');
    const sent = service.moneyRequests().length;
    service.holdAnswers();
    const { id } = await page.get('payments.pay', createPayInput(order));
    const second = await startMain(['--profile', profile]);
    expect(await second.exited).toBe(0);
    expect(second.getOutput()).toContain('already open on this profile');
    const address = second.address ?? '';
    expect(new URL(address).origin).toBe(new URL(till.address).origin);
    const there = await openPage(address, await openSession(address));
    expect(await there.get('till.state', {})).toMatchObject({
      session: { cashier: { id: OWNER.cashierId } },
    });
    expect(await there.get('payments.pay', createPayInput(order))).toMatchObject({ id });
    service.releaseAnswers();
    await wasPaidOnce(open, there, id, sent);
  });

  it('started at the same moment: one opens, the others say so and end', async () => {
    const profile = profiles.make(fresh);
    const all = await Promise.all(
      Array.from({ length: 3 }, () => startMain(['--profile', profile])),
    );
    const ended: (number | null)[] = [];
    await new Promise<void>((resolve) => {
      for (const { exited } of all) {
        void exited.then((code) => {
          ended.push(code);
          if (ended.length === all.length - 1) resolve();
        });
      }
    });
    expect(ended).toEqual([0, 0]);
    for (const { child, getOutput, address } of all) {
      if (child.exitCode !== null) {
        expect(getOutput()).toMatch(/already (open|starting) on this profile/);
        continue;
      }
      const page = await openPage(address ?? '', await openSession(address ?? ''));
      expect(await page.get('till.state', {})).toMatchObject({ storageProblem: null });
      child.kill('SIGKILL');
    }
    await Promise.all(all.map(({ exited }) => exited));
  });

  it('with the ledger held by another program: the till says so and sells nothing', async () => {
    const profile = profiles.make(fresh);
    const other = openDatabase(join(profile, LEDGER_FILE), testCodes);
    try {
      const sent = service.moneyRequests().length;
      const till = await startTill(['--profile', profile]);
      running.push(till);
      const page = await till.openPage();
      expect(await page.get('till.state', {})).toMatchObject({
        storageProblem: 'in-use',
        storageFile: LEDGER_FILE,
      });
      expect(await page.call('staff.signIn', OWNER)).toEqual({
        ok: false,
        problem: { kind: 'storage', reason: 'in-use', file: LEDGER_FILE },
      });
      expect(service.moneyRequests()).toHaveLength(sent);
    } finally {
      other.close();
    }
  });
});
