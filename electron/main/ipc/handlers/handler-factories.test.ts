import { describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { Till } from '../../till/index.ts';
import { createHandlerFactories } from './handler-factories.ts';

const ana = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const rosa = { id: 'rosa', name: 'Rosa', role: 'supervisor' } as const;
const approval = { cashierId: 'rosa', pin: '4321' };
const damaged = { kind: 'storage', reason: 'damaged', file: 'ledger.db' } as const;

function createTill(authorized: Result<{ approver: typeof rosa | null }>) {
  const authorize = vi.fn(async () => authorized);
  return { authorize, till: { staff: { authorize } } as unknown as Till };
}

function createFactories(till: Till | null, problem: typeof damaged | null = null) {
  return createHandlerFactories({ till: () => till, storageProblem: () => problem });
}

describe('createCashierHandler', () => {
  it('passes the till, the input and the cashier', async () => {
    const { till } = createTill(ok({ approver: null }));
    const work = vi.fn(() => ok({}));
    const input = { paymentId: 'p1' };
    expect(createFactories(till).createCashierHandler(work)(input, { cashier: ana })).toEqual(
      ok({}),
    );
    expect(work.mock.calls).toEqual([[till, input, ana]]);
  });

  it('answers not-signed-in without doing the work while nobody is signed in', () => {
    const { till } = createTill(ok({ approver: null }));
    const work = vi.fn(() => ok({}));
    expect(createFactories(till).createCashierHandler(work)({}, { cashier: null })).toEqual(
      fail({ kind: 'not-signed-in' }),
    );
    expect(work).not.toHaveBeenCalled();
  });

  it.each([
    ['not-set-up', null, { kind: 'not-set-up' }],
    ['the storage problem', damaged, damaged],
  ])('answers %s while no till is open', (_name, storageProblem, problem) => {
    const factories = createFactories(null, storageProblem);
    const work = vi.fn(() => ok({}));
    expect(factories.createCashierHandler(work)({}, { cashier: ana })).toEqual({
      ok: false,
      problem,
    });
    expect(factories.createTillHandler(work)({}, { cashier: ana })).toEqual({ ok: false, problem });
    expect(work).not.toHaveBeenCalled();
  });
});

describe('createApprovableHandler', () => {
  it('passes the approver, and the input without the PIN', async () => {
    const { till, authorize } = createTill(ok({ approver: rosa }));
    const work = vi.fn(() => ok({}));
    const handler = createFactories(till).createApprovableHandler('pay-out', work);
    const input = { reason: 'taxi', approval };
    expect(await handler(input, { cashier: ana })).toEqual(ok({}));
    expect(authorize.mock.calls).toEqual([['pay-out', ana, approval]]);
    expect(work.mock.calls).toEqual([[till, { reason: 'taxi' }, ana, rosa]]);
  });

  it('answers the problem of the approval without doing the work', async () => {
    const { till } = createTill(fail({ kind: 'not-allowed', needs: 'supervisor' }));
    const work = vi.fn(() => ok({}));
    const handler = createFactories(till).createApprovableHandler('pay-out', work);
    expect(await handler({ approval: null }, { cashier: ana })).toEqual(
      fail({ kind: 'not-allowed', needs: 'supervisor' }),
    );
    expect(work).not.toHaveBeenCalled();
  });
});
