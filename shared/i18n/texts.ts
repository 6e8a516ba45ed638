import { createInstance, type i18n } from 'i18next';
import type { Language } from '../contract/index.ts';
import { DEFAULT_LANGUAGE, DEFAULT_TEXTS, LANGUAGES, TEXTS } from '../locales/index.ts';

/** Values for the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

type Topic = keyof typeof DEFAULT_TEXTS;
export type TopicTexts<Name extends Topic> = (typeof DEFAULT_TEXTS)[Name];

/** A topic, or a part of one. */
interface TextTree {
  readonly [key: string]: string | TextTree;
}
/** The path of each text, such as `printer.busy.next`. */
type TextPath<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${TextPath<Node[Key]>}`;
}[keyof Node & string];

/** The page's keys are flat, the shared keys are nested. No text includes another. */
const NESTED_KEY_OPTIONS = { keySeparator: '.', nest: false } as const;

let i18nInstance: i18n | null = null;

/**
 * The single i18next instance of a process, created on first use. Loads nothing, because the texts are
 * bundled.
 */
export function getI18n(): i18n {
  if (i18nInstance !== null) return i18nInstance;
  i18nInstance = createInstance();
  i18nInstance.init({
    // Copies each language, because the page adds its topics to it and must not change `TEXTS`.
    resources: Object.fromEntries(LANGUAGES.map((language) => [language, { ...TEXTS[language] }])),
    ns: Object.keys(DEFAULT_TEXTS),
    fallbackLng: DEFAULT_LANGUAGE,
    load: 'currentOnly',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes its output, and paper needs no escaping.
    interpolation: { escapeValue: false },
  });
  return i18nInstance;
}

/** One text of a topic. Values are inserted unchanged and never interpreted as templates. */
export function getText<Name extends Topic>(
  topic: Name,
  language: Language,
  path: TextPath<TopicTexts<Name>>,
  values: TextValues = {},
): string {
  const translate = getI18n().getFixedT(language, topic);
  const key: string = path;
  return translate(key, { ...values, ...NESTED_KEY_OPTIONS });
}

const topicTextsCache = new Map<string, TextTree>();

/** A whole topic in one language, for code that needs many of its texts. */
export function getTopicTexts<Name extends Topic>(
  topic: Name,
  language: Language,
): TopicTexts<Name> {
  const cacheKey = `${topic} ${language}`;
  const translate = getI18n().getFixedT(language, topic);
  const texts =
    topicTextsCache.get(cacheKey) ??
    translateTree(DEFAULT_TEXTS[topic], (path) =>
      translate(path, { ...NESTED_KEY_OPTIONS, skipInterpolation: true }),
    );
  topicTextsCache.set(cacheKey, texts);
  return texts as TopicTexts<Name>;
}

function translateTree(
  tree: TextTree,
  translate: (path: string) => string,
  parentPath = '',
): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const path = parentPath + key;
      return [
        key,
        typeof node === 'string' ? translate(path) : translateTree(node, translate, `${path}.`),
      ];
    }),
  );
}
