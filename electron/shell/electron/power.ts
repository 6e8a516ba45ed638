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

/** Electron's `powerSaveBlocker`, as far as a till needs it. */
export interface PowerSaveBlocker {
  start(type: 'prevent-app-suspension'): number;
  stop(id: number): unknown;
}

/**
 * Keeps the computer from going to sleep by itself; its screen may still turn off. It wakes nobody:
 * a lid that is closed and a person who presses "sleep" are obeyed, and a computer that sleeps
 * stays asleep.
 */
export function createSleepBlocker(blocker: PowerSaveBlocker): (isWanted: boolean) => void {
  let id: number | null = null;
  return (isWanted) => {
    if (isWanted === (id !== null)) return;
    if (id !== null) blocker.stop(id);
    id = isWanted ? blocker.start('prevent-app-suspension') : null;
  };
}
