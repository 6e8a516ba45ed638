import type { ReceiptWords } from './receipt.ts';

/** What Colombia says differently from Mexico. */
export const receiptEsCo: Partial<ReceiptWords> = {
  locale: 'es-CO',
  cashier: 'Cajero',
  amount: 'Valor',
  rate: 'Tasa de cambio',
  rateDate: 'Fecha de la tasa',
  amountInShopCurrency: 'Valor en',
};
