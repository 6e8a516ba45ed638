import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getErrorCode, type PrintNotSentResult, toPrintNotSentResult } from './device-kind.ts';
import { runWithHangGuard } from './run-with-hang-guard.ts';
import type {
  PrinterStatusResult,
  PrinterTransportPorts,
  PrintResult,
  PrintTargetProblem,
} from './transport.ts';

const CHUNK_BYTES = 4096;

/** A target that takes a whole job and cannot be asked for its status. */
export interface WholeJobTarget {
  /** The path that the system opens. */
  readonly path: string;
  /** The result to report once the system has accepted all bytes. */
  readonly resultOnceWritten: 'printed' | 'cannot-answer';
  /** A shared printer starts a new job. */
  readonly openFlags: number;
}

/** The flags with which programs open a printer shared by Windows. */
export const CREATE_FILE_OPEN_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
export const WRITE_FILE_OPEN_FLAGS = constants.O_WRONLY;

/**
 * Writes and syncs a whole job. `printed` means that write, sync and close have succeeded for every
 * byte: a spooler prints it from there, and nothing reports on the paper. A target that hangs is
 * abandoned after the printer's stall time.
 */
export async function printToWholeJobTarget(
  target: WholeJobTarget,
  job: Uint8Array,
  { clock, timings, signal }: PrinterTransportPorts,
  onLeaving: () => void,
): Promise<PrintResult> {
  if (signal.aborted) return { kind: 'failed', reason: 'till-stopped', bytesSent: 0 };
  let hasStarted = false;
  const onBegin = (): void => {
    onLeaving();
    hasStarted = true;
  };
  const result = await runWithHangGuard(target.path, clock, timings.stallTimeoutMs, (isLate) =>
    writeWholeJob(target, job, onBegin, isLate),
  );
  switch (result.end) {
    case 'stuck':
      return { kind: 'refused', reason: 'busy' };
    case 'late':
      return hasStarted
        ? { kind: 'unconfirmed', reason: 'silent' }
        : { kind: 'failed', reason: 'silent', bytesSent: 0 };
    case 'done':
      if (result.value !== 'taken') return result.value;
      return target.resultOnceWritten === 'printed'
        ? { kind: 'printed', isPaperLow: false }
        : { kind: 'unconfirmed', reason: 'cannot-answer' };
  }
}

/** Whether it can be opened for writing; nothing is written. */
export async function readWholeJobTargetStatus(
  target: WholeJobTarget,
  { clock, timings }: PrinterTransportPorts,
): Promise<PrinterStatusResult> {
  const result = await runWithHangGuard(
    target.path,
    clock,
    timings.connectTimeoutMs,
    async (): Promise<PrinterStatusResult> => {
      try {
        await (await open(target.path, target.openFlags)).close();
        return { kind: 'ready', isPaperLow: false };
      } catch (error) {
        return toPrintNotSentResult(error);
      }
    },
  );
  if (result.end === 'done') return result.value;
  return result.end === 'stuck'
    ? { kind: 'refused', reason: 'busy' }
    : { kind: 'failed', reason: 'silent', bytesSent: 0 };
}

async function writeWholeJob(
  target: WholeJobTarget,
  job: Uint8Array,
  onBegin: () => void,
  isLate: () => boolean,
): Promise<PrintResult | 'taken'> {
  let handle: FileHandle;
  try {
    handle = await open(target.path, target.openFlags);
  } catch (error) {
    return toPrintNotSentResult(error);
  }
  if (isLate()) return await closeAbandoned(handle);
  let writtenCount = 0;
  try {
    onBegin();
    while (writtenCount < job.length) {
      const chunk = job.subarray(writtenCount, writtenCount + CHUNK_BYTES);
      writtenCount += (await handle.write(chunk, 0, chunk.length, null)).bytesWritten;
      // After a timeout nothing more is written: the job was reported as ended.
      if (isLate()) return await closeAbandoned(handle);
    }
    await syncIfSupported(handle);
    await handle.close();
    return 'taken';
  } catch (error) {
    await handle.close().catch(() => {});
    if (!isSystemError(error)) throw error;
    return toInterruptedResult(error, writtenCount);
  }
}

async function closeAbandoned(handle: FileHandle): Promise<PrintNotSentResult> {
  await handle.close().catch(() => {});
  return { kind: 'failed', reason: 'silent', bytesSent: 0 };
}

/** A shared printer cannot be synced, and returns an error. */
async function syncIfSupported(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'].includes(getErrorCode(error)))
      throw error;
  }
}

function toInterruptedResult(error: unknown, bytesSent: number): PrintResult {
  if (bytesSent === 0) return toPrintNotSentResult(error);
  const code = getErrorCode(error);
  const reason: PrintTargetProblem | 'broke-off' =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'broke-off';
  return { kind: 'unconfirmed', reason };
}

/** Other errors, such as a refusal by the ledger, are handled by the queue. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
