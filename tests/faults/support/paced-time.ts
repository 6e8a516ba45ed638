import type { Clock } from '../../../electron/platform/index.ts';

/**
 * Virtual time beside real sockets. It advances only while the network is idle: everything in
 * transit arrives before the next callback is due, however slow the machine is.
 */
export interface PacedTime {
  /** The till's clock. A test may set it; its timers are not affected. */
  readonly till: Clock;
  /** The service's clock, which is never set. */
  readonly service: Clock;
  /** Milliseconds since the beginning, independent of the clocks. */
  readonly elapsed: number;
  advance(milliseconds: number): Promise<void>;
  /** Resolves when nothing is in transit. */
  waitUntilIdle(): Promise<void>;
  /** Sets the offset of the till's clock, in milliseconds. */
  setTillOffset(offsetMs: number): void;
}

/** Real milliseconds: a safety limit that no test reaches. */
const REAL_TIMEOUT_MS = 120_000;
const IDLE_TURNS = 3;

export function createPacedTime(
  isAtRest: () => boolean,
  describeActivity: () => string,
): PacedTime {
  const start = Date.UTC(2026, 0, 15, 16);
  const timers: { due: number; callback: () => void }[] = [];
  let elapsed = 0;
  let tillOffsetMs = 0;

  const after: Clock['after'] = (milliseconds, callback) => {
    const entry = { due: elapsed + Math.max(0, milliseconds), callback };
    timers.push(entry);
    return () => {
      const index = timers.indexOf(entry);
      if (index >= 0) timers.splice(index, 1);
    };
  };

  async function waitUntilIdle(): Promise<void> {
    const deadline = performance.now() + REAL_TIMEOUT_MS;
    for (let idleTurns = 0; idleTurns < IDLE_TURNS; idleTurns = isAtRest() ? idleTurns + 1 : 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (performance.now() > deadline) throw new Error(`no rest: ${describeActivity()}`);
    }
  }

  return {
    till: { now: () => start + elapsed + tillOffsetMs, uptime: () => elapsed, after },
    service: { now: () => start + elapsed, uptime: () => elapsed, after },
    get elapsed() {
      return elapsed;
    },
    waitUntilIdle,
    setTillOffset: (offsetMs) => {
      tillOffsetMs = offsetMs;
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      for (;;) {
        await waitUntilIdle();
        // The sort is stable: callbacks with the same due time run in the order of their
        // registration.
        timers.sort((a, b) => a.due - b.due);
        const next = timers[0];
        if (!next || next.due > end) break;
        timers.shift();
        elapsed = Math.max(elapsed, next.due);
        next.callback();
      }
      elapsed = end;
    },
  };
}
