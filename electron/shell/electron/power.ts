import type { EventEmitter } from 'node:events';

/** The events of Electron's `powerMonitor` that a till needs. */
export type PowerEvents = Pick<EventEmitter, 'on'>;

/** The machine goes to sleep or its screen is locked, so nobody is at the till. */
export function onSuspendOrLock(power: PowerEvents, listener: () => void): void {
  power.on('suspend', listener);
  power.on('lock-screen', listener);
}

/** The machine woke up. Unlocking the screen does not count: the machine was running. */
export function onResume(power: PowerEvents, listener: () => void): void {
  power.on('resume', listener);
}

/** The part of Electron's `powerSaveBlocker` that a till needs. */
export interface PowerSaveBlocker {
  start(type: 'prevent-app-suspension'): number;
  stop(id: number): unknown;
}

/**
 * Prevents the computer from going to sleep when idle; its screen may still turn off. It does not
 * prevent sleep by a closed lid or by a person, and does not wake a sleeping computer.
 */
export function createSleepBlocker(blocker: PowerSaveBlocker): (isWanted: boolean) => void {
  let id: number | null = null;
  return (isWanted) => {
    if (isWanted === (id !== null)) return;
    if (id !== null) blocker.stop(id);
    id = isWanted ? blocker.start('prevent-app-suspension') : null;
  };
}
