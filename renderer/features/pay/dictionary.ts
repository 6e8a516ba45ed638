import { dictionary as bill } from './bill-texts.ts';
import { dictionary as kinds } from './kinds-texts.ts';
import { dictionary as paper } from './paper-texts.ts';

/** The texts of the flow of a payment: those of a bill, of its paper, and what the other kinds say differently. */
export const dictionary = {
  'es-MX': { ...bill['es-MX'], ...paper['es-MX'], ...kinds['es-MX'] },
  'es-CO': { ...bill['es-CO'], ...paper['es-CO'], ...kinds['es-CO'] },
  en: { ...bill.en, ...paper.en, ...kinds.en },
};
