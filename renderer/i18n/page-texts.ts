import type { Language } from '../../shared/contract/index.ts';
import { getI18n, type TextValues } from '../../shared/i18n/index.ts';
import { FIRST_LANGUAGE, MEXICO, type PageKey } from '../../shared/locales/index.ts';

/** Returns the text of a key in the page's language. */
export type TextFunction = (key: PageKey, values?: TextValues) => string;

type Topic = Readonly<Record<string, string>>;

/**
 * Part of the page's first file: `FIRST_LANGUAGE`, by its name, which Vite must find written here.
 * What the customer's screen says is in that page alone.
 */
const defaultLanguageFiles = import.meta.glob<Topic>(
  ['../../shared/locales/es-MX/*.json', '!../../shared/locales/*/customer-screen.json'],
  { eager: true, import: 'default' },
);

/** The languages' own names are chosen from before any of them is fetched. */
const languageNameFiles = import.meta.glob<Topic>('../../shared/locales/*/app.json', {
  eager: true,
  import: 'default',
});

/** Fetched by a page that speaks them. */
const otherLanguageFiles = import.meta.glob<Topic>(
  [
    '../../shared/locales/*/*.json',
    '!../../shared/locales/es-MX/*.json',
    '!../../shared/locales/*/customer-screen.json',
  ],
  { import: 'default' },
);

/** The namespace of the page's own topics, beside the shared ones. */
const PAGE_NAMESPACE = 'page';

/** Of a language whose texts are not here, those of the fallback. */
export function getTextFunction(language: Language): TextFunction {
  if (!hasTexts(FIRST_LANGUAGE)) addTopics(FIRST_LANGUAGE, Object.entries(defaultLanguageFiles));
  const translate = getI18n().getFixedT(language, PAGE_NAMESPACE);
  return (key, values) => translate(key, values ?? {});
}

export function hasTexts(language: Language): boolean {
  return getI18n().hasResourceBundle(language, PAGE_NAMESPACE);
}

/** Resolves when a language can be spoken. Rejects if one of its files could not be read. */
export async function loadTexts(language: Language): Promise<void> {
  if (hasTexts(language) || language === FIRST_LANGUAGE) return;
  const own = Object.entries(otherLanguageFiles).filter(
    ([file]) => parseTopicPath(file).language === language,
  );
  addTopics(
    language,
    await Promise.all(own.map(async ([file, load]) => [file, await load()] as const)),
  );
}

/** A language by its own name, so that people find the one that they can read. */
export function getLanguageName(language: Language): string {
  const key = 'app.language.name';
  const own = Object.entries(languageNameFiles).find(
    ([file]) => parseTopicPath(file).language === language,
  );
  return own?.[1][key] ?? getTextFunction(language)(key);
}

function parseTopicPath(file: string): { readonly topic: string; readonly language: string } {
  const [topic = '', language = ''] = file.replace('.json', '').split('/').reverse();
  return { topic, language };
}

/** Adds the topics that the program's part of this page did not bring. */
function addTopics(
  language: Language,
  files: readonly (readonly [file: string, texts: Topic])[],
): void {
  const i18next = getI18n();
  const put = (topic: string, said: Topic) =>
    i18next.addResourceBundle(language, topic, said, false, true, { skipCopy: true });
  const own: Topic[] = [];
  for (const [file, said] of files) {
    const { topic } = parseTopicPath(file);
    if (!(topic in MEXICO)) own.push(said);
    else if (!i18next.hasResourceBundle(language, topic)) put(topic, said);
  }
  put(PAGE_NAMESPACE, Object.assign({}, ...own));
}
