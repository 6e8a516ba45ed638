import { expect, it } from 'vitest';
import { type Accent, getKeys, type Layer, type PadKey, toTypedLetter } from './key-layouts.ts';

const LAYERS: readonly Layer[] = ['letters', 'figures', 'signs'];
const ACCENTS: readonly Accent[] = ['none', 'acute', 'diaeresis'];

const textsOf = (keys: readonly PadKey[]): string[] =>
  keys.flatMap((key) => (key.kind === 'text' ? [key.text] : []));

it('has every letter of Spanish, and every sign of an address, a path or a key', () => {
  const typed = new Set(
    LAYERS.flatMap((layer) => textsOf(getKeys('letters', layer, '.'))).flatMap((text) =>
      ACCENTS.flatMap((accent) => [
        toTypedLetter(text, false, accent),
        toTypedLetter(text, true, accent),
      ]),
    ),
  );
  const ascii = Array.from({ length: 94 }, (_none, at) => String.fromCharCode(33 + at));
  for (const one of [...ascii, ...'ñÑáéíóúüÁÉÍÓÚÜ¿¡']) expect(typed, one).toContain(one);
});

it('leads from each layer to every other, and back from each with Enter and keys that erase one letter and all', () => {
  for (const layer of LAYERS) {
    const keys = getKeys('letters', layer, '.');
    expect(keys.filter(({ kind }) => kind === 'enter')).toHaveLength(1);
    expect(keys.filter(({ kind }) => kind === 'erase')).toHaveLength(1);
    expect(keys.filter(({ kind }) => kind === 'clear')).toHaveLength(1);
    expect(keys.reduce((sum, { span = 1 }) => sum + span, 0)).toBe(4 * 20);
    expect(keys.some((key) => key.kind === 'layer' && key.layer !== layer)).toBe(true);
  }
});

it('writes amounts with the sign of the language, and PINs without any', () => {
  expect(textsOf(getKeys('amount', 'letters', ','))).toContain(',');
  expect(textsOf(getKeys('digits', 'letters', ',')).join('')).toBe('1234567890');
});
