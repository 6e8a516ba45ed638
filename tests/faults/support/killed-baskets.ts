import { setTimeout as pause } from 'node:timers/promises';
import type { Basket } from '../../../shared/contract/index.ts';
import { add, compare, createZero, type Money, subtract } from '../../../shared/money/index.ts';
import type { Tally } from './check-invariants.ts';
import type { KilledTillRun } from './check-killed-till.ts';
import { BASKET_KINDS, prepareRandomOrder } from './killed-orders.ts';
import type { TillPage } from './real-till.ts';

/** Baskets of a till that is killed: what the cashier does with them, and what must be true after. */

const ACKNOWLEDGED = ['large-amount', 'stale-rate', 'looks-like-earlier', 'in-basket'] as const;

/** Two or three things of one customer, not paid yet. */
export async function fillBasket(
  shop: KilledTillRun,
  page: TillPage,
  number: number,
): Promise<{ readonly id: string; readonly due: Money }> {
  let basket: Basket | null = null;
  const items = shop.random.between(2, 3);
  for (let item = 0; item < items; item += 1) {
    const order = await prepareRandomOrder(shop, page, number * 3 - 2 + item, BASKET_KINDS);
    basket = await page.get('basket.add', {
      orderId: order.id,
      acknowledged: [...ACKNOWLEDGED],
    });
  }
  if (basket === null) throw new Error('an empty basket');
  return basket;
}

/** The next item of a basket that waits for F12; null if nothing does, also where it was never paid. */
export async function getNextItemNumber(page: TillPage, basketId: string): Promise<number | null> {
  for (let turn = 0; turn < 100; turn += 1) {
    const answer = await page.call('basket.get', { basketId });
    if (!answer.ok) return null;
    const { state, items } = answer.value;
    if (state !== 'sending') {
      const next = items.find(({ payment }) => payment === null)?.number ?? null;
      return state === 'waiting' ? next : null;
    }
    await pause(50);
  }
  return null;
}

/** The items of a basket that have a payment; none of one that was never paid. */
export async function listSentItems(page: TillPage, basketId: string): Promise<readonly number[]> {
  const answer = await page.call('basket.get', { basketId });
  if (!answer.ok) return [];
  return answer.value.items.flatMap(({ number, payment }) => (payment === null ? [] : [number]));
}

/** The counter is free for the next customer: what still waits is given up, the rest left or ended. */
export async function leaveBasket(page: TillPage, basketId: string): Promise<void> {
  if ((await getNextItemNumber(page, basketId)) !== null)
    await page.call('basket.stop', { basketId });
  // Its state allows one of them; where it was never paid, neither.
  await page.call('basket.leave', { basketId });
  await page.call('basket.end', { basketId });
}

/** What waits is sent, or given up where it cannot be; what is settled is ended. */
export async function finishBaskets(page: TillPage): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    for (const { id: basketId } of await page.get('basket.unfinished', {})) {
      const next = await getNextItemNumber(page, basketId);
      if (next === null) continue;
      if (turn < 5) await page.call('basket.goOn', { basketId, next });
      else await page.call('basket.stop', { basketId });
    }
    await pause(100);
  }
}

/** Every basket that was paid has come to its end, and its change is its cash less what was done. */
export async function compareBaskets(
  { service }: KilledTillRun,
  page: TillPage,
  ids: readonly string[],
  tally: Tally,
  wrong: string[],
): Promise<void> {
  const performed = new Set((await service.inspect()).transactions.map((one) => one.externalId));
  const payments = await page.get('payments.recent', { limit: 50 });
  for (const basketId of ids) {
    const answer = await page.call('basket.get', { basketId });
    if (!answer.ok) {
      // The till died before F12 was on disk: nothing of it was sent.
      const isUnknown = answer.problem.kind === 'not-found';
      if (isUnknown && !payments.some(({ basket }) => basket?.id === basketId)) continue;
      tally.unresolved += 1;
      wrong.push(`basket ${basketId} is not shown: ${answer.problem.kind}`);
      continue;
    }
    const { state, items, cash, giveBack } = answer.value;
    if (cash === null || giveBack === null) {
      tally.unresolved += 1;
      wrong.push(`basket ${basketId} is ${state}`);
      continue;
    }
    const paid = items
      .filter(({ payment }) => payment !== null && performed.has(payment.externalId))
      .reduce((sum, { due }) => add(sum, due), createZero(cash.currency));
    if (compare(giveBack, subtract(cash, paid)) === 0) continue;
    tally.toldWrong += 1;
    wrong.push(`basket ${basketId} gives back ${giveBack.amount}`);
  }
}
