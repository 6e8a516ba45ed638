import { constants } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolderToDisk } from '../../platform/index.ts';
import { getErrorCode, type PrintNotSentResult, toPrintNotSentResult } from './device-kind.ts';
import { type HangGuardResult, runWithHangGuard } from './run-with-hang-guard.ts';
import type {
  OutgoingPrintJob,
  PrinterStatusResult,
  PrinterTransportPorts,
  PrintResult,
} from './transport.ts';

/** Papers of one name in a folder: more than a till prints in a second. */
const MAX_SAME_NAME_FILES = 1000;

/**
 * Writes a PDF file to a folder: under a temporary name, synced, and then renamed to its final name,
 * which never replaces an existing file. A visible file is therefore complete, and `printed` means
 * that it is stored. Before the renaming no file is visible, and the job may be retried.
 */
export async function printToFolder(
  folder: string,
  { bytes, fileName }: OutgoingPrintJob,
  { clock, timings, signal }: PrinterTransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  if (signal.aborted) return { kind: 'failed', reason: 'till-stopped', bytesSent: 0 };
  let isRenaming = false;
  const onBeforeRename = (): void => {
    onLeaving();
    isRenaming = true;
  };
  const result = await runWithHangGuard(folder, clock, timings.stallTimeoutMs, (isLate) =>
    writeToFolder(folder, fileName, bytes, onBeforeRename, isLate),
  );
  if (result.end === 'late' && isRenaming) return { kind: 'unconfirmed', reason: 'silent' };
  return toValueOrNotSent(result);
}

/** Whether a file could be created in the folder; creates none. */
export async function readFolderStatus(
  folder: string,
  { clock, timings }: PrinterTransportPorts,
): Promise<PrinterStatusResult> {
  const result = await runWithHangGuard(
    folder,
    clock,
    timings.connectTimeoutMs,
    async (): Promise<PrinterStatusResult> => {
      const problem = await findFolderProblem(folder);
      return problem ?? { kind: 'ready', isPaperLow: false };
    },
  );
  return toValueOrNotSent(result);
}

function toValueOrNotSent<Value>(outcome: HangGuardResult<Value>): Value | PrintNotSentResult {
  switch (outcome.end) {
    case 'done':
      return outcome.value;
    case 'late':
      return { kind: 'failed', reason: 'silent', bytesSent: 0 };
    case 'stuck':
      return { kind: 'refused', reason: 'busy' };
  }
}

/** A missing folder is not created: it may be the mount point of a disk that is not connected. */
async function findFolderProblem(folder: string): Promise<PrintNotSentResult | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return { kind: 'refused', reason: 'no-folder' };
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return toFolderResult(error);
  }
}

function toFolderResult(error: unknown): PrintNotSentResult {
  const result = toPrintNotSentResult(error);
  if (result.kind !== 'refused') return result;
  switch (result.reason) {
    case 'no-such-path':
    case 'is-a-folder':
      return { kind: 'refused', reason: 'no-folder' };
    case 'no-permission':
      return { kind: 'refused', reason: 'folder-closed' };
    default:
      return result;
  }
}

async function writeToFolder(
  folder: string,
  name: string,
  content: Uint8Array,
  onBeforeRename: () => void,
  isLate: () => boolean,
): Promise<PrintResult> {
  const problem = await findFolderProblem(folder);
  if (problem !== null) return problem;
  // The name is fixed for a job: the next attempt removes the file left by a crashed till.
  const temporaryPath = join(folder, `.${name}.part`);
  try {
    await rm(temporaryPath, { force: true });
    await writeSyncedFile(temporaryPath, content);
    if (isLate()) return { kind: 'failed', reason: 'silent', bytesSent: 0 };
    onBeforeRename();
    await moveToFreeName(temporaryPath, folder, name);
    await flushFolderToDisk(folder);
    return { kind: 'printed', isPaperLow: false };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return toFolderResult(error);
  } finally {
    await rm(temporaryPath, { force: true }).catch(() => {});
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
async function moveToFreeName(temporaryPath: string, folder: string, name: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? `${name}.pdf` : `${name}-${count}.pdf`);
    try {
      await link(temporaryPath, path);
      return;
    } catch (error) {
      const code = getErrorCode(error);
      if (code === 'EEXIST' && count < MAX_SAME_NAME_FILES) continue;
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK'].includes(code)) {
        throw error;
      }
      // A file system without hard links, as on a memory stick: reserve the name first.
      if (await moveIfNameFree(temporaryPath, path)) return;
    }
  }
}

async function moveIfNameFree(temporaryPath: string, path: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await handle.close();
  await rename(temporaryPath, path);
  return true;
}
