import type { CustomerSale } from '../index.ts';

/**
 * What the tests of both sides hold to be true of one sale: main makes it of an order, and the page
 * that faces the customer draws it.
 */

const mxn = (amount: string) => ({ amount, currency: 'MXN' });

/** A bill that the customer is asked for, before the cash. */
export const UNPAID_SALE: CustomerSale = {
  kind: 'sale',
  shopName: 'Abarrotes Lupita',
  environment: 'production',
  language: 'es-MX',
  shopLanguage: 'es-MX',
  shopCurrency: 'MXN',
  theme: 'system',
  isCashOut: false,
  items: [
    {
      number: 1,
      billerName: 'CFE',
      account: '**** 0007',
      accountIs: 'account',
      amount: mxn('549.00'),
      fee: mxn('8.00'),
      due: mxn('557.00'),
      state: 'asked',
    },
  ],
  total: mxn('557.00'),
  received: null,
  change: null,
  phase: 'asked',
  certainAt: null,
  timeZone: 'America/Mexico_City',
};
