import { expect, it } from 'vitest';
import { createPaymentTracker } from './payment-tracker.ts';

it('cancels the scheduled look-up of a payment that it stops tracking, and of all at the end', () => {
  const tracker = createPaymentTracker();
  const cancelled: string[] = [];
  for (const id of ['a', 'b', 'c'])
    tracker.getOrCreateTracked(id).cancelScheduledLookUp = () => cancelled.push(id);
  tracker.getOrCreateTracked('nothing scheduled');
  tracker.stopTracking('a');
  tracker.stopTracking('unknown');
  expect(cancelled).toEqual(['a']);
  expect(tracker.getTracked('a')).toBeNull();
  expect(tracker.getTracked('b')).not.toBeNull();
  tracker.clear();
  expect(cancelled).toEqual(['a', 'b', 'c']);
  expect(tracker.getTracked('b')).toBeNull();
});

it.each([
  ['no', false],
  ['wire', true],
  ['unwritten', true],
] as const)(
  'takes a payment with the send state %s for one that is being sent: %s',
  (state, is) => {
    const tracker = createPaymentTracker();
    expect(tracker.isAnySending()).toBe(false);
    tracker.getOrCreateTracked('resolved');
    tracker.getOrCreateTracked('a').sendState = state;
    expect(tracker.isAnySending()).toBe(is);
  },
);
