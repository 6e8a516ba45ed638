import type { Clock } from './clock.ts';
import { yieldToEventLoop } from './event-loop.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, firing what is due in order, and lets promises settle between the steps. */
  advance(milliseconds: number): Promise<void>;
  /** Moves the wall clock without firing anything: a person or a time server set it. */
  jump(milliseconds: number): void;
  /** The machine sleeps: time passes, and nothing fires. */
  sleep(milliseconds: number): void;
  /** How many callbacks wait. */
  readonly pending: number;
}

/** A clock for tests: its time passes only when a test moves it on. */
export function createVirtualClock(start = Date.UTC(2026, 0, 15, 16)): VirtualClock {
  let elapsed = 0;
  let offset = start;
  let slept = 0;
  let serial = 0;
  const waiting: { due: number; order: number; callback: () => void }[] = [];

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await yieldToEventLoop();
  };

  return {
    now: () => offset + elapsed + slept,
    uptime: () => elapsed + slept,
    after: (milliseconds, callback) => {
      serial += 1;
      const entry = { due: elapsed + Math.max(0, milliseconds), order: serial, callback };
      waiting.push(entry);
      return () => {
        const index = waiting.indexOf(entry);
        if (index >= 0) waiting.splice(index, 1);
      };
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      await settle();
      for (;;) {
        waiting.sort((a, b) => a.due - b.due || a.order - b.order);
        const next = waiting[0];
        if (!next || next.due > end) break;
        waiting.shift();
        elapsed = Math.max(elapsed, next.due);
        next.callback();
        await settle();
      }
      elapsed = end;
      await settle();
    },
    jump: (milliseconds) => {
      offset += milliseconds;
    },
    sleep: (milliseconds) => {
      slept += milliseconds;
    },
    get pending() {
      return waiting.length;
    },
  };
}
