import type { Text, TextKey } from '../../i18n/index.ts';

/** The service's own words for what a biller sells, as the cashier says it. */
const WORDS: Readonly<Record<string, TextKey>> = {
  electricity: 'home.type.electricity',
  water: 'home.type.water',
  gas: 'home.type.gas',
  cable: 'home.type.cable',
  internet: 'home.type.internet',
  landline: 'home.type.landline',
  postpaid: 'home.type.postpaid',
  government: 'home.type.government',
  'credit cards': 'home.type.creditCards',
  loan: 'home.type.loan',
  insurance: 'home.type.insurance',
  education: 'home.type.education',
  bank: 'home.type.bank',
  catalog: 'home.type.catalog',
};

/** A word that nobody knows is shown as the service wrote it. */
export function typeWord(text: Text, type: string): string {
  const key = WORDS[type.trim().toLowerCase()];
  return key === undefined ? type : text(key);
}
