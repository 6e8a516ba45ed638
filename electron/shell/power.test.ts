import { beforeEach, expect, it } from 'vitest';
import { powerMonitor } from './electron-double.ts';
import { onSleep, onWake } from './power.ts';

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
