/** Version 3.3: whose a bill is that a walk-in's look-up was answered. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { markBillSaved } from '../../bills/index.ts';
import { ANA, expectOk, type TestCounter, testCounter } from '../testing/index.ts';

const ACCOUNT = '501000000007';
const BILL = `bill-${ACCOUNT}`;
const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter({ version: 'v3.3' });
});
afterEach(() => counter.close());

async function lookUp(billWasThere: boolean | null): Promise<string> {
  counter.service.consultResult = { billWasThere };
  const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
  const looking = counter.payments.consult(input, ANA);
  await counter.advance(10);
  return expectOk(await looking).id;
}

/** The service refuses to link the account, and keeps the bill as failed. */
async function lookUpInVain(wasThere: boolean | null): Promise<void> {
  counter.service.consultFails = {
    ...fail({ kind: 'service-refused', httpStatus: 422, code: 'R2', message: 'no' }),
    failedBill: { id: BILL, wasThere },
  };
  const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
  const looking = counter.payments.consult(input, ANA);
  await counter.advance(10);
  expect((await looking).ok).toBe(false);
  counter.service.consultFails = null;
}

async function pay(balanceId?: string): Promise<void> {
  const named = balanceId === undefined ? {} : { balanceId };
  expectOk(counter.pay(await counter.order({ account: ACCOUNT, ...named })));
  await counter.advance(1000);
}

const keep = (database: Database): void =>
  database.commit(() => markBillSaved(database, BILL, '2026-01-15T12:00:00.000Z'));

async function deletedAfterTwoHours(): Promise<readonly string[]> {
  await counter.advance(120 * MINUTE);
  return counter.service.deletedBills;
}

describe('the bill that a walk-in’s look-up could not link', () => {
  it('deletes a walk-in bill whose look-up failed', async () => {
    await lookUpInVain(false);
    await counter.advance(6 * MINUTE);
    expect(counter.service.deletedBills).toEqual([BILL]);
  });

  it.each([true, null])('stays where somebody may keep it (there before: %s)', async (wasThere) => {
    await lookUpInVain(wasThere);
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('stays where this shop tried to link it on purpose', async () => {
    keep(counter.database);
    await lookUpInVain(false);
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('is kept for its payment where the next look-up succeeds', async () => {
    await lookUpInVain(false);
    const balance = await lookUp(true);
    await counter.advance(6 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
    await pay(balance);
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });

  it('is deleted also where the order itself looked up', async () => {
    counter.service.consultFails = {
      ...fail({ kind: 'service-refused', httpStatus: 422, code: 'R2', message: 'no' }),
      failedBill: { id: BILL, wasThere: false },
    };
    expect((await counter.prepare({ account: ACCOUNT })).ok).toBe(false);
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });
});

describe('the bill of a walk-in', () => {
  it('that the look-up made is deleted once it is paid', async () => {
    await pay(await lookUp(false));
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });

  it('keeps a bill that existed before the look-up', async () => {
    await pay(await lookUp(true));
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('that was there before stays, though the look-up has made it look new', async () => {
    await lookUp(true);
    await pay(await lookUp(false));
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('keeps a bill of unknown origin until a later look-up shows that this till created it', async () => {
    await pay(await lookUp(null));
    expect(await deletedAfterTwoHours()).toEqual([]);
    await lookUp(false);
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });

  it('deletes a bill that this till created although a later look-up cannot tell', async () => {
    await lookUp(false);
    await pay(await lookUp(null));
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });

  it('stays somebody’s after the till was off', async () => {
    await lookUp(true);
    counter.restart();
    await pay(await lookUp(false));
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('that the order itself looked up stays where it was there before', async () => {
    counter.service.consultResult = { billWasThere: true };
    await pay();
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('that an earlier look-up of this till made is a walk-in’s still', async () => {
    await lookUp(false);
    await counter.advance(10 * MINUTE);
    await pay(await lookUp(true));
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });

  it('that this shop keeps stays, whatever the service says of its age', async () => {
    keep(counter.database);
    await pay(await lookUp(false));
    expect(await deletedAfterTwoHours()).toEqual([]);
  });

  it('that this shop keeps from now on stays, between look-up and payment', async () => {
    const balanceId = await lookUp(false);
    keep(counter.database);
    await pay(balanceId);
    expect(await deletedAfterTwoHours()).toEqual([]);
  });
});

describe('while something must not be disturbed', () => {
  it('no bill is deleted, and it is afterwards', async () => {
    await lookUp(false);
    let finish = (): void => {};
    const work = new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
    const disturbed = counter.payments.withBillDeletionPaused(() => work);
    expect(await deletedAfterTwoHours()).toEqual([]);
    finish();
    expect(await disturbed).toBe('done');
    await counter.advance(10 * MINUTE);
    expect(counter.service.deletedBills).toEqual([BILL]);
  });

  it('ends also when what was done fails', async () => {
    await lookUp(false);
    const broken = counter.payments.withBillDeletionPaused(() =>
      Promise.reject(new Error('broken')),
    );
    await expect(broken).rejects.toThrow('broken');
    expect(await deletedAfterTwoHours()).toEqual([BILL]);
  });
});
