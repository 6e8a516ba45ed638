import type { StatusDialect, StatusEvent, Trouble } from './status.ts';

const LEAST_LENGTH = 6;
const XON = 0x11;
const XOFF = 0x13;
const ETB_COUNTER_BYTE = 7;
const ETB_COUNTS = 32;

/**
 * Star: ESC ACK SOH asks for the automatic status, which is then switched on. The job ends with
 * ETB: when its turn has come, the printer's counter is one above what it was when it was asked. A
 * printer without the counter sets a bit instead.
 */
export function starStatus(): StatusDialect {
  let pending: number[] = [];
  let countBefore: number | null = null;

  const readStatus = (status: readonly number[]): StatusEvent[] => {
    const condition = conditionOf(status);
    const counter = status[ETB_COUNTER_BYTE];
    if (counter === undefined) {
      const isExecuted = ((status[2] ?? 0) & 0x02) !== 0;
      return isExecuted ? [condition, { kind: 'processed' }] : [condition];
    }
    const count = etbCount(counter);
    if (countBefore === null) {
      countBefore = count;
      return [condition];
    }
    const isCounted = count === (countBefore + 1) % ETB_COUNTS;
    return isCounted ? [condition, { kind: 'processed' }] : [condition];
  };

  return {
    ask: Uint8Array.of(0x1b, 0x06, 0x01),
    prelude: Uint8Array.of(0x1b, 0x1e, 0x61, 0x01),
    confirm: Uint8Array.of(0x17),
    // ESC ACK SOH must not be sent while the automatic status is on.
    poll: new Uint8Array(),
    read: (chunk) => {
      const events: StatusEvent[] = [];
      pending.push(...chunk);
      while (pending.length > 0) {
        const [header = 0] = pending;
        if (header === XON || header === XOFF) {
          pending = pending.slice(1);
          continue;
        }
        const length = ((header >> 1) & 0x07) | ((header >> 2) & 0x18);
        if ((header & 0x91) !== 0x01 || length < LEAST_LENGTH) {
          pending = pending.slice(1);
          events.push({ kind: 'noise' });
          continue;
        }
        if (pending.length < length) break;
        const status = pending.slice(0, length);
        if (status.slice(1).some((byte) => (byte & 0x91) !== 0)) {
          pending = pending.slice(1);
          events.push({ kind: 'noise' });
          continue;
        }
        pending = pending.slice(length);
        events.push(...readStatus(status));
      }
      return events;
    },
  };
}

function conditionOf(status: readonly number[]): StatusEvent {
  const [, , printer = 0, error = 0, fault = 0, paper = 0] = status;
  const trouble = (): Trouble | null => {
    if ((printer & 0x20) !== 0) return 'cover-open';
    if ((paper & 0x08) !== 0) return 'paper-out';
    if ((error & 0x2c) !== 0 || (fault & 0x0e) !== 0) return 'error';
    return (printer & 0x08) !== 0 ? 'offline' : null;
  };
  return { kind: 'condition', trouble: trouble(), isPaperLow: (paper & 0x06) !== 0 };
}

/** Five bits, spread around bit 4, which is fixed. */
function etbCount(byte: number): number {
  return ((byte >> 1) & 0x07) | ((byte >> 2) & 0x18);
}
