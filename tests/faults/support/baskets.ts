import type { Basket } from '../../../shared/contract/index.ts';
import { add, compare, createMoney, createZero, subtract } from '../../../shared/money/index.ts';
import { prepareOrder, type Sale } from './cashier.ts';
import { ANA, type FaultWorld } from './fault-world.ts';
import type { Tally } from './tally.ts';

/**
 * A customer with several items, one tender and one change, through the calls that the page makes.
 */

const ACKNOWLEDGED = ['large-amount', 'stale-rate', 'looks-like-earlier', 'in-basket'] as const;
/** The cash beyond the sum, and therefore the change of a fully paid basket. */
const CASH_BEYOND_SUM = '7.50';

/**
 * Adds the sales to a basket and presses F12 `presses` times. Returns the basket's id; null if no
 * item was added.
 */
export async function sellBasket(
  world: FaultWorld,
  sales: readonly Sale[],
  presses = 1,
): Promise<string | null> {
  let basket: Basket | null = null;
  for (const sale of sales) {
    const order = await prepareOrder(world, sale);
    if (order === null) continue;
    const result = await world.finish(() =>
      world.till().payments.basket.add({ orderId: order.id, acknowledged: [...ACKNOWLEDGED] }, ANA),
    );
    if (result?.ok) basket = result.value;
  }
  if (basket === null) return null;
  const { id, due } = basket;
  const cash = add(due, createMoney(CASH_BEYOND_SUM, due.currency));
  world.attention.attend(id);
  await world.finish(() =>
    Promise.all(
      Array.from({ length: presses }, () =>
        world.till().payments.basket.pay({ basketId: id, cash }, ANA),
      ),
    ),
  );
  return id;
}

/** Returns the baskets that were sent and have not ended; none if the till cannot answer. */
export function listUnfinishedBaskets(world: FaultWorld): readonly Basket[] {
  try {
    const answer = world.till().payments.basket.unfinished({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}

type Decision = 'sendRest' | 'discardRest' | 'leave' | 'end';

export async function applyDecision(
  world: FaultWorld,
  basketId: string,
  decision: Decision,
): Promise<void> {
  const { attention } = world;
  if (decision === 'sendRest') attention.attend(basketId);
  else if (decision === 'leave') attention.leave(basketId);
  else attention.acknowledge(basketId);
  await world.finish(() => {
    const { basket } = world.till().payments;
    if (decision !== 'sendRest') return basket[decision]({ basketId }, ANA);
    const result = basket.get({ basketId }, ANA);
    const nextItem = result.ok && result.value.items.find(({ payment }) => payment === null);
    return nextItem ? basket.sendRest({ basketId, next: nextItem.number }, ANA) : result;
  });
}

/**
 * The cashier does what the screen offers; she may also give up the items that are still to be
 * sent.
 */
export async function handleBaskets(world: FaultWorld, givesUp: () => boolean): Promise<void> {
  for (const { id, state } of listUnfinishedBaskets(world)) {
    if (state === 'waiting') await applyDecision(world, id, givesUp() ? 'discardRest' : 'sendRest');
    else if (state === 'open') await applyDecision(world, id, 'leave');
    else if (state === 'settled') await applyDecision(world, id, 'end');
  }
}

/**
 * Presses F12 for every basket with unsent items until there is none; gives up items that cannot be
 * sent.
 */
export async function finishBaskets(world: FaultWorld): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const waitingBaskets = listUnfinishedBaskets(world).filter(({ state }) => state === 'waiting');
    if (waitingBaskets.length === 0) return;
    for (const { id, stoppedBy } of waitingBaskets) {
      await applyDecision(
        world,
        id,
        stoppedBy === null || attempt < 5 ? 'sendRest' : 'discardRest',
      );
    }
    await world.advance(5000);
  }
}

/** Gives the change of every settled basket, which prints what waited for it. */
export async function endBaskets(world: FaultWorld): Promise<void> {
  for (const { id, state } of listUnfinishedBaskets(world)) {
    if (state === 'settled') await applyDecision(world, id, 'end');
  }
}

/**
 * Asserts that nothing is sent for the first time during the work: a restart or a lock is not an
 * F12.
 */
export async function assertNothingSent(
  world: FaultWorld,
  work: () => Promise<void>,
): Promise<void> {
  const keysBefore = new Set(world.network.sentRequests.map(({ key }) => key));
  await work();
  for (const { key } of world.network.sentRequests) {
    if (keysBefore.has(key)) continue;
    world.violations.push({ what: 'paidTwice', words: `sent without F12: ${key}` });
  }
}

/**
 * After `heal`: checks that each basket's change agrees with what the service performed, to the
 * cent.
 */
export function checkBaskets(world: FaultWorld, tally: Tally, faults: string[]): void {
  const performed = new Set(world.performed().map(({ externalId }) => externalId));
  const { database, payments } = world.till();
  for (const row of database.prepare('SELECT id FROM baskets').all()) {
    const result = payments.basket.get({ basketId: String(row.id) }, ANA);
    if (!result.ok) throw new Error(`no basket: ${result.problem.kind}`);
    const { id, state, items, cash, shares, giveBack } = result.value;
    const recordWrongAmount = (text: string): void => {
      tally.toldWrong += 1;
      faults.push(`basket ${id}: ${text}`);
    };
    if (state !== 'settled' && state !== 'ended') {
      tally.unresolved += 1;
      faults.push(`basket ${id} is ${state}`);
      continue;
    }
    if (cash === null || shares === null || giveBack === null) {
      recordWrongAmount('no change was told');
      continue;
    }
    const paid = items
      .filter(({ payment }) => payment !== null && performed.has(payment.externalId))
      .reduce((sum, { due }) => add(sum, due), createZero(cash.currency));
    if (compare(giveBack, subtract(cash, paid)) !== 0)
      recordWrongAmount(`gives back ${giveBack.amount}`);
    const sum = Object.values(shares).reduce(
      (total, share) => add(total, share),
      createZero(cash.currency),
    );
    if (compare(sum, cash) !== 0)
      recordWrongAmount(`its shares are ${sum.amount} of ${cash.amount}`);
  }
}
