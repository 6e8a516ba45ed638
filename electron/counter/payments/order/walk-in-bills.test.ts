/** Version 3.3: which bills of walk-in consultations are deleted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { markBillSaved } from '../../bills/index.ts';
import { ANA, createTestCounter, expectOk, type TestCounter } from '../testing/index.ts';

const ACCOUNT = '501000000007';
const BILL = `bill-${ACCOUNT}`;
const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter({ version: 'v3.3' });
});
afterEach(() => counter.close());

async function consult(billExistedBefore: boolean | null): Promise<string> {
  counter.service.consultResult = { billExistedBefore };
  const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
  const pendingBalance = counter.payments.consult(input, ANA);
  await counter.advance(10);
  return expectOk(await pendingBalance).id;
}

/** Consults an account that the service refuses to link, while it keeps the bill as failed. */
async function consultUnlinkable(existedBefore: boolean | null): Promise<void> {
  counter.service.consultFails = {
    ...fail({ kind: 'service-refused', httpStatus: 422, code: 'R2', message: 'no' }),
    failedBill: { id: BILL, existedBefore },
  };
  const input = { billerId: 40, accountNumber: ACCOUNT, nameOnAccount: null };
  const pendingBalance = counter.payments.consult(input, ANA);
  await counter.advance(10);
  expect((await pendingBalance).ok).toBe(false);
  counter.service.consultFails = null;
}

async function pay(balanceId?: string): Promise<void> {
  const changes = balanceId === undefined ? {} : { balanceId };
  expectOk(counter.pay(await counter.order({ account: ACCOUNT, ...changes })));
  await counter.advance(1000);
}

const saveBill = (database: Database): void =>
  database.commit(() => markBillSaved(database, BILL, '2026-01-15T12:00:00.000Z'));

async function listDeletedAfterTwoHours(): Promise<readonly string[]> {
  await counter.advance(120 * MINUTE);
  return counter.service.deletedBills;
}

it('records which payment pays the bill of a walk-in', async () => {
  await pay(await consult(false));
  const [intent] = counter.rows('SELECT id FROM intents') as { id: string }[];
  expect(counter.rows('SELECT bill_id, intent_id FROM walk_in_bills')).toEqual([
    { bill_id: BILL, intent_id: intent?.id },
  ]);
});

describe('a bill that a walk-in’s consultation could not link', () => {
  it('deletes a walk-in bill whose look-up failed', async () => {
    await consultUnlinkable(false);
    await counter.advance(6 * MINUTE);
    expect(counter.service.deletedBills).toEqual([BILL]);
  });

  it.each([true, null])(
    'keeps an unlinked bill that may belong to another till (existed before: %s)',
    async (existedBefore) => {
      await consultUnlinkable(existedBefore);
      expect(await listDeletedAfterTwoHours()).toEqual([]);
    },
  );

  it('keeps an unlinked bill that is saved', async () => {
    saveBill(counter.database);
    await consultUnlinkable(false);
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('keeps an unlinked bill for its payment if the next consultation succeeds', async () => {
    await consultUnlinkable(false);
    const balance = await consult(true);
    await counter.advance(6 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
    await pay(balance);
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });

  it('deletes an unlinked bill of the consultation that an order made', async () => {
    counter.service.consultFails = {
      ...fail({ kind: 'service-refused', httpStatus: 422, code: 'R2', message: 'no' }),
      failedBill: { id: BILL, existedBefore: false },
    };
    expect((await counter.prepare({ account: ACCOUNT })).ok).toBe(false);
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });
});

describe('the bill of a walk-in', () => {
  it('deletes a bill that the consultation created once it is paid', async () => {
    await pay(await consult(false));
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });

  it('keeps a bill that existed before the look-up', async () => {
    await pay(await consult(true));
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('keeps an earlier bill although its consultation made it look new', async () => {
    await consult(true);
    await pay(await consult(false));
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('keeps a bill of unknown origin until a later look-up shows that this till created it', async () => {
    await pay(await consult(null));
    expect(await listDeletedAfterTwoHours()).toEqual([]);
    await consult(false);
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });

  it('deletes a bill that this till created although a later look-up cannot tell', async () => {
    await consult(false);
    await pay(await consult(null));
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });

  it('keeps a bill of another till after a restart', async () => {
    await consult(true);
    counter.restart();
    await pay(await consult(false));
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('keeps an earlier bill that the order consulted', async () => {
    counter.service.consultResult = { billExistedBefore: true };
    await pay();
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('deletes a bill that an earlier consultation of this till created', async () => {
    await consult(false);
    await counter.advance(10 * MINUTE);
    await pay(await consult(true));
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });

  it('keeps a saved bill although the service reports it as new', async () => {
    saveBill(counter.database);
    await pay(await consult(false));
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });

  it('keeps a bill that is saved between consultation and payment', async () => {
    const balanceId = await consult(false);
    saveBill(counter.database);
    await pay(balanceId);
    expect(await listDeletedAfterTwoHours()).toEqual([]);
  });
});

describe('paused bill deletion', () => {
  it('deletes no bill while deletion is paused, and deletes it afterwards', async () => {
    await consult(false);
    let finish = (): void => {};
    const work = new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
    const pausedWork = counter.payments.withBillDeletionPaused(() => work);
    expect(await listDeletedAfterTwoHours()).toEqual([]);
    finish();
    expect(await pausedWork).toBe('done');
    await counter.advance(10 * MINUTE);
    expect(counter.service.deletedBills).toEqual([BILL]);
  });

  it('resumes bill deletion if the work rejects', async () => {
    await consult(false);
    const failedWork = counter.payments.withBillDeletionPaused(() =>
      Promise.reject(new Error('broken')),
    );
    await expect(failedWork).rejects.toThrow('broken');
    expect(await listDeletedAfterTwoHours()).toEqual([BILL]);
  });
});
