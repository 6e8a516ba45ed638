import { createInstance, type i18n } from 'i18next';
import type { Language } from '../contract/index.ts';
import { FIRST_LANGUAGE, LANGUAGES, MEXICO, TEXTS } from '../locales/index.ts';

/** The values that fill a text's blanks. */
export type TextValues = Readonly<Record<string, string | number>>;

type Topic = keyof typeof MEXICO;
export type Words<Name extends Topic> = (typeof MEXICO)[Name];

/** A topic, or a part of one. */
interface Tree {
  readonly [key: string]: string | Tree;
}
/** `printer.busy.next`: the path of each text. */
type PathIn<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${PathIn<Node[Key]>}`;
}[keyof Node & string];

/** The page's keys are flat, the shared ones are nested. No text includes another. */
const NESTED = { keySeparator: '.', nest: false } as const;

let instance: i18n | null = null;

/**
 * The single i18next of a program, made on first use. Nothing is loaded, because the texts are part
 * of the program.
 */
export function texts(): i18n {
  if (instance !== null) return instance;
  instance = createInstance();
  instance.init({
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
  return instance;
}

/** One text of a topic. Values are inserted unchanged and never read as texts. */
export function textOf<Name extends Topic>(
  topic: Name,
  language: Language,
  path: PathIn<Words<Name>>,
  values: TextValues = {},
): string {
  const translate = texts().getFixedT(language, topic);
  const key: string = path;
  return translate(key, { ...values, ...NESTED });
}

const whole = new Map<string, Tree>();

/** A whole topic in one language, for code that needs many of its words. */
export function wordsOf<Name extends Topic>(topic: Name, language: Language): Words<Name> {
  const i18next = texts();
  // The page fetches a language when it is spoken: until then the words are the first's.
  const spoken = i18next.hasResourceBundle(language, topic) ? language : FIRST_LANGUAGE;
  const name = `${topic} ${spoken}`;
  const translate = i18next.getFixedT(spoken, topic);
  const words =
    whole.get(name) ??
    translated(MEXICO[topic], (path) => translate(path, { ...NESTED, skipInterpolation: true }));
  whole.set(name, words);
  return words as Words<Name>;
}

function translated(tree: Tree, translate: (path: string) => string, above = ''): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const path = above + key;
      return [
        key,
        typeof node === 'string' ? translate(path) : translated(node, translate, `${path}.`),
      ];
    }),
  );
}
