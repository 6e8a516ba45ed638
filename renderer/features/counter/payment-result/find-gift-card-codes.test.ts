import { describe, expect, it } from 'vitest';
import { findGiftCardCodes } from './find-gift-card-codes.ts';

describe('the code in a gift card’s text', () => {
  it.each([
    [
      'AMAZON\n\nValor:          $ 100.00 MXN\nCódigo:         1234-5678-9012-3456\n',
      ['1234-5678-9012-3456'],
    ],
    ['Code: ABCD EFGH 1234', ['ABCD EFGH 1234']],
    ['CLAVE AQ7K9X2MPL', ['AQ7K9X2MPL']],
    ['Su código:\n  9988776655\nGracias', ['9988776655']],
    ['PIN: 123456\nCódigo: 9999-8888', ['123456', '9999-8888']],
  ])('stands after a word for it: %j', (text, codes) => {
    expect(findGiftCardCodes(text)).toEqual(codes);
  });

  it.each([
    'Llame al 800 000 0000',
    'Auth: 1569455271',
    'El código no tiene devolución.\nNo lo comparta con extraños.',
    'Capture el código en «Canjear».\n1. Abra la página',
    'Código: 12',
    '',
  ])('stands nowhere in %j', (text) => {
    expect(findGiftCardCodes(text)).toEqual([]);
  });
});
