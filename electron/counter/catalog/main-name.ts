import type { Biller } from '../../../shared/contract/index.ts';
import { getBillerTypeWords } from './biller-type-words.ts';
import { foldCaseAndAccents, splitIntoFoldedWords } from './fold-text.ts';

/**
 * The short name by which people know a biller. "CFE - Comisión Federal de Electricidad" is CFE, and
 * "Telcel Tiempo Aire" is Telcel; "CFE Calificados" and "Telcel Amigo" are different billers. The
 * main name is the first part of a name without trailing words for trade, country or legal form.
 */
export interface BillerMainName {
  /**
   * The folded name, with `MAIN_NAME_BOUNDARY` after the main name if more follows. Sorted by this
   * key, a main biller comes before longer names, and names with the same beginning are adjacent.
   */
  readonly key: string;
  /** Alternative names, as in "Comisión Federal de Electricidad (CFE)" and "Recarga Telcel". */
  readonly aliases: readonly string[];
}

/** Sorts before every letter and before a space. */
export const MAIN_NAME_BOUNDARY = '\u0001';
/** The first character that sorts after `MAIN_NAME_BOUNDARY`. */
export const AFTER_MAIN_NAME_BOUNDARY = '\u0002';

/** A name without any of these has one part. Few names have one. */
const POSSIBLE_SEPARATOR = /[-–—|/()[\]{}:;,]/;
const PART_SEPARATOR = /\s+[-–—|/]\s+|\s*[()[\]{}:;,]\s*/;

const COUNTRIES = splitIntoFoldedWords(
  `México mexicana mexicano mx Colombia colombiana colombiano co Guatemala Honduras Salvador
  Nicaragua Costa Rica Panamá Dominicana República rd Perú Ecuador Bolivia Chile Argentina Brasil
  Brazil Paraguay Uruguay Venezuela Estados Unidos usa us eua`,
);
const LEGAL_FORMS = splitIntoFoldedWords(
  'S.A. C.V. S.A.B. S.A.P.I. S.A.S. E.S.P. Ltda S de del el la los y',
);
const GENERIC_WORDS = splitIntoFoldedWords(
  'Telecom Telecomunicaciones Comunicaciones Servicios Servicio Pago Pagos',
);
const STOP_WORDS: ReadonlySet<string> = new Set([...COUNTRIES, ...LEGAL_FORMS, ...GENERIC_WORDS]);

const tradeWordsByType = new Map<string, ReadonlySet<string>>();

function getTradeWords(type: string): ReadonlySet<string> {
  const cached = tradeWordsByType.get(type);
  if (cached) return cached;
  const words = new Set(getBillerTypeWords(type));
  tradeWordsByType.set(type, words);
  return words;
}

const NO_ALIASES: readonly string[] = [];

/** The name folded, and its main name. */
export function parseBillerName(biller: Pick<Biller, 'name' | 'type'>): {
  readonly name: string;
  readonly mainName: BillerMainName;
} {
  const trade = getTradeWords(biller.type);
  const isStopWord = (word: string): boolean => trade.has(word) || STOP_WORDS.has(word);
  const parts = splitNameParts(biller.name);
  const name = parts.join(' ');
  const [first = '', ...laterParts] = parts;
  const main = removeTrailingStopWords(first, isStopWord);
  const laterNames = laterParts.map((part) => removeTrailingStopWords(part, isStopWord));
  // "Recarga Telcel": the rest after the leading stop words.
  const rest = removeLeadingStopWords(main, isStopWord);
  const others = rest === main || rest === '' ? laterNames : [...laterNames, rest];
  const key =
    main === name
      ? name
      : `${main}${MAIN_NAME_BOUNDARY}${name.slice(main === '' ? 0 : main.length + 1)}`;
  return { name, mainName: { key, aliases: others.length === 0 ? NO_ALIASES : others } };
}

/** The folded parts of a name, each with at least one word. */
function splitNameParts(name: string): readonly string[] {
  // Folding thousands of names takes longest, so no text is folded twice.
  if (!POSSIBLE_SEPARATOR.test(name)) return [foldCaseAndAccents(name)];
  return name
    .split(PART_SEPARATOR)
    .map(foldCaseAndAccents)
    .filter((part) => part !== '');
}

/** Keeps at least the first word. */
function removeTrailingStopWords(text: string, isStopWord: (word: string) => boolean): string {
  let end = text.length;
  for (;;) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space === -1 || !isStopWord(text.slice(space + 1, end))) return text.slice(0, end);
    end = space;
  }
}

/** Empty if every word is a stop word. */
function removeLeadingStopWords(text: string, isStopWord: (word: string) => boolean): string {
  for (let begin = 0; ; ) {
    const space = text.indexOf(' ', begin);
    if (!isStopWord(text.slice(begin, space === -1 ? text.length : space))) {
      return text.slice(begin);
    }
    if (space === -1) return '';
    begin = space + 1;
  }
}
