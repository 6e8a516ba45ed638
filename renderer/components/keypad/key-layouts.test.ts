import { expect, it } from 'vitest';
import {
  type Accent,
  getKeypadKeys,
  type KeypadKey,
  type KeypadLayer,
  toTypedLetter,
} from './key-layouts.ts';

const LAYERS: readonly KeypadLayer[] = ['letters', 'figures', 'signs'];
const ACCENTS: readonly Accent[] = ['none', 'acute', 'diaeresis'];

const listTexts = (keys: readonly KeypadKey[]): string[] =>
  keys.flatMap((key) => (key.kind === 'text' ? [key.text] : []));

it('has every Spanish letter and every ASCII symbol', () => {
  const typedCharacters = new Set(
    LAYERS.flatMap((layer) => listTexts(getKeypadKeys('letters', layer, '.'))).flatMap((text) =>
      ACCENTS.flatMap((accent) => [
        toTypedLetter(text, false, accent),
        toTypedLetter(text, true, accent),
      ]),
    ),
  );
  const ascii = Array.from({ length: 94 }, (_none, index) => String.fromCharCode(33 + index));
  for (const character of [...ascii, ...'ñÑáéíóúüÁÉÍÓÚÜ¿¡'])
    expect(typedCharacters, character).toContain(character);
});

it('has on each layer one Enter, erase and clear key and a key to another layer', () => {
  for (const layer of LAYERS) {
    const keys = getKeypadKeys('letters', layer, '.');
    expect(keys.filter(({ kind }) => kind === 'enter')).toHaveLength(1);
    expect(keys.filter(({ kind }) => kind === 'erase')).toHaveLength(1);
    expect(keys.filter(({ kind }) => kind === 'clear')).toHaveLength(1);
    expect(keys.reduce((sum, { span = 1 }) => sum + span, 0)).toBe(4 * 20);
    expect(keys.some((key) => key.kind === 'layer' && key.layer !== layer)).toBe(true);
  }
});

it('has the language’s decimal separator for amounts and only digits for PINs', () => {
  expect(listTexts(getKeypadKeys('amount', 'letters', ','))).toContain(',');
  expect(listTexts(getKeypadKeys('digits', 'letters', ',')).join('')).toBe('1234567890');
});
