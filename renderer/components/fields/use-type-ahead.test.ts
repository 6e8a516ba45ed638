import { expect, it } from 'vitest';
import { findTypeAheadRow } from './use-type-ahead.ts';

const ZONES = [
  'Cancún',
  'Ciudad de México',
  'Bogotá',
  'Monterrey',
  'Ciudad Juárez',
  'Mérida',
  'Nueva York',
  'Bahía de Banderas',
].map((name) => ({ id: name, name }));

it.each([
  ['m', 'Monterrey'],
  ['me', 'Mérida'],
  ['mex', 'Ciudad de México'],
  ['mexico', 'Ciudad de México'],
  ['México', 'Ciudad de México'],
  ['ciudad', 'Ciudad de México'],
  ['ciudad j', 'Ciudad Juárez'],
  ['ciudad mexico', 'Ciudad de México'],
  ['york', 'Nueva York'],
  ['bogota', 'Bogotá'],
  ['banderas', 'Bahía de Banderas'],
  ['erida', null],
  ['?', null],
] as const)('finds for %s the row %s', (typed, name) => {
  expect(findTypeAheadRow(ZONES, typed, 'Cancún')?.name ?? null).toBe(name);
});

it('keeps the current row while it matches and searches onwards from it', () => {
  expect(findTypeAheadRow(ZONES, 'ciudad', 'Ciudad Juárez')?.name).toBe('Ciudad Juárez');
  expect(findTypeAheadRow(ZONES, 'ciudad', 'Bogotá')?.name).toBe('Ciudad Juárez');
  expect(findTypeAheadRow(ZONES, 'ciudad', 'Mérida')?.name).toBe('Ciudad de México');
  expect(findTypeAheadRow(ZONES, 'ciudad', 'none of these')?.name).toBe('Ciudad de México');
});
