import type { TextFunction, TextKey } from '../../../i18n/index.ts';

/** The names that billers use for extra data, in lower case without `_` and `-`. */
const EXTRA_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
  'service address': 'bills.extra.address',
  address: 'bills.extra.address',
  tariff: 'bills.extra.tariff',
  period: 'bills.extra.period',
  'billing period': 'bills.extra.period',
  'previous reading': 'bills.extra.previousReading',
  'current reading': 'bills.extra.currentReading',
  'consumption kwh': 'bills.extra.consumptionKwh',
  'consumption m3': 'bills.extra.consumptionM3',
  'meter number': 'bills.extra.meter',
  'due date': 'bills.due',
  'issue date': 'bills.extra.issued',
  'previous balance': 'bills.extra.previousBalance',
  'last payment': 'bills.extra.lastPayment',
  'name on account': 'bills.holder',
  'account number': 'bills.account',
};

/** Translates a biller's name of a piece of data. An unknown name stays as sent. */
export function getBillExtraLabel(text: TextFunction, label: string): string {
  return label
    .split(' · ')
    .map((part) => {
      const key = EXTRA_TEXT_KEYS[part.replaceAll(/[_-]/g, ' ').trim().toLowerCase()];
      return key === undefined ? part : text(key);
    })
    .join(' · ');
}
