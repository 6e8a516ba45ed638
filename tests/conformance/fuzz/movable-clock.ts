import type { Clock } from '../../../electron/platform/index.ts';

export interface MovableClock extends Clock {
  jump(milliseconds: number): void;
}

/** In the middle of the shop's day. */
export function movableClock(hurries: boolean): MovableClock {
  const begin = Date.UTC(2026, 2, 11, 16) - performance.now();
  let jumped = 0;
  return {
    now: () => Math.floor(begin + performance.now() + jumped),
    uptime: () => performance.now() + jumped,
    after: (milliseconds, callback) => {
      const isCut = hurries && milliseconds < 5000;
      const timer = setTimeout(callback, isCut ? milliseconds / 50 : milliseconds);
      return () => clearTimeout(timer);
    },
    jump: (milliseconds) => {
      jumped += milliseconds;
    },
  };
}
