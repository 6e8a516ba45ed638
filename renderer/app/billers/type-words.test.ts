import { expect, it } from 'vitest';
import { createTexts, type Text } from '../../i18n/index.ts';
import { countryWord, typeWord } from './type-words.ts';

const texts = createTexts('es-MX');
const text: Text = (key) => texts.t(key);

it.each(['GiftCard', 'Gift Card', 'gift_card', ' giftcard '])('says %j in words', (type) => {
  expect(typeWord(text, type)).toBe('Tarjeta de regalo');
});

it('shows a word that nobody knows as the service wrote it', () => {
  expect(typeWord(text, 'Parking')).toBe('Parking');
});

it('names the country of a code, and shows what is none as it is', () => {
  expect(countryWord('es-MX', 'MX')).toBe('México');
  expect(countryWord('en', 'us')).toBe('United States');
  expect([countryWord('en', ''), countryWord('en', 'QX'), countryWord('en', 'Latam')]).toEqual([
    '',
    'QX',
    'Latam',
  ]);
});
