import type { EventEmitter } from 'node:events';

/** What Electron's `powerMonitor` tells of, as far as a till needs it. */
export type PowerEvents = Pick<EventEmitter, 'on'>;

/** Nobody is there from now on: the machine goes to sleep, or its screen is locked. */
export function onSleep(power: PowerEvents, listener: () => void): void {
  power.on('suspend', listener);
  power.on('lock-screen', listener);
}

/** The machine has woken up. A screen that was unlocked is none: it had been running. */
export function onWake(power: PowerEvents, listener: () => void): void {
  power.on('resume', listener);
}
