import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileFolders } from '../support/counter-actions.ts';
import { startTill, type TillPage } from '../support/real-till.ts';
import type { RecordedMoneyRequest } from '../support/recording-service.ts';
import { type CrashImage, createCrashDisk } from './crash-disk.ts';
import {
  type DiskRecording,
  ROOT_NODE,
  readDiskRecording,
  readDiskTree,
} from './disk-recording.ts';
import { createRecordingCommand } from './file-calls.ts';
import type { RecordedPart } from './try-images.ts';

/** A real till in its own process, whose system calls are recorded. */

/** What a till has told somebody: a power cut must not undo it. */
export type Acknowledgement = {
  /** The line of the trace in which the till begins to tell it. */
  readonly line: number;
} & (
  | { readonly kind: 'set-up' }
  /** Bytes of the payment may have left for the service. */
  | { readonly kind: 'sent'; readonly request: RecordedMoneyRequest }
  | { readonly kind: 'paid'; readonly paymentId: string }
  /** The shop's name is that of `SHOP_NAMES` with this index. */
  | { readonly kind: 'setting'; readonly index: number }
  /** A file of the profile is complete: a backup, an exported file. */
  | { readonly kind: 'file'; readonly path: string }
  /** The till has opened with the restored ledger. */
  | { readonly kind: 'restored' }
);

export interface RecordedTill {
  readonly profile: string;
  readonly recording: DiskRecording;
  readonly acknowledgements: readonly Acknowledgement[];
  readonly parts: readonly RecordedPart[];
  /** The backups and exported files at the end, by their path in the profile. */
  readonly finalFiles: ReadonlyMap<string, Buffer>;
}

export interface TillTrace {
  readonly recording: DiskRecording;
  readonly lineCount: number;
  /** The line in which the first page was let in. */
  readonly openedAt: number;
  /** Returns the line in which the answer to the page's call with this number was sent. */
  findAnswer(call: number): number;
  /** Returns the line in which all of these texts were first sent to the page. */
  findMessage(texts: readonly string[]): number;
  /** Returns the line of the first byte of a payment. */
  findRequest(request: RecordedMoneyRequest): number;
}

/** Starts a till, runs `work` with its page, ends the till, and returns its trace. */
export async function recordTill(
  profile: string,
  args: readonly string[],
  profiles: ProfileFolders,
  work: (page: TillPage, getCallCount: () => number) => Promise<void>,
): Promise<TillTrace> {
  const traceFile = join(profiles.make(), 'trace.txt');
  const initialTree = readDiskTree(profile);
  const till = await startTill(args, createRecordingCommand(traceFile));
  const { page, getCallCount } = countCalls(await till.openPage());
  await work(page, getCallCount);
  const exitCode = await till.stop();
  if (exitCode !== 0) throw new Error(`the till ended with ${exitCode}:\n${till.getOutput()}`);
  const recording = readDiskRecording(traceFile, profile, initialTree);
  assertSameFiles(recording, profile);
  const findLine = (connection: string, texts: readonly string[]): number => {
    const sent = recording.sent.find(
      (call) =>
        call.connection.includes(connection) && texts.every((text) => call.bytes.includes(text)),
    );
    if (sent === undefined) throw new Error(`the trace does not show ${texts.join(', ')}`);
    return sent.began;
  };
  const findMessage = (texts: readonly string[]): number =>
    findLine(`${new URL(till.address).host}->`, texts);
  return {
    recording,
    lineCount: readFileSync(traceFile, 'latin1').split('\n').length,
    openedAt: findMessage(['Switching Protocols']),
    findAnswer: (call) => findMessage([`{"id":${call},`]),
    findMessage,
    findRequest: ({ fromPort }) => findLine(`127.0.0.1:${fromPort}->`, []),
  };
}

/** The page numbers its calls from 1. */
function countCalls(page: TillPage): {
  readonly page: TillPage;
  readonly getCallCount: () => number;
} {
  let count = 0;
  return {
    getCallCount: () => count,
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

/** Throws if the recording does not lead to the files that the till has left, to the byte. */
function assertSameFiles(recording: DiskRecording, profile: string): void {
  const { files } = readFinalImage(recording);
  const { names, contents } = readDiskTree(profile);
  for (const [name, node] of names.get(ROOT_NODE) ?? []) {
    const content = contents.get(node);
    // SQLite maps this file into memory, and rebuilds it after a crash.
    if (name.endsWith('-shm')) continue;
    if (content !== undefined && !files.get(name)?.equals(content))
      throw new Error(`the recording of ${name} is incomplete`);
  }
  if (files.size !== contents.size) throw new Error('the recording has other files than the till');
}

/** Returns the backups and exported files at the end of a recording. */
export function readFinalFiles(recording: DiskRecording): ReadonlyMap<string, Buffer> {
  const { files } = readFinalImage(recording);
  return new Map([...files].filter(([path]) => /^(backups|exports)/.test(path)));
}

function readFinalImage(recording: DiskRecording): CrashImage {
  const disk = createCrashDisk(recording);
  disk.advanceTo(Number.POSITIVE_INFINITY);
  return disk.readCurrentImage();
}
