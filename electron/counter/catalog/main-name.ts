import type { Biller } from '../../../shared/contract/index.ts';
import { getBillerTypeWords } from './biller-type-words.ts';
import { foldText, foldToWords } from './fold-text.ts';

/**
 * What people call a biller. "CFE - Comisión Federal de Electricidad" is CFE, and "Telcel Tiempo
 * Aire" is Telcel; "CFE Calificados" and "Telcel Amigo" are others. A name's first part, without the
 * words that only tell its trade, its country or its legal form, is its main name.
 */
export interface MainName {
  /**
   * The folded name with `MAIN_NAME_BOUNDARY` behind the main name, where more follows: so sorted, a main
   * biller comes before those whose names go on, and all that begin alike stand together.
   */
  readonly key: string;
  /** Other names that it goes by: "Comisión Federal de Electricidad (CFE)", "Recarga Telcel". */
  readonly others: readonly string[];
}

/** Sorts before every letter and before a space. */
export const MAIN_NAME_BOUNDARY = '\u0001';
/** The first character that sorts behind it. */
export const AFTER_MAIN_NAME_BOUNDARY = '\u0002';

/** What nearly no name has: only where one of these stands may there be parts. */
const POSSIBLE_SEPARATOR = /[-–—|/()[\]{}:;,]/;
const PART_SEPARATOR = /\s+[-–—|/]\s+|\s*[()[\]{}:;,]\s*/;

const COUNTRIES = foldToWords(
  `México mexicana mexicano mx Colombia colombiana colombiano co Guatemala Honduras Salvador
  Nicaragua Costa Rica Panamá Dominicana República rd Perú Ecuador Bolivia Chile Argentina Brasil
  Brazil Paraguay Uruguay Venezuela Estados Unidos usa us eua`,
);
const LEGAL_FORMS = foldToWords(
  'S.A. C.V. S.A.B. S.A.P.I. S.A.S. E.S.P. Ltda S de del el la los y',
);
const GENERIC_WORDS = foldToWords(
  'Telecom Telecomunicaciones Comunicaciones Servicios Servicio Pago Pagos',
);
const STOP_WORDS: ReadonlySet<string> = new Set([...COUNTRIES, ...LEGAL_FORMS, ...GENERIC_WORDS]);

const tradeWordsByType = new Map<string, ReadonlySet<string>>();

function getTradeWords(type: string): ReadonlySet<string> {
  const known = tradeWordsByType.get(type);
  if (known) return known;
  const made = new Set(getBillerTypeWords(type));
  tradeWordsByType.set(type, made);
  return made;
}

const NO_ALIASES: readonly string[] = [];

/** The name folded, and its main name. */
export function parseBillerName(biller: Pick<Biller, 'name' | 'type'>): {
  readonly name: string;
  readonly main: MainName;
} {
  const trade = getTradeWords(biller.type);
  const saysNothing = (word: string): boolean => trade.has(word) || STOP_WORDS.has(word);
  const parts = splitNameParts(biller.name);
  const name = parts.join(' ');
  const [first = '', ...later] = parts;
  const main = removeTrailingStopWords(first, saysNothing);
  const behind = later.map((part) => removeTrailingStopWords(part, saysNothing));
  // "Recarga Telcel": what is left behind the words that say nothing.
  const rest = removeLeadingStopWords(main, saysNothing);
  const others = rest === main || rest === '' ? behind : [...behind, rest];
  const key =
    main === name
      ? name
      : `${main}${MAIN_NAME_BOUNDARY}${name.slice(main === '' ? 0 : main.length + 1)}`;
  return { name, main: { key, others: others.length === 0 ? NO_ALIASES : others } };
}

/** Folded, each with a word at least. */
function splitNameParts(name: string): readonly string[] {
  // To fold thousands of names takes longest: no text is folded twice.
  if (!POSSIBLE_SEPARATOR.test(name)) return [foldText(name)];
  return name
    .split(PART_SEPARATOR)
    .map(foldText)
    .filter((part) => part !== '');
}

/** At least its first word stays. */
function removeTrailingStopWords(text: string, saysNothing: (word: string) => boolean): string {
  let end = text.length;
  for (;;) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space === -1 || !saysNothing(text.slice(space + 1, end))) return text.slice(0, end);
    end = space;
  }
}

/** Empty if every word says nothing. */
function removeLeadingStopWords(text: string, saysNothing: (word: string) => boolean): string {
  for (let begin = 0; ; ) {
    const space = text.indexOf(' ', begin);
    if (!saysNothing(text.slice(begin, space === -1 ? text.length : space))) {
      return text.slice(begin);
    }
    if (space === -1) return '';
    begin = space + 1;
  }
}
