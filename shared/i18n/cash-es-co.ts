import type { CashWords } from './cash.ts';

/** Only what Colombia says otherwise. */
export const cashEsCo: Partial<CashWords> = {
  x: 'Cierre X',
  z: 'Cierre Z',
  floatNotCounted: 'BASE NO CONTADA',
  float: 'Base',
  fileNames: {
    x: 'cierre-x',
    z: 'cierre-z',
    payIn: 'entrada',
    payOut: 'salida',
    drawer: 'cajon',
  },
};
