import { expect, it } from 'vitest';
import { getTextFunction, loadTexts } from '../i18n/index.ts';
import { getPaymentStateTextKey } from './state-text-key.ts';

it.each([
  ['bill', 'by-hand-paid', 'pagado, lo decidió un supervisor', 'paid, as a supervisor decided'],
  ['cash-out', 'paid', 'hecho', 'done'],
  ['cash-out', 'by-hand-paid', 'hecho, lo decidió un supervisor', 'done, as a supervisor decided'],
  [
    'cash-out',
    'by-hand-not-paid',
    'no se hizo, lo decidió un supervisor',
    'not done, as a supervisor decided',
  ],
  ['cancel', 'by-hand-paid', 'hecha, lo decidió un supervisor', 'done, as a supervisor decided'],
  ['cash-out', 'unknown', 'aún no se sabe', 'not yet known'],
] as const)('names a %s in the state %s: %s', async (kind, state, spanish, english) => {
  for (const [language, expected] of [
    ['es-MX', spanish],
    ['es-CO', spanish],
    ['en', english],
  ] as const) {
    await loadTexts(language);
    expect(getTextFunction(language)(getPaymentStateTextKey({ kind, state }))).toBe(expected);
  }
});
