import type { PendingAnswers } from './pending-answers.ts';
import type { PrinterProblem, StatusDialect, StatusEvent } from './status-dialect.ts';

const ASB_BYTES = 4;
const CONFIRM_COMMAND = [0x1d, 0x72, 1];
const XON = 0x11;
const XOFF = 0x13;

/**
 * Epson: the printer answers DLE EOT 1, 2 and 4 at once, even when offline. It answers `GS r 1` in
 * its turn, once everything before it has been printed. All answers look alike and come in the
 * order of the questions, so the job has been printed when one answer more has come than earlier
 * jobs are owed. If those earlier answers were lost, too few come, and each one that comes leads to
 * another question. A status that the printer sends unasked (ASB, switched on by another program)
 * is recognised by its fixed bits. `GS ( H`, whose answer carries a number, is not used: older
 * printers, and copies of them, would print its bytes.
 */
export function createEpsonStatusDialect(owed: PendingAnswers): StatusDialect {
  const questions = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);
  let pending: number[] = [];
  let answers: number[] = [];
  /** Answers missing until the first that can only belong to this job. */
  let missing = 0;

  const readAnswer = (): StatusEvent => {
    if (owed.count === 0) return { kind: 'noise' };
    owed.count -= 1;
    if (missing === 0) return { kind: 'earlier' };
    missing -= 1;
    return { kind: missing === 0 ? 'processed' : 'earlier' };
  };

  const readRealTime = (byte: number): StatusEvent[] => {
    answers.push(byte);
    if (answers.length < 3) return [];
    const [printer = 0, cause = 0, paper = 0] = answers;
    answers = [];
    return [
      {
        kind: 'condition',
        trouble: findRealTimeProblem(printer, cause, paper),
        isPaperLow: (paper & 0x0c) !== 0,
      },
    ];
  };

  return {
    statusRequest: questions,
    createJobFrame: () => {
      owed.count += 1;
      missing = owed.count;
      return { prelude: new Uint8Array(), confirm: Uint8Array.from(CONFIRM_COMMAND) };
    },
    pollRequest: questions,
    createRepeatRequest: () => {
      owed.count += 1;
      return Uint8Array.from(CONFIRM_COMMAND);
    },
    hasPendingAnswers: () => owed.count > 0,
    clearPendingAnswers: () => {
      owed.count = 0;
    },
    parse: (chunk) => {
      const events: StatusEvent[] = [];
      pending.push(...chunk);
      while (pending.length > 0) {
        const [byte = 0] = pending;
        if (byte === XON || byte === XOFF) {
          pending = pending.slice(1);
        } else if ((byte & 0x93) === 0x12) {
          pending = pending.slice(1);
          events.push(...readRealTime(byte));
        } else if (isAutomaticStatus(pending)) {
          if (pending.length < ASB_BYTES) break;
          events.push(parseAutomaticStatus(pending.slice(0, ASB_BYTES)));
          pending = pending.slice(ASB_BYTES);
        } else {
          pending = pending.slice(1);
          events.push((byte & 0x90) === 0 ? readAnswer() : { kind: 'noise' });
        }
      }
      return events;
    },
  };
}

function isAutomaticStatus([first = 0, ...rest]: readonly number[]): boolean {
  const isBegun = (first & 0x93) === 0x10;
  return isBegun && rest.slice(0, ASB_BYTES - 1).every((byte) => (byte & 0x90) === 0);
}

function findRealTimeProblem(printer: number, cause: number, paper: number): PrinterProblem | null {
  if ((cause & 0x04) !== 0) return 'cover-open';
  if ((paper & 0x60) !== 0 || (cause & 0x20) !== 0) return 'paper-out';
  if ((cause & 0x40) !== 0) return 'error';
  return (printer & 0x08) !== 0 ? 'offline' : null;
}

function parseAutomaticStatus(bytes: readonly number[]): StatusEvent {
  const [printer = 0, errors = 0, paper = 0] = bytes;
  const trouble = (): PrinterProblem | null => {
    if ((printer & 0x20) !== 0) return 'cover-open';
    if ((paper & 0x0c) !== 0) return 'paper-out';
    if ((errors & 0x6c) !== 0) return 'error';
    return (printer & 0x08) !== 0 ? 'offline' : null;
  };
  return { kind: 'condition', trouble: trouble(), isPaperLow: (paper & 0x03) !== 0 };
}
