import { expect, it } from 'vitest';
import { getTextFunction } from '../../i18n/index.ts';
import { getBillerTypeName, getCountryName } from './type-names.ts';

const text = getTextFunction('es-MX');

it.each(['GiftCard', 'Gift Card', 'gift_card', ' giftcard '])(
  'names the biller type %j',
  (type) => {
    expect(getBillerTypeName(text, type)).toBe('Tarjeta de regalo');
  },
);

it('shows an unknown biller type as the service wrote it', () => {
  expect(getBillerTypeName(text, 'Parking')).toBe('Parking');
});

it('names the country of a code and returns an invalid code unchanged', () => {
  expect(getCountryName('es-MX', 'MX')).toBe('México');
  expect(getCountryName('en', 'us')).toBe('United States');
  expect([
    getCountryName('en', ''),
    getCountryName('en', 'QX'),
    getCountryName('en', 'Latam'),
  ]).toEqual(['', 'QX', 'Latam']);
});
