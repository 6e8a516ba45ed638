import type { KeypadKind } from './keypad-store.ts';

/** A key: what it types, or what it does. `span` counts columns, `rows` rows. */
export type KeypadKey =
  | { readonly kind: 'text'; readonly text: string; readonly span?: number }
  | {
      readonly kind: 'erase' | 'clear' | 'enter' | 'shift' | 'accent' | 'space' | 'hide';
      readonly span?: number;
      readonly rows?: number;
    }
  | { readonly kind: 'layer'; readonly layer: KeypadLayer; readonly span?: number };

export type KeypadLayer = 'letters' | 'figures' | 'signs';

/** A row of letters is twenty half columns wide; a row of digits has four whole columns. */
const createTextKeys = (row: string, span?: number): KeypadKey[] =>
  [...row].map((text) => ({ kind: 'text', text, ...(span === undefined ? {} : { span }) }));
const createWideTextKeys = (row: string): KeypadKey[] => createTextKeys(row, 2);

function createNumberKeys(kind: 'digits' | 'amount', decimal: string): readonly KeypadKey[] {
  return [
    ...createTextKeys('123'),
    { kind: 'erase' },
    ...createTextKeys('456'),
    { kind: 'clear' },
    ...createTextKeys('789'),
    { kind: 'enter', rows: 2 },
    ...(kind === 'amount'
      ? ([
          { kind: 'text', text: decimal },
          { kind: 'text', text: '0' },
          { kind: 'text', text: '00' },
        ] as const)
      : ([{ kind: 'text', text: '0', span: 3 }] as const)),
  ];
}

const createLastRow = (layer: KeypadLayer, left: string, right: string): KeypadKey[] => [
  { kind: 'layer', layer, span: 3 },
  ...createWideTextKeys(left),
  { kind: 'space', span: 4 },
  ...createWideTextKeys(right),
  { kind: 'clear', span: 2 },
  { kind: 'hide', span: 2 },
  { kind: 'enter', span: 5 },
];

const LAYERS: Readonly<Record<KeypadLayer, readonly KeypadKey[]>> = {
  letters: [
    ...createWideTextKeys('qwertyuiop'),
    ...createWideTextKeys('asdfghjklñ'),
    { kind: 'shift', span: 2 },
    ...createWideTextKeys('zxcvbnm'),
    { kind: 'accent', span: 2 },
    { kind: 'erase', span: 2 },
    ...createLastRow('figures', '-', '.'),
  ],
  figures: [
    ...createWideTextKeys('1234567890'),
    ...createWideTextKeys('@#$%&*-+=_'),
    { kind: 'layer', layer: 'signs', span: 3 },
    ...createWideTextKeys("/\\:;!?'").slice(0, 7),
    { kind: 'erase', span: 3 },
    ...createLastRow('letters', ',', '.'),
  ],
  signs: [
    ...createWideTextKeys('[]{}<>^`|~'),
    ...createWideTextKeys('¿¡°ªº€£§"\''),
    { kind: 'layer', layer: 'figures', span: 3 },
    ...createWideTextKeys('()@_-+='),
    { kind: 'erase', span: 3 },
    ...createLastRow('letters', ',', '.'),
  ],
};

/** The keys of a keypad, row by row. */
export function getKeypadKeys(
  kind: KeypadKind,
  layer: KeypadLayer,
  decimalSeparator: string,
): readonly KeypadKey[] {
  return kind === 'letters' ? LAYERS[layer] : createNumberKeys(kind, decimalSeparator);
}

const ACUTE: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };
const DIAERESIS: Readonly<Record<string, string>> = { u: 'ü' };

export type Accent = 'none' | 'acute' | 'diaeresis';

/** The letter as it is typed and as its key shows it. */
export function toTypedLetter(text: string, isUpper: boolean, accent: Accent): string {
  const accented = { none: {}, acute: ACUTE, diaeresis: DIAERESIS }[accent];
  const letter = (accented as Readonly<Record<string, string>>)[text] ?? text;
  return isUpper ? letter.toLocaleUpperCase('es') : letter;
}
