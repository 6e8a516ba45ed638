import { setTimeout as pause } from 'node:timers/promises';
import type { Order, PaymentKind } from '../../../shared/contract/index.ts';
import type { KilledTillRun } from './check-killed-till.ts';
import type { TillPage } from './real-till.ts';

/** Orders of the customers in a run that kills its till. */

type SaleKind = Exclude<PaymentKind, 'cancel'>;
const KINDS: readonly SaleKind[] = ['bill', 'bill', 'top-up', 'gift-card', 'cash-out'];
/** A cash-out cannot be in a basket. */
export const BASKET_KINDS: readonly SaleKind[] = ['bill', 'top-up', 'gift-card'];

export async function prepareRandomOrder(
  run: KilledTillRun,
  page: TillPage,
  number: number,
  kinds: readonly SaleKind[] = KINDS,
): Promise<Order> {
  const kind = run.random.pick(kinds);
  const tail = `${run.random.between(100, 999)}${number}`;
  for (;;) {
    const sale = await createSaleInput(page, kind, tail);
    const result =
      sale === null
        ? null
        : await page.call('payments.prepare', {
            ...sale,
            kind,
            nameOnAccount: null,
            balanceId: null,
          });
    if (result?.ok) return result.value;
    // The lists of a new till may still be loading, and the account must be consulted first.
    await pause(50);
  }
}

async function createSaleInput(page: TillPage, kind: SaleKind, tail: string) {
  const searchTerms = {
    bill: { text: 'agua y drenaje', account: `12345685${tail}` },
    'top-up': { text: 'telcel tiempo aire', account: `559999${tail}` },
    'gift-card': { text: 'amazon m', account: `559999${tail}` },
    'cash-out': { text: 'banco azul', account: `123456781234${tail}` },
  }[kind];
  const kinds = {
    bill: 'utility',
    'top-up': 'top-up',
    'gift-card': 'gift-card',
    'cash-out': 'partner',
  } as const;
  const [searchResult] = await page.get('catalog.search', {
    text: searchTerms.text,
    kinds: [kinds[kind]],
    limit: 1,
  });
  if (!searchResult) return null;
  const { biller } = searchResult;
  const amount = biller.amounts.kind === 'list' ? biller.amounts.amounts[0] : '100.00';
  return {
    billerId: biller.id,
    accountNumber: searchTerms.account,
    amount: { amount: amount ?? '100.00', currency: biller.currency },
  };
}
