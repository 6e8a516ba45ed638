import { expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';
import { createSale, sell } from './support/cashier.ts';
import { checkInvariants, heal } from './support/check-invariants.ts';
import { createWorld, type FaultWorld, MINUTE_MS } from './support/fault-world.ts';
import { createTally } from './support/tally.ts';

const LOST = { kind: 'request-lost', how: 'reset' } as const;

/**
 * Expects an unresolved payment that, after all faults have ended, was performed once and is
 * recorded so everywhere.
 */
async function expectPaidOnce(world: FaultWorld, paymentId: string | undefined): Promise<void> {
  const result = world.till().payments.getView(paymentId ?? '');
  expect(result.ok && result.value.state).toBe('unknown');
  await heal(world);
  expect(world.performed()).toHaveLength(1);
  expect(checkInvariants(world, createTally())).toEqual([]);
}

/**
 * A till with a fast clock knows only one machine of the service, whose clock is fast too. Its
 * payment is dated in the future and rejected with 401, and a copy arrives when its Date is valid.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  'keeps a payment unknown after a 401 to a Date in the future in %s',
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
      await expectPaidOnce(world, payment?.id);
    } finally {
      world.close();
    }
  },
);

/**
 * Two answers of a machine with a fast clock agree, and the till dates its requests by them,
 * although it knows the other machines too. The 401 has the same wrong Date, and seems to be about
 * the key.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  "keeps a payment unknown after a 401 in %s while the service's machines disagree about the time",
  async (version) => {
    const world = await createWorld({ version, random: createRandom(`apart/${version}`) });
    const { network } = world;
    const readAccount = () => world.finish(() => world.till().service.readAccount());
    try {
      await world.advance(1000);
      await readAccount();
      network.dates.push(...Array.from({ length: 10 }, () => 20 * MINUTE_MS));
      await readAccount();
      await readAccount();
      network.misdates401 = true;
      network.money.push({ kind: 'twice', milliseconds: 13 * MINUTE_MS });
      const payment = await sell(world, createSale(world, 'top-up', 1));
      expect(network.sentRequests).toHaveLength(1);
      expect(payment).not.toBeNull();
      await world.advance(2000);
      network.misdates401 = false;
      network.dates.length = 0;
      await expectPaidOnce(world, payment?.id);
    } finally {
      world.close();
    }
  },
);

/**
 * The machine with the fast clock answers again, twice, after the others have been silent for long:
 * by its time the request has expired. The same clock dated the request ahead, and it is still in
 * transit.
 */
it.each(['v1.6', 'v3.mx', 'v3.co'] as const)(
  'does not resolve a payment in %s by the fast clock that dated it ahead',
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
      await expectPaidOnce(world, payment?.id);
    } finally {
      world.close();
    }
  },
);
