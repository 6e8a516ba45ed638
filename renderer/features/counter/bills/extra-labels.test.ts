import { expect, it } from 'vitest';
import { getTextFunction } from '../../../i18n/index.ts';
import { getBillExtraLabel } from './extra-labels.ts';

const text = getTextFunction('es-MX');

it.each([
  ['due date', 'Vence'],
  ['consumption_kwh', 'Consumo en kWh'],
  ['Due_Date', 'Vence'],
  ['charges · 1 · period', 'charges · 1 · Periodo'],
  ['folio fiscal', 'folio fiscal'],
])('translates the extra label %j to %j', (label, words) => {
  expect(getBillExtraLabel(text, label)).toBe(words);
});
