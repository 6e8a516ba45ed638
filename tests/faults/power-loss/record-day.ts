import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createPayInput,
  createProvisionArguments,
  type ProfileFolders,
  prepareOrder,
  signIn,
  waitForPayment,
} from '../support/counter-actions.ts';
import { startTill, type TillPage } from '../support/real-till.ts';
import { OWNER, type RecordingService } from '../support/recording-service.ts';
import { createCrashDisk } from './crash-disk.ts';
import { type DiskRecording, readDiskRecording, readDiskTree } from './disk-recording.ts';
import { createRecordingCommand } from './file-calls.ts';
import type { RecordedPart } from './try-images.ts';

/** What a till has told somebody: a power cut must not undo it. */
export type Acknowledgement = {
  /** The line of the trace in which the till begins to tell it. */
  readonly line: number;
} & (
  | { readonly kind: 'set-up' }
  /** Bytes of the payment may have left for the service. */
  | { readonly kind: 'sent'; readonly idempotencyKey: string; readonly body: string }
  | { readonly kind: 'paid'; readonly paymentId: string }
  /** The shop's name is that of `SHOP_NAMES` with this index. */
  | { readonly kind: 'setting'; readonly index: number }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'daily-file'; readonly file: string }
);

export interface RecordedTill {
  readonly profile: string;
  readonly recording: DiskRecording;
  readonly acknowledgements: readonly Acknowledgement[];
  readonly parts: readonly RecordedPart[];
  /** The backups and exported files at the end, by their path in the profile. */
  readonly finalFiles: ReadonlyMap<string, Buffer>;
}

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
  const traceFile = join(profiles.make(), 'trace.txt');
  const provisionArguments = createProvisionArguments(profile, service);
  const initialTree = readDiskTree(profile);
  const till = await startTill(provisionArguments, createRecordingCommand(traceFile));
  const page = await till.openPage();
  const calls = createCallCounter(page);
  await signIn(calls.page);
  const signedInAt = calls.getCount();
  const paymentIds: string[] = [];
  for (const accountNumber of ['8112345200', '8112345201', '8112345202']) {
    const order = await prepareOrder(calls.page, accountNumber);
    const { id } = await calls.page.get('payments.pay', createPayInput(order));
    const payment = await waitForPayment(calls.page, id, ({ state }) => state !== 'sending');
    if (payment.state !== 'paid') throw new Error(`the payment is ${payment.state}`);
    paymentIds.push(id);
  }
  const paidAt = calls.getCount();
  const settingCalls: number[] = [];
  for (const name of SHOP_NAMES.slice(1)) {
    const { revision } = await calls.page.get('settings.read', { approval: OWNER });
    await calls.page.get('settings.change', {
      revision,
      patch: { shop: { name } },
      approval: OWNER,
    });
    settingCalls.push(calls.getCount());
  }
  const backups: { file: string; call: number }[] = [];
  for (let number = 1; number <= 2; number += 1) {
    const { file } = await calls.page.get('backup.create', {});
    backups.push({ file: join('backups', file), call: calls.getCount() });
  }
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const saved = await calls.page.get('reconciliation.save', { day: yesterday, folder: null });
  const savedAt = calls.getCount();
  const exitCode = await till.stop();
  if (exitCode !== 0) throw new Error(`the till ended with ${exitCode}`);

  const recording = readDiskRecording(traceFile, profile, initialTree);
  const pageAddress = `${new URL(till.address).host}->`;
  const findLine = (connection: string, text: string): number => {
    const sent = recording.sent.find(
      (bytes) => bytes.connection.includes(connection) && bytes.bytes.includes(text),
    );
    if (sent === undefined) throw new Error(`the trace does not show who was told ${text}`);
    return sent.began;
  };
  const findAnswer = (call: number): number => findLine(pageAddress, `{"id":${call},`);
  return {
    profile,
    recording,
    acknowledgements: [
      { kind: 'set-up', line: findLine(pageAddress, 'Switching Protocols') },
      ...service.moneyRequests().map(({ idempotencyKey, body, fromPort }) => ({
        kind: 'sent' as const,
        idempotencyKey,
        body,
        line: findLine(`127.0.0.1:${fromPort}->`, ''),
      })),
      ...paymentIds.map((paymentId) => ({
        kind: 'paid' as const,
        paymentId,
        line: findPaidLine(recording, pageAddress, paymentId),
      })),
      ...settingCalls.map((call, index) => ({
        kind: 'setting' as const,
        index: index + 1,
        line: findAnswer(call),
      })),
      ...backups.map(({ file, call }) => ({
        kind: 'backup' as const,
        file,
        line: findAnswer(call),
      })),
      {
        kind: 'daily-file',
        file: saved.file.slice(profile.length + 1),
        line: findAnswer(savedAt),
      },
    ],
    parts: toParts([
      findAnswer(signedInAt),
      findAnswer(paidAt),
      findAnswer(settingCalls.at(-1) ?? 0),
      findAnswer(backups.at(-1)?.call ?? 0),
      countLines(traceFile),
    ]),
    finalFiles: readFinalFiles(recording),
  };
}

function findPaidLine(recording: DiskRecording, pageAddress: string, paymentId: string): number {
  const told = recording.sent.find(
    ({ connection, bytes }) =>
      connection.startsWith(pageAddress) &&
      bytes.includes(paymentId) &&
      bytes.includes('"state":"paid"'),
  );
  if (told === undefined) throw new Error('the trace does not show a paid payment');
  return told.began;
}

/** Counts the calls of a page, which numbers them from 1. */
function createCallCounter(page: TillPage): {
  readonly page: TillPage;
  readonly getCount: () => number;
} {
  let count = 0;
  return {
    getCount: () => count,
    page: {
      ...page,
      call: (name, input) => {
        count += 1;
        return page.call(name, input);
      },
      get: (name, input) => {
        count += 1;
        return page.get(name, input);
      },
    },
  };
}

function toParts(ends: readonly number[]): RecordedPart[] {
  return DAY_PARTS.map((name, index) => ({
    name,
    from: ends[index - 1] ?? 0,
    to: ends[index] ?? 0,
  }));
}

function readFinalFiles(recording: DiskRecording): ReadonlyMap<string, Buffer> {
  const disk = createCrashDisk(recording);
  disk.advanceTo(Number.POSITIVE_INFINITY);
  const { files } = disk.readCurrentImage();
  return new Map([...files].filter(([path]) => /^(backups|exports)/.test(path)));
}

function countLines(file: string): number {
  return readFileSync(file, 'latin1').split('\n').length;
}
