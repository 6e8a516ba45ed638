import { dictionary as bill } from './bill-texts.ts';
import { dictionary as kinds } from './kinds-texts.ts';

/** The texts of the flow of a payment: those of a bill, and what the other kinds say differently. */
export const dictionary = {
  'es-MX': { ...bill['es-MX'], ...kinds['es-MX'] },
  'es-CO': { ...bill['es-CO'], ...kinds['es-CO'] },
  en: { ...bill.en, ...kinds.en },
};
