import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSTILITIES, powerMonitor, setHostility } from './electron-double.ts';
import { createSleepBlocker, onResume, onSuspendOrLock } from './power.ts';

let events: string[];

beforeEach(() => {
  events = [];
  powerMonitor.removeAllListeners();
  onSuspendOrLock(powerMonitor, () => events.push('sleep'));
  onResume(powerMonitor, () => events.push('wake'));
});

describe.each(HOSTILITIES)('sleep, if Electron is such that %s', (hostility) => {
  beforeEach(() => setHostility(hostility));
  afterEach(() => setHostility('as documented'));

  it('calls the sleep listener on each suspend and screen lock', () => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('lock-screen');
    powerMonitor.emit('suspend');
    expect(events).toEqual(['sleep', 'sleep', 'sleep']);
  });

  it('calls the wake listener only on resume', () => {
    for (const event of ['resume', 'unlock-screen', 'on-battery', 'on-ac'] as const) {
      powerMonitor.emit(event);
    }
    expect(events).toEqual(['wake']);
  });

  it('starts one sleep blocker for repeated requests and stops it again', () => {
    const blockerCalls: string[] = [];
    const setKeepAwake = createSleepBlocker({
      start: (type) => blockerCalls.push(type),
      stop: (id) => blockerCalls.push(`stop ${id}`),
    });
    for (const isWanted of [false, true, true, false, false, true]) setKeepAwake(isWanted);
    expect(blockerCalls).toEqual(['prevent-app-suspension', 'stop 1', 'prevent-app-suspension']);
  });
});
