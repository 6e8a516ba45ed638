import { setTimeout as pause } from 'node:timers/promises';
import type { Basket } from '../../../shared/contract/index.ts';
import { add, compare, createZero, type Money, subtract } from '../../../shared/money/index.ts';
import type { KilledTillRun } from './check-killed-till.ts';
import { BASKET_KINDS, prepareRandomOrder } from './killed-orders.ts';
import type { TillPage } from './real-till.ts';
import type { Tally } from './tally.ts';

/** Baskets of a till that is killed: the cashier's actions, and what must be true afterwards. */

const ACKNOWLEDGED = ['large-amount', 'stale-rate', 'looks-like-earlier', 'in-basket'] as const;

/** Creates an unpaid basket of two or three items. */
export async function fillBasket(
  run: KilledTillRun,
  page: TillPage,
  number: number,
): Promise<{ readonly id: string; readonly due: Money }> {
  let basket: Basket | null = null;
  const itemCount = run.random.between(2, 3);
  for (let item = 0; item < itemCount; item += 1) {
    const order = await prepareRandomOrder(run, page, number * 3 - 2 + item, BASKET_KINDS);
    basket = await page.get('basket.add', {
      orderId: order.id,
      acknowledged: [...ACKNOWLEDGED],
    });
  }
  if (basket === null) throw new Error('an empty basket');
  return basket;
}

/**
 * Returns the number of the next item that an F12 would send; null if there is none, or the basket
 * was never paid.
 */
export async function getNextItemNumber(page: TillPage, basketId: string): Promise<number | null> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await page.call('basket.get', { basketId });
    if (!answer.ok) return null;
    const { state, items: itemCount } = answer.value;
    if (state !== 'sending') {
      const next = itemCount.find(({ payment }) => payment === null)?.number ?? null;
      return state === 'waiting' ? next : null;
    }
    await pause(50);
  }
  return null;
}

/** Returns the numbers of the items that have a payment; none if the basket was never paid. */
export async function listSentItems(page: TillPage, basketId: string): Promise<readonly number[]> {
  const answer = await page.call('basket.get', { basketId });
  if (!answer.ok) return [];
  return answer.value.items.flatMap(({ number, payment }) => (payment === null ? [] : [number]));
}

/** Frees the till for the next customer: gives up unsent items, and leaves or ends the basket. */
export async function leaveBasket(page: TillPage, basketId: string): Promise<void> {
  if ((await getNextItemNumber(page, basketId)) !== null)
    await page.call('basket.discardRest', { basketId });
  // The basket's state allows one of the two; if it was never paid, neither.
  await page.call('basket.leave', { basketId });
  await page.call('basket.end', { basketId });
}

/** Sends unsent items, or gives them up if they cannot be sent, until every basket has ended. */
export async function finishBaskets(page: TillPage): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    for (const { id: basketId } of await page.get('basket.unfinished', {})) {
      const next = await getNextItemNumber(page, basketId);
      if (next === null) continue;
      if (attempt < 5) await page.call('basket.sendRest', { basketId, next });
      else await page.call('basket.discardRest', { basketId });
    }
    await pause(100);
  }
}

/**
 * Checks that every paid basket has ended, and that its change is the cash minus what was
 * performed.
 */
export async function compareBaskets(
  { service }: KilledTillRun,
  page: TillPage,
  ids: readonly string[],
  tally: Tally,
  faults: string[],
): Promise<void> {
  const performed = new Set(
    (await service.inspect()).transactions.map((transaction) => transaction.externalId),
  );
  const payments = await page.get('payments.recent', { limit: 50 });
  for (const basketId of ids) {
    const answer = await page.call('basket.get', { basketId });
    if (!answer.ok) {
      // The till was killed before F12 was on disk, so nothing was sent.
      const isNotFound = answer.problem.kind === 'not-found';
      if (isNotFound && !payments.some(({ basket }) => basket?.id === basketId)) continue;
      tally.unresolved += 1;
      faults.push(`basket ${basketId} is not shown: ${answer.problem.kind}`);
      continue;
    }
    const { state, items: itemCount, cash, giveBack } = answer.value;
    if (cash === null || giveBack === null) {
      tally.unresolved += 1;
      faults.push(`basket ${basketId} is ${state}`);
      continue;
    }
    const paid = itemCount
      .filter(({ payment }) => payment !== null && performed.has(payment.externalId))
      .reduce((sum, { due }) => add(sum, due), createZero(cash.currency));
    if (compare(giveBack, subtract(cash, paid)) === 0) continue;
    tally.toldWrong += 1;
    faults.push(`basket ${basketId} gives back ${giveBack.amount}`);
  }
}
