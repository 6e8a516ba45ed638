import type { Language } from '../../shared/contract/index.ts';
import { type TextValues, texts } from '../../shared/i18n/index.ts';
import { MEXICO, type PageKey } from '../../shared/locales/index.ts';

/** Answers the text of a key in the language of the page. */
export type Text = (key: PageKey, values?: TextValues) => string;

type Topic = Readonly<Record<string, string>>;

const files = import.meta.glob<Topic>('../../shared/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The page's own topics of a language, as one beside those that both sides say. */
const PAGE = 'page';

export function pageTexts(language: Language): Text {
  const i18next = texts();
  for (const one of new Set([language, 'es-MX'])) {
    if (i18next.hasResourceBundle(one, PAGE)) continue;
    i18next.addResourceBundle(one, PAGE, ownTopics(one), false, true, { skipCopy: true });
  }
  const translate = i18next.getFixedT(language, PAGE);
  return (key, values) => translate(key, values ?? {});
}

/** A language by its own name: a person looks for the one that she can read. */
export function languageName(language: Language): string {
  return pageTexts(language)('app.language.name');
}

function ownTopics(language: string): Topic {
  const own = Object.entries(files).filter(([file]) => {
    const [topic = '', folder] = file.replace('.json', '').split('/').reverse();
    return folder === language && !(topic in MEXICO);
  });
  return Object.assign({}, ...own.map(([, topic]) => topic));
}
