import { createInstance, type i18n } from 'i18next';
import type { Language } from '../../shared/contract/index.ts';
import { LANGUAGES } from './define.ts';
import { slices, type TextKey } from './slices.ts';

/** What a text is filled with. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Answers the text of a key in the language of the page. */
export type Text = (key: TextKey, values?: TextValues) => string;

/** One instance with all slices; synchronous, because nothing is loaded. */
export function createTexts(language: Language): i18n {
  const texts = createInstance();
  texts.init({
    lng: language,
    fallbackLng: { 'es-CO': ['es-MX'], default: ['es-MX'] },
    load: 'currentOnly',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    // React escapes what it puts on the page.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      LANGUAGES.map((one) => [
        one,
        { translation: Object.assign({}, ...slices.map((slice) => slice[one])) },
      ]),
    ),
  });
  return texts;
}
