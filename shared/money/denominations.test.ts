import { describe, expect, it } from 'vitest';
import {
  createMoney,
  getDenominationKind,
  getDenominations,
  getLargestNote,
  getNotes,
} from './index.ts';

/** The notes and coins that each central bank has in circulation, without those for change below them. */
const ISSUED = [
  {
    bank: 'Banco de México',
    currency: 'MXN',
    notes: '1000 500 200 100 50 20',
    coins: '20 10 5 2 1 0.50',
  },
  {
    bank: 'Banco de la República (Colombia)',
    currency: 'COP',
    notes: '100000 50000 20000 10000 5000 2000 1000',
    coins: '1000 500 200 100 50',
  },
  {
    bank: 'Federal Reserve and U.S. Mint',
    currency: 'USD',
    notes: '100 50 20 10 5 2 1',
    coins: '0.50 0.25 0.10 0.05 0.01',
  },
  {
    bank: 'Banco Central de la República Dominicana',
    currency: 'DOP',
    notes: '2000 1000 500 200 100 50',
    coins: '25 10 5 1',
  },
  {
    bank: 'Banco de Guatemala',
    currency: 'GTQ',
    notes: '200 100 50 20 10 5 1',
    coins: '1 0.50 0.25 0.10 0.05',
  },
  {
    bank: 'Banco Central de Honduras',
    currency: 'HNL',
    notes: '500 200 100 50 20 10 5 2 1',
    coins: '0.50 0.20 0.10',
  },
  {
    bank: 'Banco Central de Nicaragua',
    currency: 'NIO',
    notes: '1000 500 200 100 50 20 10 5',
    coins: '10 5 1 0.50 0.25',
  },
  {
    bank: 'Banco Central de Costa Rica',
    currency: 'CRC',
    notes: '20000 10000 5000 2000 1000',
    coins: '500 100 50 25 10 5',
  },
  {
    bank: 'Banco Central de Reserva del Perú',
    currency: 'PEN',
    notes: '200 100 50 20 10',
    coins: '5 2 1 0.50 0.20 0.10',
  },
] as const;

describe('notes and coins', () => {
  it.each(ISSUED)(
    'lists those of $bank ($currency), largest first',
    ({ currency, notes, coins }) => {
      const noteValues = notes.split(' ');
      const coinValues = coins.split(' ');
      expect(getNotes(currency)).toEqual(noteValues);
      expect(getDenominations(currency)).toEqual([...new Set([...noteValues, ...coinValues])]);
      expect(getLargestNote(currency)).toEqual(createMoney(noteValues[0] ?? '', currency));
      for (const value of getDenominations(currency)) {
        const isNote = noteValues.includes(value);
        const isCoin = coinValues.includes(value);
        const kind = isNote && isCoin ? 'both' : isNote ? 'note' : 'coin';
        expect(getDenominationKind(currency, value)).toBe(kind);
      }
    },
  );

  it('lists those of a service code under its ISO code', () => {
    expect(getDenominations('RD')).toEqual(getDenominations('DOP'));
  });

  it('lists none for an unknown currency, and calls an unknown value a piece', () => {
    expect(getDenominations('ZZZ')).toEqual([]);
    expect(getNotes('ZZZ')).toEqual([]);
    expect(getLargestNote('ZZZ')).toBeNull();
    expect(getDenominationKind('ZZZ', '10')).toBe('piece');
    expect(getDenominationKind('MXN', '3')).toBe('piece');
  });
});
