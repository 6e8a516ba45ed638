import type { EventEmitter } from 'node:events';

/** The events of Electron's `powerMonitor` that a till needs. */
export type PowerEvents = Pick<EventEmitter, 'on'>;

/** Nobody is at the till from now on: the machine goes to sleep, or its screen is locked. */
export function onSleep(power: PowerEvents, listener: () => void): void {
  power.on('suspend', listener);
  power.on('lock-screen', listener);
}

/** The machine woke up. Unlocking the screen does not count: the machine was running. */
export function onWake(power: PowerEvents, listener: () => void): void {
  power.on('resume', listener);
}
