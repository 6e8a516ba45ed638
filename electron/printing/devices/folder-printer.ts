import { constants } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode, type NotSentResult, toNotSentResult } from './device-kind.ts';
import { type GuardedResult, runGuarded } from './run-guarded.ts';
import type { OutgoingJob, PrintResult, StatusResult, TransportPorts } from './transport.ts';

/** Papers of one name in a folder: more than anybody prints in a second. */
const MAX_SAME_NAME_FILES = 1000;

/**
 * Keeps a PDF file in a folder. It is written under another name, synced, and then given its final
 * name, which is never one already taken. Whoever sees the file therefore sees all of it, and
 * `printed` means that it is kept. Before that nothing is there, and the job may be sent again.
 */
export async function printToFolder(
  folder: string,
  { bytes, fileName }: OutgoingJob,
  { clock, timings, signal }: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  if (signal.aborted) return { kind: 'failed', why: 'till-stopped', bytesSent: 0 };
  let isNaming = false;
  const beforeNaming = (): void => {
    onLeaving();
    isNaming = true;
  };
  const written = await runGuarded(folder, clock, timings.stallTimeoutMs, (isLate) =>
    writeToFolder(folder, fileName, bytes, beforeNaming, isLate),
  );
  if (written.end === 'late' && isNaming) return { kind: 'unconfirmed', why: 'silent' };
  return toValueOrNotSent(written);
}

/** Whether a file could be made in the folder; makes none. */
export async function readFolderStatus(
  folder: string,
  { clock, timings }: TransportPorts,
): Promise<StatusResult> {
  const asked = await runGuarded(
    folder,
    clock,
    timings.connectTimeoutMs,
    async (): Promise<StatusResult> => {
      const trouble = await findFolderProblem(folder);
      return trouble ?? { kind: 'ready', isPaperLow: false };
    },
  );
  return toValueOrNotSent(asked);
}

function toValueOrNotSent<Value>(outcome: GuardedResult<Value>): Value | NotSentResult {
  switch (outcome.end) {
    case 'done':
      return outcome.value;
    case 'late':
      return { kind: 'failed', why: 'silent', bytesSent: 0 };
    case 'stuck':
      return { kind: 'refused', why: 'busy' };
  }
}

/** A missing folder is not created: it may be the mount point of a disk that is not connected. */
async function findFolderProblem(folder: string): Promise<NotSentResult | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return { kind: 'refused', why: 'no-folder' };
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return toFolderResult(error);
  }
}

function toFolderResult(error: unknown): NotSentResult {
  const found = toNotSentResult(error);
  if (found.kind !== 'refused') return found;
  switch (found.why) {
    case 'no-such-path':
    case 'is-a-folder':
      return { kind: 'refused', why: 'no-folder' };
    case 'no-permission':
      return { kind: 'refused', why: 'folder-closed' };
    default:
      return found;
  }
}

async function writeToFolder(
  folder: string,
  name: string,
  content: Uint8Array,
  beforeNaming: () => void,
  isLate: () => boolean,
): Promise<PrintResult> {
  const trouble = await findFolderProblem(folder);
  if (trouble !== null) return trouble;
  // One name for each job: the next attempt finds and removes what a crashed till left.
  const unnamed = join(folder, `.${name}.part`);
  try {
    await rm(unnamed, { force: true });
    await writeSyncedFile(unnamed, content);
    if (isLate()) return { kind: 'failed', why: 'silent', bytesSent: 0 };
    beforeNaming();
    await moveToFreeName(unnamed, folder, name);
    await syncFolder(folder);
    return { kind: 'printed', isPaperLow: false };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return toFolderResult(error);
  } finally {
    await rm(unnamed, { force: true }).catch(() => {});
  }
}

async function writeSyncedFile(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An existing file keeps its name; ours gets a number. */
async function moveToFreeName(unnamed: string, folder: string, name: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? `${name}.pdf` : `${name}-${count}.pdf`);
    try {
      await link(unnamed, path);
      return;
    } catch (error) {
      const code = getErrorCode(error);
      if (code === 'EEXIST' && count < MAX_SAME_NAME_FILES) continue;
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK'].includes(code)) {
        throw error;
      }
      // A file system without hard links, as on a memory stick: the name is taken first.
      if (await moveIfNameFree(unnamed, path)) return;
    }
  }
}

async function moveIfNameFree(unnamed: string, path: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await handle.close();
  await rename(unnamed, path);
  return true;
}

/** So that the name survives a power cut; Windows keeps it without a sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some shares cannot; the file itself is synced.
    if (getErrorCode(error) !== 'EINVAL' && getErrorCode(error) !== 'ENOTSUP') throw error;
  } finally {
    await handle.close();
  }
}
