import type { Language } from '../../../shared/contract/index.ts';
import type { TextFunction, TextKey } from '../../i18n/index.ts';

/** The service's names of biller types, with the text keys for the cashier. */
const TYPE_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
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
  cell: 'home.type.cell',
  giftcard: 'home.type.giftCard',
  topup: 'home.type.cell',
  utility: 'home.type.utility',
  partner: 'home.type.partner',
};

/** The name of a biller type; an unknown type is shown as the service wrote it. */
export function getBillerTypeName(text: TextFunction, type: string): string {
  const normalized = type.trim().toLowerCase();
  // GiftCard, Gift Card and gift_card are the same type.
  const key = TYPE_TEXT_KEYS[normalized] ?? TYPE_TEXT_KEYS[normalized.replace(/[\s_-]/g, '')];
  return key === undefined ? type : text(key);
}

/** The name of a country; an unknown code is shown as it is. */
export function getCountryName(language: Language, code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  return (
    new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code.toUpperCase()) ??
    code
  );
}
