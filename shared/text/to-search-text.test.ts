import { expect, it } from 'vitest';
import { toSearchText } from './index.ts';

it.each([
  ['Ángela NÚÑEZ', 'angela nunez'],
  ['A\u0301ngela', 'angela'],
  ['Gas Nación, S.A.', 'gas nacion, s.a.'],
  ['İzmir', 'izmir'],
  ['Straße 5', 'straße 5'],
  ['', ''],
])('normalizes %j to the search text %j', (text, expected) => {
  expect(toSearchText(text)).toBe(expected);
});
