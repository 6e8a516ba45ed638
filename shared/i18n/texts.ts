import { createInstance, type i18n } from 'i18next';
import type { Language } from '../contract/index.ts';
import { FIRST_LANGUAGE, LANGUAGES, MEXICO, TEXTS } from '../locales/index.ts';

/** The values that fill a text's blanks. */
export type TextValues = Readonly<Record<string, string | number>>;

type Topic = keyof typeof MEXICO;
export type TopicTexts<Name extends Topic> = (typeof MEXICO)[Name];

/** A topic, or a part of one. */
interface TextTree {
  readonly [key: string]: string | TextTree;
}
/** `printer.busy.next`: the path of each text. */
type TextPath<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${TextPath<Node[Key]>}`;
}[keyof Node & string];

/** The page's keys are flat, the shared ones are nested. No text includes another. */
const NESTED_KEY_OPTIONS = { keySeparator: '.', nest: false } as const;

let i18nInstance: i18n | null = null;

/**
 * The single i18next of a program, made on first use. Nothing is loaded, because the texts are part
 * of the program.
 */
export function getI18n(): i18n {
  if (i18nInstance !== null) return i18nInstance;
  i18nInstance = createInstance();
  i18nInstance.init({
    // Each language is a new object, because the page adds its topics to it, and must not change
    // `TEXTS`.
    resources: Object.fromEntries(LANGUAGES.map((one) => [one, { ...TEXTS[one] }])),
    ns: Object.keys(MEXICO),
    fallbackLng: FIRST_LANGUAGE,
    load: 'currentOnly',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows, and paper needs no escaping.
    interpolation: { escapeValue: false },
  });
  return i18nInstance;
}

/** One text of a topic. Values are inserted unchanged and never read as texts. */
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

/** A whole topic in one language, for code that needs many of its words. */
export function getTopicTexts<Name extends Topic>(
  topic: Name,
  language: Language,
): TopicTexts<Name> {
  const i18next = getI18n();
  // The page fetches a language when it is spoken: until then the words are the first's.
  const spoken = i18next.hasResourceBundle(language, topic) ? language : FIRST_LANGUAGE;
  const name = `${topic} ${spoken}`;
  const translate = i18next.getFixedT(spoken, topic);
  const words =
    topicTextsCache.get(name) ??
    translateTree(MEXICO[topic], (path) =>
      translate(path, { ...NESTED_KEY_OPTIONS, skipInterpolation: true }),
    );
  topicTextsCache.set(name, words);
  return words as TopicTexts<Name>;
}

function translateTree(tree: TextTree, translate: (path: string) => string, above = ''): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const path = above + key;
      return [
        key,
        typeof node === 'string' ? translate(path) : translateTree(node, translate, `${path}.`),
      ];
    }),
  );
}
