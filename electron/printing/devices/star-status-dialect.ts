import {
  areBitsUnset,
  NOISE,
  type PrinterProblem,
  type PrinterStatusDialect,
  type PrinterStatusEvent,
} from './status-dialect.ts';

const MIN_STATUS_BYTES = 6;
const XON = 0x11;
const XOFF = 0x13;
const ETB_COUNTER_BYTE = 7;

const ETB = 0x17;
const SWITCH_ON = [0x1b, 0x1e, 0x61, 0x01];
const CLEAR_COUNT = [0x1b, 0x1e, 0x45, 0x00];
const MIN_END_MARKS = 2;
/** The printer may still hold ETBs that this till sent before its restart. */
const MAX_END_MARKS_BEFORE_START = 6;
const MAX_END_MARKS = 24;

/**
 * The most ETBs at the end of any job that may still be unprinted: a printer that waits for paper
 * keeps such a job, and counts its ETBs when it resumes.
 */
let maxUnansweredEndMarks = MAX_END_MARKS_BEFORE_START;

/**
 * Star: ESC ACK SOH asks for the automatic status, which is then enabled. A job ends with ETB, which
 * the printer counts and reports once everything before it has been printed. An earlier job with its
 * own ETBs may still be in the printer. The till therefore clears the counter before the new job,
 * and ends the new job with more ETBs than any such earlier job. A printer without the counter sets
 * a bit instead, which is a proof only if the bit was unset before.
 */
export function createStarStatusDialect(): PrinterStatusDialect {
  /** The beginning of a status whose other bytes have not arrived. */
  let rest: Uint8Array = new Uint8Array();
  let lastCount: number | null = null;
  let wasUnset = false;
  let endMarkCount: number | null = null;

  const readStatus = (status: Uint8Array): PrinterStatusEvent[] => {
    const condition = parseStatus(status);
    const counter = status[ETB_COUNTER_BYTE];
    if (counter === undefined) {
      const isSet = ((status[2] ?? 0) & 0x02) !== 0;
      if (!isSet) wasUnset = true;
      return isSet && wasUnset ? [condition, { kind: 'processed' }] : [condition];
    }
    const count = decodeFiveBits(counter);
    const isLastEndMark =
      endMarkCount !== null && lastCount === endMarkCount - 1 && count === endMarkCount;
    lastCount = count;
    if (!isLastEndMark) return [condition];
    maxUnansweredEndMarks = 0;
    return [condition, { kind: 'processed' }];
  };

  return {
    statusRequest: Uint8Array.of(0x1b, 0x06, 0x01),
    createJobFrame: () => {
      if (lastCount === null) {
        return { prelude: Uint8Array.from(SWITCH_ON), confirm: Uint8Array.of(ETB) };
      }
      endMarkCount = Math.min(Math.max(MIN_END_MARKS, maxUnansweredEndMarks + 1), MAX_END_MARKS);
      maxUnansweredEndMarks = endMarkCount;
      return {
        prelude: Uint8Array.from([...SWITCH_ON, ...CLEAR_COUNT]),
        confirm: new Uint8Array(endMarkCount).fill(ETB),
      };
    },
    // ESC ACK SOH must not be sent while the automatic status is on.
    pollRequest: new Uint8Array(),
    // The printer numbers its answers, so there is no need to ask again.
    createRepeatRequest: () => new Uint8Array(),
    hasPendingAnswers: () => false,
    clearPendingAnswers: () => {},
    parse: (chunk) => {
      const events: PrinterStatusEvent[] = [];
      const bytes = rest.length === 0 ? chunk : Uint8Array.from([...rest, ...chunk]);
      let index = 0;
      while (index < bytes.length) {
        const header = bytes[index] ?? 0;
        if (header === XON || header === XOFF) {
          index += 1;
          continue;
        }
        const length = decodeFiveBits(header);
        if ((header & 0x91) === 0x01 && length >= MIN_STATUS_BYTES) {
          const end = index + length;
          if (end > bytes.length) break;
          if (areBitsUnset(bytes, index + 1, end, 0x91)) {
            events.push(...readStatus(bytes.subarray(index, end)));
            index = end;
            continue;
          }
        }
        index += 1;
        events.push(NOISE);
      }
      rest = Uint8Array.from(bytes.subarray(index));
      return events;
    },
  };
}

function parseStatus(status: Uint8Array): PrinterStatusEvent {
  const [, , printer = 0, error = 0, fault = 0, paper = 0] = status;
  const findProblem = (): PrinterProblem | null => {
    if ((printer & 0x20) !== 0) return 'cover-open';
    if ((paper & 0x08) !== 0) return 'paper-out';
    if ((error & 0x2c) !== 0 || (fault & 0x0e) !== 0) return 'error';
    return (printer & 0x08) !== 0 ? 'offline' : null;
  };
  return { kind: 'condition', problem: findProblem(), isPaperLow: (paper & 0x06) !== 0 };
}

/** The length in a header, or the ETB counter: five bits on both sides of bit 4, which is fixed. */
function decodeFiveBits(byte: number): number {
  return ((byte >> 1) & 0x07) | ((byte >> 2) & 0x18);
}
