import type { Basket } from '../../../shared/contract/index.ts';
import { add, compare, createMoney, createZero, subtract } from '../../../shared/money/index.ts';
import { prepareOrder, type Sale } from './cashier.ts';
import type { Tally } from './check-invariants.ts';
import { ANA, type FaultWorld } from './world.ts';

/** A customer with several things, one tender and one change, through the calls that the page makes. */

const ACKNOWLEDGED = ['large-amount', 'stale-rate', 'looks-like-earlier', 'in-basket'] as const;
/** What the customer hands over beyond the sum: its change is 7.50. */
const CASH_BEYOND_SUM = '7.50';

/** Puts them into a basket and presses F12 that many times; null where nothing was put in. */
export async function sellTogether(
  world: FaultWorld,
  wanted: readonly Sale[],
  presses = 1,
): Promise<string | null> {
  let basket: Basket | null = null;
  for (const sale of wanted) {
    const order = await prepareOrder(world, sale);
    if (order === null) continue;
    const added = await world.finish(() =>
      world.till().payments.basket.add({ orderId: order.id, acknowledged: [...ACKNOWLEDGED] }, ANA),
    );
    if (added?.ok) basket = added.value;
  }
  if (basket === null) return null;
  const { id, due } = basket;
  const cash = add(due, createMoney(CASH_BEYOND_SUM, due.currency));
  await world.finish(() =>
    Promise.all(
      Array.from({ length: presses }, () =>
        world.till().payments.basket.pay({ basketId: id, cash }, ANA),
      ),
    ),
  );
  return id;
}

/** Those that were sent and are not ended; none where the till cannot say. */
export function listUnfinishedBaskets(world: FaultWorld): readonly Basket[] {
  try {
    const answer = world.till().payments.basket.unfinished({}, ANA);
    return answer.ok ? answer.value : [];
  } catch {
    return [];
  }
}

type Decision = 'goOn' | 'stop' | 'leave' | 'end';

export async function applyDecision(
  world: FaultWorld,
  basketId: string,
  what: Decision,
): Promise<void> {
  await world.finish(() => {
    const { basket } = world.till().payments;
    if (what !== 'goOn') return basket[what]({ basketId }, ANA);
    const shown = basket.get({ basketId }, ANA);
    const waits = shown.ok && shown.value.items.find(({ payment }) => payment === null);
    return waits ? basket.goOn({ basketId, next: waits.number }, ANA) : shown;
  });
}

/** The cashier does what the screen offers; of what waits she may also give up the rest. */
export async function handleBaskets(world: FaultWorld, givesUp: () => boolean): Promise<void> {
  for (const { id, state } of listUnfinishedBaskets(world)) {
    if (state === 'waiting') await applyDecision(world, id, givesUp() ? 'stop' : 'goOn');
    else if (state === 'open') await applyDecision(world, id, 'leave');
    else if (state === 'settled') await applyDecision(world, id, 'end');
  }
}

/** F12 for whatever waits, until nothing does; what cannot be sent is given up. */
export async function finishBaskets(world: FaultWorld): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    const waiting = listUnfinishedBaskets(world).filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return;
    for (const { id, stoppedBy } of waiting) {
      await applyDecision(world, id, stoppedBy === null || turn < 5 ? 'goOn' : 'stop');
    }
    await world.advance(5000);
  }
}

/** Nothing goes out for the first time while this happens: a restart or a lock is no F12. */
export async function assertNothingSent(
  world: FaultWorld,
  work: () => Promise<void>,
): Promise<void> {
  const before = new Set(world.network.sent.map(({ key }) => key));
  await work();
  for (const { key } of world.network.sent) {
    if (before.has(key)) continue;
    world.violations.push({ what: 'paidTwice', words: `sent without F12: ${key}` });
  }
}

/** After `heal`: each basket's money is where the service says, to the coin, and was told so. */
export function checkBaskets(world: FaultWorld, tally: Tally, wrong: string[]): void {
  const performed = new Set(world.performed().map(({ externalId }) => externalId));
  const { database, payments } = world.till();
  for (const row of database.prepare('SELECT id FROM baskets').all()) {
    const read = payments.basket.get({ basketId: String(row.id) }, ANA);
    if (!read.ok) throw new Error(`no basket: ${read.problem.kind}`);
    const { id, state, items, cash, shares, giveBack } = read.value;
    const say = (words: string): void => {
      tally.toldWrong += 1;
      wrong.push(`basket ${id}: ${words}`);
    };
    if (state !== 'settled' && state !== 'ended') {
      tally.unresolved += 1;
      wrong.push(`basket ${id} is ${state}`);
      continue;
    }
    if (cash === null || shares === null || giveBack === null) {
      say('no change was told');
      continue;
    }
    const paid = items
      .filter(({ payment }) => payment !== null && performed.has(payment.externalId))
      .reduce((sum, { due }) => add(sum, due), createZero(cash.currency));
    if (compare(giveBack, subtract(cash, paid)) !== 0) say(`gives back ${giveBack.amount}`);
    const sum = Object.values(shares).reduce(
      (all, one) => add(all, one),
      createZero(cash.currency),
    );
    if (compare(sum, cash) !== 0) say(`its shares are ${sum.amount} of ${cash.amount}`);
  }
}
