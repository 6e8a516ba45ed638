import type { CustomerScreenSale } from '../index.ts';

/**
 * A sale for the tests of both sides: main must create it from an order, and the customer's screen
 * must render it.
 */

const createMxn = (amount: string) => ({ amount, currency: 'MXN' });

/** An unsent bill, before the customer hands over cash. */
export const UNPAID_SALE: CustomerScreenSale = {
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
      amount: createMxn('549.00'),
      fee: createMxn('8.00'),
      due: createMxn('557.00'),
      state: 'asked',
    },
  ],
  total: createMxn('557.00'),
  received: null,
  change: null,
  phase: 'asked',
  certainAt: null,
  timeZone: 'America/Mexico_City',
};
