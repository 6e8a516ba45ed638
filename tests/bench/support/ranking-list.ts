/**
 * The ranking list: what a cashier types, and which billers must be first in the catalogue of
 * `biller-catalog.ts`. It defines a correct search, for the benchmark and for
 * `electron/counter/catalog/ranking.test.ts`.
 *
 * `first`: these ids lead the result, in this order. `among`: these are in the first five, in any
 * order. The shop is in Mexico, and has used the billers of `SHOP_USES`.
 */
export interface RankingCase {
  readonly typed: string;
  readonly first?: readonly number[];
  readonly among?: readonly number[];
  readonly reason: string;
}

/** Describes how a result fails a case of the list; null if it passes. */
export function getRankingFault(rankingCase: RankingCase, ids: readonly number[]): string | null {
  const hasLeadingIds = (rankingCase.first ?? []).every((id, index) => ids[index] === id);
  const hasTopIds = (rankingCase.among ?? []).every((id) => ids.slice(0, 5).includes(id));
  if (hasLeadingIds && hasTopIds) return null;
  const expectedIds = [...(rankingCase.first ?? []), ...(rankingCase.among ?? [])].join(', ');
  return `${rankingCase.typed}: wanted ${expectedIds}, found ${ids.slice(0, 5).join(', ') || 'nothing'}`;
}

/** Biller id, and how often this shop used it this week. */
export const SHOP_USES: readonly (readonly [id: number, uses: number])[] = [
  [40, 120],
  [13599, 90],
  [35, 60],
  [70, 30],
  [1823, 8],
];

export const HOME_COUNTRY = 'MX';

export const RANKING_LIST: readonly RankingCase[] = [
  { typed: 'cfe', first: [40, 41], reason: 'the exact name, then what begins with it' },
  { typed: 'CFE', first: [40, 41], reason: 'case says nothing' },
  { typed: 'c.f.e.', first: [40, 41], reason: 'dots in an acronym say nothing' },
  { typed: 'tel', first: [13599, 35], reason: 'both begin so: the more used first' },
  { typed: 'telc', first: [13599, 1823], reason: 'used ones lead' },
  { typed: 'telmex', first: [35, 36], reason: 'the exact name, then its longer sister' },
  { typed: 'sky', first: [37, 38], reason: 'a short exact name' },
  { typed: '13599', first: [13599], reason: 'the exact id' },
  { typed: '40', first: [40], reason: 'an exact id before ids and names that begin with it' },
  { typed: '1400', among: [14001, 14002, 14003, 14004], reason: 'the beginning of an id' },
  { typed: 'comision federal', first: [42], reason: 'accents say nothing' },
  { typed: 'comisio\u0301n', first: [42], reason: 'a decomposed accent' },
  { typed: 'federal comision', first: [42], reason: 'words in any order' },
  { typed: 'drenaje monterrey', first: [71], reason: 'words with others between them' },
  { typed: 'mont agua', first: [71], reason: 'beginnings of words, in any order' },
  { typed: 'penoles', first: [93], reason: 'n for ñ' },
  { typed: 'penol seg', first: [93], reason: 'two beginnings' },
  { typed: 'calificad', first: [41], reason: 'the beginning of a later word' },
  { typed: 'kan canc', first: [74], reason: 'the inside of one word and the beginning of another' },
  { typed: 'navit', first: [80], reason: 'the inside of a word' },
  { typed: 'play', among: [14004, 51], reason: 'a whole word and the end of another' },
  { typed: 'telmx', first: [35], reason: 'a letter left out' },
  { typed: 'tellmex', first: [35], reason: 'a letter too many' },
  { typed: 'telmez', first: [35], reason: 'a wrong letter' },
  { typed: 'temlex', first: [35], reason: 'two letters exchanged' },
  { typed: 'infnoavit', first: [80], reason: 'two letters exchanged in the middle' },
  { typed: 'infonvit', first: [80], reason: 'a letter left out of a long word' },
  { typed: 'megacabel', first: [52], reason: 'two letters exchanged at the end' },
  { typed: 'comsio', first: [42], reason: 'a letter left out while the word is still typed' },
  { typed: 'infnoav', first: [80], reason: 'two letters exchanged while it is still typed' },
  { typed: 'totlap', first: [51], reason: 'a letter left out while it is still typed' },
  { typed: 'agua moterr', first: [71], reason: 'a right word and an unfinished wrong one' },
  { typed: 'netfl', first: [14001], reason: 'a gift card while it is typed' },
  { typed: 'nteflix', first: [14001], reason: 'the first letters exchanged' },
  { typed: 'at&t', first: [13603, 1822], reason: 'a sign inside an acronym' },
  { typed: 'ATT', first: [13603, 1822], reason: 'the same, without the sign' },
  { typed: 'claro', among: [15001, 15002, 15003], reason: 'three of one name in other countries' },
  { typed: 'macys', first: [15014], reason: 'an apostrophe says nothing' },
  { typed: 'luz', first: [40], reason: 'the word that people use for it, and this shop uses CFE' },
  { typed: 'agua', first: [70], reason: 'the used one among the many' },
  { typed: 'luz cfe cal', first: [41], reason: 'the trade and the name together' },
  { typed: 'agua cdmx', first: [70], reason: 'two whole words' },
  { typed: 'companhia agua paulo', first: [15011], reason: 'three words, and ã' },
  { typed: 'edesur', first: [15012], reason: 'a name of another country' },
];

/** Every text that typing the list letter by letter searches for, once each. */
export function listKeystrokes(): string[] {
  const queries = RANKING_LIST.flatMap((rankingCase) =>
    Array.from({ length: rankingCase.typed.length }, (_, end) =>
      rankingCase.typed.slice(0, end + 1),
    ),
  );
  return [...new Set(queries)];
}
