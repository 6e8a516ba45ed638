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
 * The order of a payment's system calls: the intent is written to the ledger's journal and synced
 * before the connection to the service opens, and so before its first byte; and before the page is
 * notified.
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

it('syncs the intent before the first byte to the service', async (context) => {
  skipUnlessAvailable(context, traceUnavailableReason());
  const file = join(profiles.make(), 'trace.txt');
  const { till, page } = await openCounter(profiles.make(), service, createTraceCommand(file));
  const order = await prepareOrder(page, '8112345200');
  const { id } = await page.get('payments.pay', createPayInput(order));
  const payment = await waitForPayment(page, id, ({ state }) => state !== 'sending');
  expect(payment.state).toBe('paid');
  expect(await till.stop()).toBe(0);
  const [request, ...otherRequests] = service.moneyRequests();
  if (!request) throw new Error('nothing was sent');
  expect(otherRequests).toEqual([]);

  const calls = readTrace(file);
  const journal = `${LEDGER_FILE}-wal`;
  const connection = `127.0.0.1:${request.fromPort}->`;
  if (!calls.some((call) => call.text.includes('->127.0.0.1:'))) {
    skipUnlessAvailable(context, 'this strace does not name the connections');
  }

  // The journal's page with the intent is found by its idempotency key, which is nowhere else yet.
  const intentWrite = calls.find(
    (call) => isWriteTo(call, journal) && call.text.includes(request.idempotencyKey),
  );
  if (!intentWrite) throw new Error('the intent was never written');
  const intentSync = calls.find(
    (call) => isSyncOf(call, journal) && call.began > intentWrite.ended,
  );
  if (!intentSync) throw new Error('the intent was never synced');
  const firstByte = calls.find((call) => isWriteTo(call, connection));
  if (!firstByte) throw new Error('the trace shows no byte of the payment');
  const [descriptor = ''] = firstByte.text.split('<', 1);
  const connectCall = calls.findLast(
    (call) =>
      call.name === 'connect' &&
      call.began < firstByte.began &&
      call.text.startsWith(`${descriptor}<`) &&
      call.text.includes(`htons(${service.port})`),
  );
  if (!connectCall) throw new Error('the trace does not show where the connection was opened');
  const pageWrite = calls.find(
    (call) =>
      isWriteTo(call, `${new URL(till.address).host}->`) && call.text.includes(payment.externalId),
  );
  if (!pageWrite) throw new Error('the page was never told');

  expect(intentSync.ended, 'synced, then the connection').toBeLessThan(connectCall.began);
  expect(intentSync.ended, 'synced, then the first byte').toBeLessThan(firstByte.began);
  expect(intentSync.ended, 'synced, then the page').toBeLessThan(pageWrite.began);
  // The sync covers the whole commit: nothing of it was written afterwards.
  const lateWrites = calls.filter(
    (call) =>
      isWriteTo(call, journal) && call.ended > intentSync.began && call.began < firstByte.began,
  );
  expect(lateWrites).toEqual([]);
  process.stderr.write(
    `trace: intent written at ${intentWrite.began}, synced (${intentSync.name}) at ${intentSync.ended}, ` +
      `connect at ${connectCall.began}, first byte at ${firstByte.began}\n`,
  );
});
