import type { Language } from '../../shared/contract/index.ts';
import { getI18n, type TextValues } from '../../shared/i18n/index.ts';
import { DEFAULT_LANGUAGE, DEFAULT_TEXTS, type PageTextKey } from '../../shared/locales/index.ts';
import { removeKeyNames } from './last-input.ts';

/** Returns the text of a key in the page's language. */
export type TextFunction = (key: PageTextKey, values?: TextValues) => string;

type Topic = Readonly<Record<string, string>>;

/**
 * Bundled with the page: the files of `DEFAULT_LANGUAGE`, named literally because Vite requires it.
 * The customer screen's texts are only in that page.
 */
const defaultLanguageFiles = import.meta.glob<Topic>(
  ['../../shared/locales/es-MX/*.json', '!../../shared/locales/*/customer-screen.json'],
  { eager: true, import: 'default' },
);

/** The languages' own names, which are listed before any other language is loaded. */
const languageNameFiles = import.meta.glob<Topic>('../../shared/locales/*/app.json', {
  eager: true,
  import: 'default',
});

/** Loaded only by a page that uses the language. */
const otherLanguageFiles = import.meta.glob<Topic>(
  [
    '../../shared/locales/*/*.json',
    '!../../shared/locales/es-MX/*.json',
    '!../../shared/locales/*/customer-screen.json',
  ],
  { import: 'default' },
);

/** The namespace of the page's own topics, besides the shared ones. */
const PAGE_NAMESPACE = 'page';

/**
 * Returns the text function of a language; it uses the fallback's texts until the language is
 * loaded. For a person who uses the touch screen, a text that names a key has a variant with the
 * ending `_touch`, and keys in parentheses are left out.
 */
export function getTextFunction(language: Language, isTouch = false): TextFunction {
  if (!hasLoadedTexts(DEFAULT_LANGUAGE))
    addTopics(DEFAULT_LANGUAGE, Object.entries(defaultLanguageFiles));
  const translate = getI18n().getFixedT(language, PAGE_NAMESPACE);
  return isTouch
    ? (key, values) => removeKeyNames(translate(key, { ...values, context: 'touch' }))
    : (key, values) => translate(key, values ?? {});
}

export function hasLoadedTexts(language: Language): boolean {
  return getI18n().hasResourceBundle(language, PAGE_NAMESPACE);
}

/** Loads a language's texts. Rejects if one of its files could not be read. */
export async function loadTexts(language: Language): Promise<void> {
  if (hasLoadedTexts(language) || language === DEFAULT_LANGUAGE) return;
  const languageFiles = Object.entries(otherLanguageFiles).filter(
    ([file]) => parseTopicPath(file).language === language,
  );
  addTopics(
    language,
    await Promise.all(languageFiles.map(async ([file, load]) => [file, await load()] as const)),
  );
}

/** The language's own name, so that people find the one that they can read. */
export function getLanguageName(language: Language): string {
  const key = 'app.language.name';
  const nameFile = Object.entries(languageNameFiles).find(
    ([file]) => parseTopicPath(file).language === language,
  );
  return nameFile?.[1][key] ?? getTextFunction(language)(key);
}

function parseTopicPath(file: string): { readonly topic: string; readonly language: string } {
  const [topic = '', language = ''] = file.replace('.json', '').split('/').reverse();
  return { topic, language };
}

/** Adds the page's own topics; those that main also uses are in every language from the start. */
function addTopics(
  language: Language,
  files: readonly (readonly [file: string, texts: Topic])[],
): void {
  const pageTopics = files
    .filter(([file]) => !(parseTopicPath(file).topic in DEFAULT_TEXTS))
    .map(([, texts]) => texts);
  const texts = Object.assign({}, ...pageTopics);
  const options = { skipCopy: true };
  getI18n().addResourceBundle(language, PAGE_NAMESPACE, texts, false, true, options);
}
