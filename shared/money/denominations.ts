import { toIsoCurrency } from './format.ts';
import { createMoney, type Money } from './money.ts';

/** The notes and coins that exist, largest first. What is both stands in both. */
interface Denominations {
  readonly notes: readonly string[];
  readonly coins: readonly string[];
}

const DENOMINATIONS_BY_CURRENCY: Readonly<Record<string, Denominations>> = {
  MXN: {
    notes: ['1000', '500', '200', '100', '50', '20'],
    coins: ['20', '10', '5', '2', '1', '0.50'],
  },
  COP: {
    notes: ['100000', '50000', '20000', '10000', '5000', '2000', '1000'],
    coins: ['1000', '500', '200', '100', '50'],
  },
  USD: {
    notes: ['100', '50', '20', '10', '5', '2', '1'],
    coins: ['0.50', '0.25', '0.10', '0.05', '0.01'],
  },
  DOP: { notes: ['2000', '1000', '500', '200', '100', '50'], coins: ['25', '10', '5', '1'] },
  GTQ: {
    notes: ['200', '100', '50', '20', '10', '5', '1'],
    coins: ['1', '0.50', '0.25', '0.10', '0.05'],
  },
  HNL: {
    notes: ['500', '200', '100', '50', '20', '10', '5', '2', '1'],
    coins: ['0.50', '0.20', '0.10'],
  },
  NIO: {
    notes: ['1000', '500', '200', '100', '50', '20', '10', '5'],
    coins: ['10', '5', '1', '0.50', '0.25'],
  },
  CRC: {
    notes: ['20000', '10000', '5000', '2000', '1000'],
    coins: ['500', '100', '50', '25', '10', '5'],
  },
  PEN: {
    notes: ['200', '100', '50', '20', '10'],
    coins: ['5', '2', '1', '0.50', '0.20', '0.10'],
  },
};

/** Bills and coins of a currency, the largest first; none of a currency that is not known here. */
export function getDenominations(currency: string): readonly string[] {
  const pieces = DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)];
  return pieces === undefined ? [] : [...new Set([...pieces.notes, ...pieces.coins])];
}

/** Its notes, the largest first. */
export function getNotes(currency: string): readonly string[] {
  return DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)]?.notes ?? [];
}

export function getLargestNote(currency: string): Money | null {
  const [largest] = getNotes(currency);
  return largest === undefined ? null : createMoney(largest, currency);
}

/** What a piece of this value is called by who counts it. */
export function getDenominationKind(
  currency: string,
  value: string,
): 'note' | 'coin' | 'both' | 'piece' {
  const pieces = DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)];
  const isNote = pieces?.notes.includes(value) ?? false;
  const isCoin = pieces?.coins.includes(value) ?? false;
  if (isNote && isCoin) return 'both';
  return isNote ? 'note' : isCoin ? 'coin' : 'piece';
}
