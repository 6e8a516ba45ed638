import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPayInput,
  createProfileFolders,
  LEDGER_FILE,
  openCounter,
  prepareOrder,
  waitForPayment,
} from './support/counter-actions.ts';
import {
  createTraceCommand,
  isSyncOf,
  isWriteTo,
  readTrace,
  traceUnavailableReason,
} from './support/kernel-trace.ts';
import { type RecordingService, startRecordingService } from './support/recording-service.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/**
 * What the kernel saw of a payment: the intent is written to the ledger's journal and synced before
 * the connection to the service is opened, and so before the first byte of it; and before the page
 * is told.
 */

const profiles = createProfileFolders();
let service: RecordingService;
beforeAll(async () => {
  service = await startRecordingService();
});
afterAll(async () => {
  await service.close();
  profiles.remove();
});

it('the intent is synced before the first byte to the service', async (context) => {
  skipUnlessAvailable(context, traceUnavailableReason());
  const file = join(profiles.make(), 'trace.txt');
  const { till, page } = await openCounter(profiles.make(), service, createTraceCommand(file));
  const order = await prepareOrder(page, '8112345200');
  const { id } = await page.get('payments.pay', createPayInput(order));
  const payment = await waitForPayment(page, id, ({ state }) => state !== 'sending');
  expect(payment.state).toBe('paid');
  expect(await till.stop()).toBe(0);
  const [request, ...others] = service.moneyRequests();
  if (!request) throw new Error('nothing was sent');
  expect(others).toEqual([]);

  const calls = readTrace(file);
  const journal = `${LEDGER_FILE}-wal`;
  const connection = `127.0.0.1:${request.fromPort}->`;
  if (!calls.some((call) => call.text.includes('->127.0.0.1:'))) {
    skipUnlessAvailable(context, 'this strace does not name the connections');
  }

  // The journal's page that holds the intent: its key, which nothing but the intent carries yet.
  const written = calls.find(
    (call) => isWriteTo(call, journal) && call.text.includes(request.idempotencyKey),
  );
  if (!written) throw new Error('the intent was never written');
  const synced = calls.find((call) => isSyncOf(call, journal) && call.began > written.ended);
  if (!synced) throw new Error('the intent was never synced');
  const firstByte = calls.find((call) => isWriteTo(call, connection));
  if (!firstByte) throw new Error('the trace shows no byte of the payment');
  const [descriptor = ''] = firstByte.text.split('<', 1);
  const opened = calls.findLast(
    (call) =>
      call.name === 'connect' &&
      call.began < firstByte.began &&
      call.text.startsWith(`${descriptor}<`) &&
      call.text.includes(`htons(${service.port})`),
  );
  if (!opened) throw new Error('the trace does not show where the connection was opened');
  const told = calls.find(
    (call) =>
      isWriteTo(call, `${new URL(till.address).host}->`) && call.text.includes(payment.externalId),
  );
  if (!told) throw new Error('the page was never told');

  expect(synced.ended, 'synced, then the connection').toBeLessThan(opened.began);
  expect(synced.ended, 'synced, then the first byte').toBeLessThan(firstByte.began);
  expect(synced.ended, 'synced, then the page').toBeLessThan(told.began);
  // All of the commit was under that sync: nothing of it was written after.
  const late = calls.filter(
    (call) => isWriteTo(call, journal) && call.ended > synced.began && call.began < firstByte.began,
  );
  expect(late).toEqual([]);
  process.stderr.write(
    `trace: intent written at ${written.began}, synced (${synced.name}) at ${synced.ended}, ` +
      `connect at ${opened.began}, first byte at ${firstByte.began}\n`,
  );
});
