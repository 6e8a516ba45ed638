import type { Clock } from './clock.ts';
import { yieldToEventLoop } from './event-loop.ts';

export interface VirtualClock extends Clock {
  /**
   * Advances time, runs the callbacks that are due in order, and lets promises settle between them.
   * Throws after 100,000 callbacks, because something then schedules itself again and again.
   */
  advance(milliseconds: number): Promise<void>;
  /**
   * Changes the wall clock without running callbacks, as when a person or a time server sets it.
   */
  jump(milliseconds: number): void;
  /** The machine sleeps: time passes, and no callback runs. */
  sleep(milliseconds: number): void;
  /** Number of callbacks that have not run yet. */
  readonly pendingTimerCount: number;
}

/** Several times what the longest simulated month needs. */
const CALLBACK_LIMIT = 100_000;

/** A clock for tests: its time passes only when a test advances it. */
export function createVirtualClock(start = Date.UTC(2026, 0, 15, 16)): VirtualClock {
  let elapsedMs = 0;
  let offset = start;
  let sleptMs = 0;
  let serial = 0;
  const timers: { due: number; order: number; callback: () => void }[] = [];

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await yieldToEventLoop();
  };

  return {
    now: () => offset + elapsedMs + sleptMs,
    uptime: () => elapsedMs + sleptMs,
    after: (milliseconds, callback) => {
      serial += 1;
      const entry = { due: elapsedMs + Math.max(0, milliseconds), order: serial, callback };
      timers.push(entry);
      return () => {
        const index = timers.indexOf(entry);
        if (index >= 0) timers.splice(index, 1);
      };
    },
    advance: async (milliseconds) => {
      const end = elapsedMs + milliseconds;
      await settle();
      for (let callbacks = 0; ; callbacks += 1) {
        timers.sort((a, b) => a.due - b.due || a.order - b.order);
        const next = timers[0];
        if (!next || next.due > end) break;
        if (callbacks === CALLBACK_LIMIT) throw new Error('the virtual clock never comes to rest');
        timers.shift();
        elapsedMs = Math.max(elapsedMs, next.due);
        next.callback();
        await settle();
      }
      elapsedMs = end;
      await settle();
    },
    jump: (milliseconds) => {
      offset += milliseconds;
    },
    sleep: (milliseconds) => {
      sleptMs += milliseconds;
    },
    get pendingTimerCount() {
      return timers.length;
    },
  };
}
