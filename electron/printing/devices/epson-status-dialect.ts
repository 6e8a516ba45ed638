import type { PendingPrinterAnswers } from './pending-answers.ts';
import {
  areBitsUnset,
  NOISE,
  type PrinterProblem,
  type PrinterStatusDialect,
  type PrinterStatusEvent,
} from './status-dialect.ts';

const ASB_BYTES = 4;
const CONFIRM_COMMAND = [0x1d, 0x72, 1];
const XON = 0x11;
const XOFF = 0x13;

/**
 * Epson: the printer answers DLE EOT 1, 2 and 4 at once, even when offline. It answers `GS r 1` in
 * order, once everything before it has been printed. All answers look alike and arrive in the order
 * of the requests, so the job has been printed when one answer more has arrived than the answers
 * still pending for earlier jobs. If those were lost, too few arrive, and each one that arrives
 * causes another request. An unrequested status (ASB, enabled by another program) is recognised by
 * its fixed bits. `GS ( H`, whose answer carries a number, is not used: older printers, and clones
 * of them, would print its bytes.
 */
export function createEpsonStatusDialect(
  pendingAnswers: PendingPrinterAnswers,
): PrinterStatusDialect {
  const statusRequest = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);
  /** The beginning of an automatic status whose other bytes have not arrived. */
  let rest: Uint8Array = new Uint8Array();
  let answers: number[] = [];
  /** Answers missing until the first that must belong to this job. */
  let missingCount = 0;

  const readAnswer = (): PrinterStatusEvent => {
    if (pendingAnswers.count === 0) return NOISE;
    pendingAnswers.count -= 1;
    if (missingCount === 0) return { kind: 'earlier' };
    missingCount -= 1;
    return { kind: missingCount === 0 ? 'processed' : 'earlier' };
  };

  const readRealTime = (byte: number): PrinterStatusEvent[] => {
    answers.push(byte);
    if (answers.length < 3) return [];
    const [printer = 0, cause = 0, paper = 0] = answers;
    answers = [];
    return [
      {
        kind: 'condition',
        problem: findRealTimeProblem(printer, cause, paper),
        isPaperLow: (paper & 0x0c) !== 0,
      },
    ];
  };

  return {
    statusRequest,
    createJobFrame: () => {
      pendingAnswers.count += 1;
      missingCount = pendingAnswers.count;
      return { prelude: new Uint8Array(), confirm: Uint8Array.from(CONFIRM_COMMAND) };
    },
    pollRequest: statusRequest,
    createRepeatRequest: () => {
      pendingAnswers.count += 1;
      return Uint8Array.from(CONFIRM_COMMAND);
    },
    hasPendingAnswers: () => pendingAnswers.count > 0,
    clearPendingAnswers: () => {
      pendingAnswers.count = 0;
    },
    parse: (chunk) => {
      const events: PrinterStatusEvent[] = [];
      const bytes = rest.length === 0 ? chunk : Uint8Array.from([...rest, ...chunk]);
      let index = 0;
      while (index < bytes.length) {
        const byte = bytes[index] ?? 0;
        if (isAutomaticStatusHeader(byte)) {
          const end = Math.min(index + ASB_BYTES, bytes.length);
          const isStatus = areBitsUnset(bytes, index + 1, end, 0x90);
          if (isStatus && end - index < ASB_BYTES) break;
          events.push(isStatus ? parseAutomaticStatus(bytes.subarray(index, end)) : NOISE);
          index += isStatus ? ASB_BYTES : 1;
          continue;
        }
        index += 1;
        if (byte === XON || byte === XOFF) continue;
        if ((byte & 0x93) === 0x12) events.push(...readRealTime(byte));
        else events.push((byte & 0x90) === 0 ? readAnswer() : NOISE);
      }
      rest = Uint8Array.from(bytes.subarray(index));
      return events;
    },
  };
}

function isAutomaticStatusHeader(byte: number): boolean {
  return (byte & 0x93) === 0x10;
}

function findRealTimeProblem(printer: number, cause: number, paper: number): PrinterProblem | null {
  if ((cause & 0x04) !== 0) return 'cover-open';
  if ((paper & 0x60) !== 0 || (cause & 0x20) !== 0) return 'paper-out';
  if ((cause & 0x40) !== 0) return 'error';
  return (printer & 0x08) !== 0 ? 'offline' : null;
}

function parseAutomaticStatus(bytes: Uint8Array): PrinterStatusEvent {
  const [printer = 0, errors = 0, paper = 0] = bytes;
  const findProblem = (): PrinterProblem | null => {
    if ((printer & 0x20) !== 0) return 'cover-open';
    if ((paper & 0x0c) !== 0) return 'paper-out';
    if ((errors & 0x6c) !== 0) return 'error';
    return (printer & 0x08) !== 0 ? 'offline' : null;
  };
  return { kind: 'condition', problem: findProblem(), isPaperLow: (paper & 0x03) !== 0 };
}
