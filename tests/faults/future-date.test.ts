import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { createSale, sell } from './support/cashier.ts';
import { checkInvariants, createTally, heal } from './support/check-invariants.ts';
import { createWorld, type FaultWorld, MINUTE_MS } from './support/world.ts';

const LOST = { kind: 'request-lost', how: 'reset' } as const;

/** It is not told how it ended; in the end it was performed once, and every book says so. */
async function endsPaid(world: FaultWorld, paymentId: string | undefined): Promise<void> {
  const shown = world.till().payments.view(paymentId ?? '');
  expect(shown.ok && shown.value.state).toBe('unknown');
  await heal(world);
  expect(world.performed()).toHaveLength(1);
  expect(checkInvariants(world, createTally())).toEqual([]);
}

/**
 * A till whose clock is far ahead has heard only one machine, and that one is ahead as well: its
 * payment is dated in the future, is turned away with 401, and a copy comes when its Date has come.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  'a 401 to a Date of the future in %s is not the end',
  async (version) => {
    const world = await createWorld({ version, random: createRandom(`future/${version}`) });
    try {
      await world.advance(1000);
      world.setTillClock(25 * MINUTE_MS);
      world.network.dates.push(...Array.from({ length: 50 }, () => 25 * MINUTE_MS));
      await world.restart();
      world.network.money.push({ kind: 'twice', milliseconds: 13 * MINUTE_MS });
      const payment = await sell(world, createSale(world, 'top-up', 1));
      expect(payment).not.toBeNull();
      world.network.dates.length = 0;
      await world.advance(2000);
      await endsPaid(world, payment?.id);
    } finally {
      world.close();
    }
  },
);

/**
 * Two answers of a machine that is ahead agree, and the till dates its requests by them, although it
 * heard the others too. The 401 has the same wrong Date, and seems to be about the key.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  'a 401 in %s is not the end while the service’s machines disagree about the time',
  async (version) => {
    const world = await createWorld({ version, random: createRandom(`apart/${version}`) });
    const { network } = world;
    const readAccount = () => world.finish(() => world.till().service.account());
    try {
      await world.advance(1000);
      await readAccount();
      network.dates.push(...Array.from({ length: 10 }, () => 20 * MINUTE_MS));
      await readAccount();
      await readAccount();
      network.misdates401 = true;
      network.money.push({ kind: 'twice', milliseconds: 13 * MINUTE_MS });
      const payment = await sell(world, createSale(world, 'top-up', 1));
      expect(network.sent).toHaveLength(1);
      expect(payment).not.toBeNull();
      await world.advance(2000);
      network.misdates401 = false;
      network.dates.length = 0;
      await endsPaid(world, payment?.id);
    } finally {
      world.close();
    }
  },
);

/**
 * The machine that is ahead is heard again, and twice, when the others have long been silent: by its
 * time the request has expired. It was dated ahead by the same clock, and is still on its way.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  'a payment in %s that was dated ahead does not end by the clock that is ahead',
  async (version) => {
    const world = await createWorld({ version, random: createRandom(`ahead/${version}`) });
    const { network } = world;
    try {
      await world.advance(1000);
      world.setTillClock(25 * MINUTE_MS);
      network.dates.push(...Array.from({ length: 50 }, () => 25 * MINUTE_MS));
      await world.restart();
      network.money.push({ kind: 'request-late', milliseconds: 35 * MINUTE_MS });
      const payment = await sell(world, createSale(world, 'top-up', 1));
      network.dates.length = 0;
      await world.advance(5 * MINUTE_MS);
      network.reads.push(...Array.from({ length: 300 }, () => LOST));
      await world.advance(21 * MINUTE_MS);
      network.reads.length = 0;
      network.dates.push(...Array.from({ length: 20 }, () => 25 * MINUTE_MS));
      await world.advance(5 * MINUTE_MS);
      await endsPaid(world, payment?.id);
    } finally {
      world.close();
    }
  },
);
