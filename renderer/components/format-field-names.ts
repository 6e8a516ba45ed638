import type { TextFunction, TextKey } from '../i18n/index.ts';

const FIELD_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
  biller: 'dailyFile.field.biller',
  account: 'dailyFile.field.account',
  amount: 'dailyFile.field.amount',
  currency: 'dailyFile.field.currency',
  authorization: 'dailyFile.field.authorization',
  status: 'dailyFile.field.status',
  time: 'dailyFile.field.time',
  'pos-number': 'dailyFile.field.pos-number',
  'external-id': 'dailyFile.field.external-id',
};

/**
 * Formats the names of fields in which two records of a payment differ. A field without a text is
 * named as it is.
 */
export function formatFieldNames(text: TextFunction, fields: readonly string[]): string {
  return fields
    .map((field) => {
      const key = FIELD_TEXT_KEYS[field];
      return key === undefined ? field : text(key);
    })
    .join(', ');
}
