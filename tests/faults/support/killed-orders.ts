import { setTimeout as pause } from 'node:timers/promises';
import type { Order, PaymentKind } from '../../../shared/contract/index.ts';
import type { KilledTillRun } from './check-killed-till.ts';
import type { TillPage } from './real-till.ts';

/** What the customers of a run that kills its till buy. */

type Kind = Exclude<PaymentKind, 'cancel'>;
const KINDS: readonly Kind[] = ['bill', 'bill', 'top-up', 'gift-card', 'cash-out'];
/** A cash-out is paid alone. */
export const BASKET_KINDS: readonly Kind[] = ['bill', 'top-up', 'gift-card'];

export async function prepareRandomOrder(
  shop: KilledTillRun,
  page: TillPage,
  number: number,
  kinds: readonly Kind[] = KINDS,
): Promise<Order> {
  const kind = shop.random.pick(kinds);
  const tail = `${shop.random.between(100, 999)}${number}`;
  for (;;) {
    const sale = await createSaleInput(page, kind, tail);
    const prepared =
      sale === null
        ? null
        : await page.call('payments.prepare', {
            ...sale,
            kind,
            nameOnAccount: null,
            balanceId: null,
          });
    if (prepared?.ok) return prepared.value;
    // The lists of a new till may still be on their way, and the account has to be asked once.
    await pause(50);
  }
}

async function createSaleInput(page: TillPage, kind: Kind, tail: string) {
  const wanted = {
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
  const [found] = await page.get('catalog.search', {
    text: wanted.text,
    kinds: [kinds[kind]],
    limit: 1,
  });
  if (!found) return null;
  const { biller } = found;
  const amount = biller.amounts.kind === 'list' ? biller.amounts.amounts[0] : '100.00';
  return {
    billerId: biller.id,
    accountNumber: wanted.account,
    amount: { amount: amount ?? '100.00', currency: biller.currency },
  };
}
