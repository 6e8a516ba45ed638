import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getErrorCode, type NotSentResult, toNotSentResult } from './device-kind.ts';
import { runGuarded } from './run-guarded.ts';
import type { PrintResult, StatusResult, TargetProblem, TransportPorts } from './transport.ts';

const CHUNK_BYTES = 4096;

/** A target that takes a whole job and cannot be asked. */
export interface WholeJobTarget {
  /** As the system opens it. */
  readonly path: string;
  /** The result to report once the system has taken all of it. */
  readonly resultOnceWritten: 'printed' | 'cannot-answer';
  /** A file keeps its content; a shared printer begins a new job. */
  readonly flags: number;
}

export const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND;
/** As every program opens a printer that Windows shares. */
export const NEW_JOB_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
export const WRITE_FLAGS = constants.O_WRONLY;

/**
 * Writes a whole job and has the system keep it. `printed` means that write, sync and close have
 * succeeded for every byte: a spooler prints it from there, and nobody reports on the paper. A
 * target that hangs is given up after the printer's stall time.
 */
export async function printToWholeJobTarget(
  tray: WholeJobTarget,
  job: Uint8Array,
  { clock, timings, signal }: TransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  if (signal.aborted) return { kind: 'failed', why: 'till-stopped', bytesSent: 0 };
  let hasBegun = false;
  const begin = (): void => {
    onLeaving();
    hasBegun = true;
  };
  const written = await runGuarded(tray.path, clock, timings.stallTimeoutMs, (isLate) =>
    writeWholeJob(tray, job, begin, isLate),
  );
  switch (written.end) {
    case 'stuck':
      return { kind: 'refused', why: 'busy' };
    case 'late':
      return hasBegun
        ? { kind: 'unconfirmed', why: 'silent' }
        : { kind: 'failed', why: 'silent', bytesSent: 0 };
    case 'done':
      if (written.value !== 'taken') return written.value;
      return tray.resultOnceWritten === 'printed'
        ? { kind: 'printed', isPaperLow: false }
        : { kind: 'unconfirmed', why: 'cannot-answer' };
  }
}

/** Whether it can be opened for writing; nothing is written. */
export async function readWholeJobTargetStatus(
  tray: WholeJobTarget,
  { clock, timings }: TransportPorts,
): Promise<StatusResult> {
  const opened = await runGuarded(
    tray.path,
    clock,
    timings.connectTimeoutMs,
    async (): Promise<StatusResult> => {
      try {
        await (await open(tray.path, tray.flags)).close();
        return { kind: 'ready', isPaperLow: false };
      } catch (error) {
        return toNotSentResult(error);
      }
    },
  );
  if (opened.end === 'done') return opened.value;
  return opened.end === 'stuck'
    ? { kind: 'refused', why: 'busy' }
    : { kind: 'failed', why: 'silent', bytesSent: 0 };
}

async function writeWholeJob(
  tray: WholeJobTarget,
  job: Uint8Array,
  begin: () => void,
  isLate: () => boolean,
): Promise<PrintResult | 'taken'> {
  let handle: FileHandle;
  try {
    handle = await open(tray.path, tray.flags);
  } catch (error) {
    return toNotSentResult(error);
  }
  if (isLate()) return await closeAbandoned(handle);
  let sent = 0;
  try {
    begin();
    while (sent < job.length) {
      const chunk = job.subarray(sent, sent + CHUNK_BYTES);
      sent += (await handle.write(chunk, 0, chunk.length, null)).bytesWritten;
      // Once given up, nothing more is written behind the cashier's back.
      if (isLate()) return await closeAbandoned(handle);
    }
    await syncIfSupported(handle);
    await handle.close();
    return 'taken';
  } catch (error) {
    await handle.close().catch(() => {});
    if (!isSystemError(error)) throw error;
    return toInterruptedResult(error, sent);
  }
}

async function closeAbandoned(handle: FileHandle): Promise<NotSentResult> {
  await handle.close().catch(() => {});
  return { kind: 'failed', why: 'silent', bytesSent: 0 };
}

/** A shared printer has nothing to sync, and returns an error. */
async function syncIfSupported(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'].includes(getErrorCode(error)))
      throw error;
  }
}

function toInterruptedResult(error: unknown, bytesSent: number): PrintResult {
  if (bytesSent === 0) return toNotSentResult(error);
  const code = getErrorCode(error);
  const why: TargetProblem | 'broke-off' =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'broke-off';
  return { kind: 'unconfirmed', why };
}

/** A refusal by the ledger is the queue's affair, not the printer's. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
