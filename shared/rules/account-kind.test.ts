import { expect, it } from 'vitest';
import { ACCOUNT_KINDS, getAccountKind } from './account-kind.ts';

it.each([
  ['utility', 'account_number', 'account'],
  ['utility', 'bar_code', 'account'],
  ['utility', 'phone_number', 'phone'],
  ['utility', null, 'account'],
  ['partner', 'phone_number', 'phone'],
  ['gift-card', 'phone_number', 'mobile'],
  ['gift-card', 'account_number', 'account'],
  ['top-up', 'phone_number', 'mobile'],
  ['top-up', 'account_number', 'mobile'],
  ['top-up', null, 'mobile'],
])(
  'classifies the account of a %s biller with bill type %s as %s',
  (kind, billType, accountKind) => {
    expect(getAccountKind({ kind, billType })).toBe(accountKind);
    expect(ACCOUNT_KINDS).toContain(accountKind);
  },
);
