import { beforeEach, expect, it } from 'vitest';
import { powerMonitor } from './electron-double.ts';
import { createSleepBlocker, onSleep, onWake } from './power.ts';

let told: string[];

beforeEach(() => {
  told = [];
  powerMonitor.removeAllListeners();
  onSleep(powerMonitor, () => told.push('sleep'));
  onWake(powerMonitor, () => told.push('wake'));
});

it('tells of sleep and of a screen that is locked, each time', () => {
  powerMonitor.emit('suspend');
  powerMonitor.emit('lock-screen');
  powerMonitor.emit('suspend');
  expect(told).toEqual(['sleep', 'sleep', 'sleep']);
});

it('tells of waking up, and of nothing else', () => {
  for (const event of [
    'resume',
    'unlock-screen',
    'on-battery',
    'shutdown',
    'thermal-state-change',
  ]) {
    powerMonitor.emit(event);
  }
  expect(told).toEqual(['wake']);
});

it('keeps the computer awake once, whoever asks how often, and lets it sleep again', () => {
  const done: string[] = [];
  const keepAwake = createSleepBlocker({
    start: (type) => done.push(type),
    stop: (id) => done.push(`stop ${id}`),
  });
  for (const isWanted of [false, true, true, false, false, true]) keepAwake(isWanted);
  expect(done).toEqual(['prevent-app-suspension', 'stop 1', 'prevent-app-suspension']);
});
