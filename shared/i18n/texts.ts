import { createInstance, type i18n } from 'i18next';
import type { Language } from '../contract/index.ts';
import { LANGUAGES, MEXICO, TEXTS } from '../locales/index.ts';

/** What a text is filled with. */
export type TextValues = Readonly<Record<string, string | number>>;

type Topic = keyof typeof MEXICO;
export type Words<Name extends Topic> = (typeof MEXICO)[Name];

/** A topic, or a part of one. */
interface Tree {
  readonly [key: string]: string | Tree;
}
/** `printer.busy.next`: the way to each text. */
type PathIn<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${PathIn<Node[Key]>}`;
}[keyof Node & string];

/** The page's keys are flat; what both sides say is nested. No text asks for another one. */
const NESTED = { keySeparator: '.', nest: false } as const;

let instance: i18n | null = null;

/**
 * The one i18next of a program, made when the first text is asked for. Nothing is loaded: the texts
 * are part of the program.
 */
export function texts(): i18n {
  if (instance !== null) return instance;
  instance = createInstance();
  instance.init({
    // Each language in an object of its own: the page adds its topics to it, and never to `TEXTS`.
    resources: Object.fromEntries(LANGUAGES.map((one) => [one, { ...TEXTS[one] }])),
    ns: Object.keys(MEXICO),
    fallbackLng: 'es-MX',
    load: 'currentOnly',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it puts on the page, and paper has nothing to escape.
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** One text of a topic. What fills it is put in as it is and never read as a text. */
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

/** A whole topic in one language, for whoever says many of its words. */
export function wordsOf<Name extends Topic>(topic: Name, language: Language): Words<Name> {
  const name = `${topic} ${language}`;
  const translate = texts().getFixedT(language, topic);
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
