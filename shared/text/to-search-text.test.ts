import { expect, it } from 'vitest';
import { toSearchText } from './index.ts';

it.each([
  ['Ángela NÚÑEZ', 'angela nunez'],
  ['A\u0301ngela', 'angela'],
  ['Gas Nación, S.A.', 'gas nacion, s.a.'],
  ['İzmir', 'izmir'],
  ['Straße 5', 'straße 5'],
  ['', ''],
])('%j is plainly %j', (text, wanted) => {
  expect(toSearchText(text)).toBe(wanted);
});
