import { expect, it } from 'vitest';
import { createTexts, type Text } from '../../i18n/index.ts';
import { extraWord } from './extra-words.ts';

const texts = createTexts('es-MX');
const text: Text = (key) => texts.t(key);

it.each([
  ['due date', 'Vence'],
  ['consumption_kwh', 'Consumo en kWh'],
  ['Due_Date', 'Vence'],
  ['charges · 1 · period', 'charges · 1 · Periodo'],
  ['folio fiscal', 'folio fiscal'],
])('says %j as %j', (label, words) => {
  expect(extraWord(text, label)).toBe(words);
});
