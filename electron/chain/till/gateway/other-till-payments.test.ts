import { expect, it } from 'vitest';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';
import { createChainOtherTillPayments } from './other-till-payments.ts';

const ACCOUNT = { billerId: 40, accountNumber: '501000000007' };

it('connects again after an attempt to connect threw an error', async () => {
  const clock = createVirtualClock();
  let attempts = 0;
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: () => true,
    connect: async () => {
      attempts += 1;
      throw new Error('the client could not be loaded');
    },
    clock,
    log: silentLog,
  });
  expect(await otherTillPayments.listPaymentsOfLastDay(ACCOUNT)).toEqual([]);
  await clock.advance(60_000);
  expect(await otherTillPayments.listPaymentsOfLastDay(ACCOUNT)).toEqual([]);
  expect(attempts).toBe(2);
  await otherTillPayments.stop();
});

/** Look-ups over connections that count themselves. `isCrowded`: the database accepts no more. */
function createCountedLookUps() {
  const clock = createVirtualClock();
  const database = { isCrowded: false, open: 0, attempts: 0, answer: Promise.resolve() };
  const openConnection = (): ChainConnection => {
    let isOpen = true;
    database.open += 1;
    return {
      host: 'db.example:5432',
      query: async () => {
        await database.answer;
        if (isOpen) return { ok: true, value: [] };
        throw new Error('the connection was closed while it was used');
      },
      transaction: () => Promise.reject(new Error('look-ups need no transaction')),
      isUsable: () => isOpen,
      end: async () => {
        database.open -= isOpen ? 1 : 0;
        isOpen = false;
      },
    };
  };
  const otherTillPayments = createChainOtherTillPayments({
    isChainConfigured: () => true,
    connect: async () => {
      database.attempts += 1;
      if (!database.isCrowded) return { ok: true, value: openConnection() };
      const detail = 'sorry, too many clients already';
      return { ok: false, problem: { kind: 'too-many', detail, sqlState: '53300', host: null } };
    },
    clock,
    log: silentLog,
  });
  const lookUp = async (accountNumber: string) =>
    expect(await otherTillPayments.listPaymentsOfLastDay({ billerId: 40, accountNumber })).toEqual(
      [],
    );
  return { clock, database, lookUp, otherTillPayments, stop: otherTillPayments.stop };
}

it('keeps a connection for the next bill of a customer, and not for the next customer', async () => {
  const { clock, database, lookUp, stop } = createCountedLookUps();
  await lookUp('1');
  await clock.advance(3_000);
  await lookUp('2');
  expect(database).toMatchObject({ open: 1, attempts: 1 });
  await clock.advance(5_000);
  expect(database.open).toBe(0);
  await stop();
});

it('leaves the connections to pushes for minutes once there were too many, and keeps none', async () => {
  const { clock, database, lookUp, stop } = createCountedLookUps();
  database.isCrowded = true;
  await lookUp('1');
  database.isCrowded = false;
  for (let minute = 0; minute < 4; minute += 1) {
    await clock.advance(60_000);
    await lookUp(`${minute}`);
  }
  expect(database).toMatchObject({ open: 0, attempts: 1 });
  await clock.advance(60_000);
  await lookUp('5');
  await lookUp('6');
  expect(database).toMatchObject({ open: 0, attempts: 3 });
  await stop();
});

it.each([
  ['the time of an idle connection ends', false],
  ['a connection is no longer kept', true],
])('closes no connection that another look-up uses when %s', async (_case, wasCrowded) => {
  const { clock, database, lookUp, otherTillPayments, stop } = createCountedLookUps();
  database.isCrowded = wasCrowded;
  await lookUp('1');
  database.isCrowded = false;
  await clock.advance(wasCrowded ? 5 * 60_000 : 3_900);
  const { promise, resolve } = Promise.withResolvers<void>();
  database.answer = promise;
  otherTillPayments.prefetchPayments({ billerId: 40, accountNumber: '2' });
  await clock.advance(0);
  database.answer = Promise.resolve();
  if (wasCrowded) await lookUp('3');
  await clock.advance(1_000);
  expect(database.open).toBe(1);
  resolve();
  await lookUp('2');
  await clock.advance(5_000);
  expect(database.open).toBe(0);
  await stop();
});
