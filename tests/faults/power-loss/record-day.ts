import { join } from 'node:path';
import {
  createPayInput,
  createProvisionArguments,
  type ProfileFolders,
  prepareOrder,
  signIn,
  waitForPayment,
} from '../support/counter-actions.ts';
import type { TillPage } from '../support/real-till.ts';
import { OWNER, type RecordingService } from '../support/recording-service.ts';
import {
  type Acknowledgement,
  type RecordedTill,
  readFinalFiles,
  recordTill,
} from './record-till.ts';

export const DAY_PARTS = [
  'first start',
  'payments',
  'settings',
  'backups',
  'daily file and end',
] as const;

/** The shop's names, one after the other; the first is that of the provisioning. */
export const SHOP_NAMES = ['Abarrotes Lupita', 'Lupita Centro', 'Lupita Norte', 'Lupita Sur'];

/** Records a till from its first start, with everything that it stores in a day, to its end. */
export async function recordDay(
  service: RecordingService,
  profiles: ProfileFolders,
): Promise<RecordedTill> {
  const profile = profiles.make();
  const args = createProvisionArguments(profile, service);
  /** The number of the last call of each part. */
  const partCalls: number[] = [];
  const paymentIds: string[] = [];
  const settingCalls: number[] = [];
  const files: { readonly path: string; readonly call: number }[] = [];
  const trace = await recordTill(profile, args, profiles, async (page, getCallCount) => {
    await signIn(page);
    partCalls.push(getCallCount());
    for (const accountNumber of ['8112345200', '8112345201', '8112345202'])
      paymentIds.push(await payBill(page, accountNumber));
    partCalls.push(getCallCount());
    for (const name of SHOP_NAMES.slice(1)) {
      const { revision } = await page.get('settings.read', { approval: OWNER });
      const patch = { shop: { name } };
      await page.get('settings.change', { revision, patch, approval: OWNER });
      settingCalls.push(getCallCount());
    }
    partCalls.push(getCallCount());
    for (let number = 1; number <= 2; number += 1) {
      const { file } = await page.get('backup.create', {});
      files.push({ path: join('backups', file), call: getCallCount() });
    }
    partCalls.push(getCallCount());
    // Yesterday in UTC may not be over in the zone of the file.
    const endedDay = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const { file } = await page.get('reconciliation.save', { day: endedDay, folder: null });
    files.push({ path: file.slice(profile.length + 1), call: getCallCount() });
    // In the ledger and not in the backups.
    paymentIds.push(await payBill(page, '8112345203'));
  });
  const acknowledgements: Acknowledgement[] = [
    { kind: 'set-up', line: trace.openedAt },
    ...service
      .moneyRequests()
      .map((request) => ({ kind: 'sent' as const, request, line: trace.findRequest(request) })),
    ...paymentIds.map((paymentId) => ({
      kind: 'paid' as const,
      paymentId,
      line: trace.findMessage([paymentId, '"state":"paid"']),
    })),
    ...settingCalls.map((call, index) => ({
      kind: 'setting' as const,
      index: index + 1,
      line: trace.findAnswer(call),
    })),
    ...files.map(({ path, call }) => ({
      kind: 'file' as const,
      path,
      line: trace.findAnswer(call),
    })),
  ];
  const ends = [...partCalls.map(trace.findAnswer), trace.lineCount];
  return {
    profile,
    recording: trace.recording,
    acknowledgements,
    parts: DAY_PARTS.map((name, index) => ({
      name,
      from: ends[index - 1] ?? 0,
      to: ends[index] ?? 0,
    })),
    finalFiles: readFinalFiles(trace.recording),
  };
}

/** Returns the id of the paid payment. */
async function payBill(page: TillPage, accountNumber: string): Promise<string> {
  const order = await prepareOrder(page, accountNumber);
  const { id } = await page.get('payments.pay', createPayInput(order));
  const { state } = await waitForPayment(page, id, (payment) => payment.state !== 'sending');
  if (state !== 'paid') throw new Error(`the payment is ${state}`);
  return id;
}
