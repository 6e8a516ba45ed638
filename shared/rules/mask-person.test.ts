import { expect, it } from 'vitest';
import { maskName, maskPhone } from './mask-person.ts';

it.each([
  ['María Pérez', 'M*** P***'],
  ['  Ana \u00a0 Li ', 'A*** L***'],
  ['😀lga', '😀***'],
  ['', ''],
])('masks the name %j as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

it.each([
  ['5512345678', '**** 5678'],
  ['12345678', '**** 5678'],
  ['1234567', '****'],
  ['', '****'],
])('masks the phone number %j as %j', (digits, masked) => {
  expect(maskPhone(digits)).toBe(masked);
});
