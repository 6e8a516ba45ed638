import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../../shared/contract/index.ts';
import {
  createBiller,
  createOrder,
  createPayment,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import type { PayFlow } from './flow.ts';
import { createPaymentDraft, resumePayFlow } from './start-flow.ts';
import type { PayStep } from './steps.ts';
import { updatePayFlow } from './update-flow.ts';

const settings = { locale: 'es-MX', hasTopUpCheck: false };
const draft = {
  ...createPaymentDraft(createBiller()),
  accountNumber: '501000000007',
  amountText: '549',
};
const order = createOrder();
const prepared = { draft, order, decidedWarnings: [] } as const;
const STEPS_WITH_ORDER: readonly PayStep[] = [
  { step: 'warnings', ...prepared },
  { step: 'cash', ...prepared, cashText: '600', invalidReason: null },
  {
    step: 'confirm',
    ...prepared,
    cashText: '600',
    cash: mxn('600'),
    change: mxn('51'),
    problem: null,
  },
];
const takeOver = (at: PayStep) =>
  updatePayFlow({ requestCount: 7, at }, { type: 'taken-over' }, settings);

describe('flow after a take-over', () => {
  it.each(STEPS_WITH_ORDER)(
    'prepares the order again for the same amount in the step $step',
    (at) => {
      const { flow, effect } = takeOver(at);
      expect(effect).toMatchObject({
        kind: 'prepare',
        amount: order.amount,
        accountNumber: '501000000007',
      });
      expect(flow.at).toMatchObject({ step: 'amount', pendingRequest: 8, draft });
      const next = updatePayFlow(
        flow,
        { type: 'prepared', requestNumber: 8, result: ok({ ...order, id: 'hers' }) },
        settings,
      );
      // The new cashier counts the cash again.
      expect(next.flow.at).toMatchObject({ step: 'cash', order: { id: 'hers' }, cashText: '' });
    },
  );

  it('ignores an order that was requested for the first cashier', () => {
    const at: PayStep = {
      step: 'amount',
      draft,
      pendingRequest: 7,
      invalidReason: null,
      problem: null,
    };
    const { flow } = takeOver(at);
    const late = updatePayFlow(
      flow,
      { type: 'prepared', requestNumber: 7, result: ok(order) },
      settings,
    );
    expect(late.flow.at).toMatchObject({ step: 'amount', pendingRequest: null });
  });

  it('keeps typed data, and leaves a sent payment with its cashier', () => {
    const typedFlow: PayFlow = {
      requestCount: 0,
      at: { step: 'account', draft, field: 'account', pendingRequest: null, problem: null },
    };
    expect(updatePayFlow(typedFlow, { type: 'taken-over' }, settings)).toEqual({
      flow: typedFlow,
      effect: null,
    });
    const resumedFlow = resumePayFlow(createPayment({ state: 'unknown' }), 0);
    expect(updatePayFlow(resumedFlow, { type: 'taken-over' }, settings)).toEqual({
      flow: { ...resumedFlow, at: { ...resumedFlow.at, isTakenOver: true } },
      effect: null,
    });
  });

  it('asks the new cashier for the cash when a sent payment is retried', () => {
    const payment = createPayment({ state: 'rejected', isNotSent: true });
    const sent: PayStep = {
      step: 'sent-payment',
      payment,
      draft,
      cashText: '600',
      pendingAction: null,
      failedAction: null,
      shownAtMs: 0,
    };
    const takenOverFlow = updatePayFlow(
      { requestCount: 0, at: sent },
      { type: 'taken-over' },
      settings,
    ).flow;
    const key = { type: 'key', key: 'enter', isRepeat: false, at: 10_000 } as const;
    const seenFlow = updatePayFlow(takenOverFlow, key, settings).flow;
    const retryUpdate = updatePayFlow(
      seenFlow,
      { type: 'seen', requestNumber: 1, problem: null },
      settings,
    );
    expect(retryUpdate.effect).toMatchObject({ kind: 'prepare' });
    const next = updatePayFlow(
      retryUpdate.flow,
      { type: 'prepared', requestNumber: retryUpdate.flow.requestCount, result: ok(order) },
      settings,
    );
    expect(next.flow.at).toMatchObject({ step: 'cash', cashText: '' });
  });

  it('never pays the first cashier’s order after a take-over', () => {
    const key = fc.record({
      type: fc.constant('key' as const),
      key: fc.constantFrom('enter' as const, 'pay' as const, 'back' as const),
      isRepeat: fc.boolean(),
      at: fc.constant(10_000),
    });
    fc.assert(
      fc.property(fc.constantFrom(...STEPS_WITH_ORDER), fc.array(key), (at, keys) => {
        let { flow } = takeOver(at);
        for (const keyEvent of keys) {
          const next = updatePayFlow(flow, keyEvent, settings);
          expect(next.effect?.kind).not.toBe('pay');
          flow = next.flow;
        }
      }),
    );
  });
});
