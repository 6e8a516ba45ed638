import { expect, it } from 'vitest';
import { pageTexts } from '../../i18n/index.ts';
import { countryName, typeName } from './type-names.ts';

const text = pageTexts('es-MX');

it.each(['GiftCard', 'Gift Card', 'gift_card', ' giftcard '])('says %j in words', (type) => {
  expect(typeName(text, type)).toBe('Tarjeta de regalo');
});

it('shows a word that nobody knows as the service wrote it', () => {
  expect(typeName(text, 'Parking')).toBe('Parking');
});

it('names the country of a code, and shows what is none as it is', () => {
  expect(countryName('es-MX', 'MX')).toBe('México');
  expect(countryName('en', 'us')).toBe('United States');
  expect([countryName('en', ''), countryName('en', 'QX'), countryName('en', 'Latam')]).toEqual([
    '',
    'QX',
    'Latam',
  ]);
});
