import { expect, it } from 'vitest';
import { getAccountKind } from './account-kind.ts';

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
])('of a %s with %s it is a %s', (kind, billType, is) => {
  expect(getAccountKind({ kind, billType })).toBe(is);
});
