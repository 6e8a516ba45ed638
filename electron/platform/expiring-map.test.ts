import { expect, it } from 'vitest';
import { createExpiringMap } from './expiring-map.ts';
import { createVirtualClock } from './virtual-clock.ts';

it('returns a value until its lifetime has passed', () => {
  const clock = createVirtualClock();
  const map = createExpiringMap<string>(clock, 1000);
  map.set('a', 'value');
  clock.jump(999);
  expect(map.get('a')).toBe('value');
  clock.jump(1);
  expect(map.get('a')).toBeNull();
});

it('does not extend the lifetime of a value when the clock is set back', () => {
  const clock = createVirtualClock();
  const map = createExpiringMap<string>(clock, 1000);
  map.set('a', 'value');
  clock.jump(-1000);
  expect(map.get('a')).toBeNull();
});

it('restarts the TTL when a value is set again and drops a deleted value', () => {
  const clock = createVirtualClock();
  const map = createExpiringMap<string>(clock, 1000);
  map.set('a', 'first');
  map.set('b', 'other');
  clock.jump(600);
  map.set('a', 'second');
  clock.jump(600);
  expect([map.get('a'), map.get('b')]).toEqual(['second', null]);
  map.delete('a');
  expect(map.get('a')).toBeNull();
});

it('removes the oldest values beyond 500 entries', () => {
  const map = createExpiringMap<number>(createVirtualClock(), 1000);
  for (let index = 0; index < 502; index += 1) {
    map.set(`${index}`, index);
    // Setting it again makes it the newest.
    if (index === 400) map.set('0', 0);
  }
  expect([map.get('0'), map.get('1'), map.get('2'), map.get('3')]).toEqual([0, null, null, 3]);
});
