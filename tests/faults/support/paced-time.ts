import type { Clock } from '../../../electron/platform/index.ts';

/**
 * Virtual time beside real sockets. It goes on only while the network is at rest: whatever is on
 * its way arrives before the next callback is due, however slow the machine is.
 */
export interface PacedTime {
  /** The till's clock. Somebody may set it; its waits go on all the same. */
  readonly till: Clock;
  /** The service's clock, that nobody sets. */
  readonly service: Clock;
  /** Milliseconds since the beginning, by no clock. */
  readonly elapsed: number;
  advance(milliseconds: number): Promise<void>;
  /** When nothing is on its way. */
  waitForRest(): Promise<void>;
  /** How far the till's clock is off. */
  setTill(offBy: number): void;
}

/** Real milliseconds: nothing here takes that long, and nothing passes because of it. */
const REAL_TIMEOUT_MS = 20_000;
const CALM_TURNS = 3;

export function createPacedTime(isAtRest: () => boolean, whatMoves: () => string): PacedTime {
  const start = Date.UTC(2026, 0, 15, 16);
  const waiting: { due: number; callback: () => void }[] = [];
  let elapsed = 0;
  let tillIsOffBy = 0;

  const after: Clock['after'] = (milliseconds, callback) => {
    const entry = { due: elapsed + Math.max(0, milliseconds), callback };
    waiting.push(entry);
    return () => {
      const index = waiting.indexOf(entry);
      if (index >= 0) waiting.splice(index, 1);
    };
  };

  async function waitForRest(): Promise<void> {
    const end = performance.now() + REAL_TIMEOUT_MS;
    for (let calm = 0; calm < CALM_TURNS; calm = isAtRest() ? calm + 1 : 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (performance.now() > end) throw new Error(`no rest: ${whatMoves()}`);
    }
  }

  return {
    till: { now: () => start + elapsed + tillIsOffBy, uptime: () => elapsed, after },
    service: { now: () => start + elapsed, uptime: () => elapsed, after },
    get elapsed() {
      return elapsed;
    },
    waitForRest,
    setTill: (offBy) => {
      tillIsOffBy = offBy;
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      for (;;) {
        await waitForRest();
        // The sort is stable: what was asked for first comes first.
        waiting.sort((a, b) => a.due - b.due);
        const next = waiting[0];
        if (!next || next.due > end) break;
        waiting.shift();
        elapsed = Math.max(elapsed, next.due);
        next.callback();
      }
      elapsed = end;
    },
  };
}
