import { toIsoCurrency } from './format.ts';
import { createMoney, type Money } from './money.ts';

/** The notes and coins in circulation, largest first. A value that exists as both is in both lists. */
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

/** Notes and coins of a currency, largest first; empty for a currency that is not in the table. */
export function getDenominations(currency: string): readonly string[] {
  const denominations = DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)];
  return denominations === undefined
    ? []
    : [...new Set([...denominations.notes, ...denominations.coins])];
}

/** Notes of a currency, largest first; empty for a currency that is not in the table. */
export function getNotes(currency: string): readonly string[] {
  return DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)]?.notes ?? [];
}

export function getLargestNote(currency: string): Money | null {
  const [largest] = getNotes(currency);
  return largest === undefined ? null : createMoney(largest, currency);
}

/** Whether a value exists as a note, a coin or both; `piece` if it is not in the table. */
export function getDenominationKind(
  currency: string,
  value: string,
): 'note' | 'coin' | 'both' | 'piece' {
  const denominations = DENOMINATIONS_BY_CURRENCY[toIsoCurrency(currency)];
  const isNote = denominations?.notes.includes(value) ?? false;
  const isCoin = denominations?.coins.includes(value) ?? false;
  if (isNote && isCoin) return 'both';
  return isNote ? 'note' : isCoin ? 'coin' : 'piece';
}
