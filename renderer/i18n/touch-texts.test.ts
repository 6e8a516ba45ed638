import { expect, test } from 'vitest';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { getTextFunction, loadTexts, removeKeyNames } from './index.ts';

const KEY_NAME = /\b(F\d{1,2}|Enter|Esc|Ctrl)\b/;

test.each(LANGUAGES)('%s names no key in a payment that is made by touch', async (language) => {
  await loadTexts(language);
  const keyText = getTextFunction(language);
  const touchText = getTextFunction(language, true);
  for (const key of [
    'pay.confirm.hint',
    'pay.confirm.hint.cash-out',
    'pay.confirm.once',
    'pay.cash.emptyIsExact',
    'pay.amount.optional',
    'pay.unknown.action',
    'basket.confirm.hint',
    'refunds.action.customer',
    'shift.countHint',
    'connection.action.form',
  ] as const) {
    expect(keyText(key), key).toMatch(KEY_NAME);
    expect(touchText(key), key).not.toMatch(KEY_NAME);
  }
});

test('removes only a key that follows the name of its button', () => {
  expect(removeKeyNames('Está en “Pendientes” (F9): de ahí se arregla.')).toBe(
    'Está en “Pendientes”: de ahí se arregla.',
  );
  expect(removeKeyNames('Actualice esta caja (F7, Actualizaciones).')).toBe(
    'Actualice esta caja (F7, Actualizaciones).',
  );
});
