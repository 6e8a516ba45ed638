import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../../shared/contract/index.ts';
import {
  createBiller,
  createOrder,
  createPayment,
  mxn,
} from '../../../../app/testing/fake-values.ts';
import type { Flow } from './flow.ts';
import { createDraft, resumeFlow } from './start-flow.ts';
import type { Step } from './steps.ts';
import { updateFlow } from './update-flow.ts';

const settings = { locale: 'es-MX', checksTopUps: false };
const draft = { ...createDraft(createBiller()), accountNumber: '501000000007', amountText: '549' };
const order = createOrder();
const prepared = { draft, order, decided: [] } as const;
const WITH_AN_ORDER: readonly Step[] = [
  { step: 'decide', ...prepared },
  { step: 'cash', ...prepared, text: '600', fault: null },
  { step: 'confirm', ...prepared, text: '600', cash: mxn('600'), change: mxn('51'), problem: null },
];
const takenOver = (at: Step) => updateFlow({ asks: 7, at }, { type: 'taken-over' }, settings);

describe('a customer who is taken over', () => {
  it.each(WITH_AN_ORDER)('in the step $step is prepared again, for the same amount', (at) => {
    const { flow, effect } = takenOver(at);
    expect(effect).toMatchObject({
      kind: 'prepare',
      amount: order.amount,
      accountNumber: '501000000007',
    });
    expect(flow.at).toMatchObject({ step: 'amount', asking: 8, draft });
    const next = updateFlow(
      flow,
      { type: 'prepared', ask: 8, result: ok({ ...order, id: 'hers' }) },
      settings,
    );
    // She counts the cash that she answers for.
    expect(next.flow.at).toMatchObject({ step: 'cash', order: { id: 'hers' }, text: '' });
  });

  it('does not take in the order that was on its way to the first cashier', () => {
    const at: Step = { step: 'amount', draft, asking: 7, fault: null, problem: null };
    const { flow } = takenOver(at);
    const late = updateFlow(flow, { type: 'prepared', ask: 7, result: ok(order) }, settings);
    expect(late.flow.at).toMatchObject({ step: 'amount', asking: null });
  });

  it('keeps what was typed, and leaves a payment to whoever made it', () => {
    const typed: Flow = {
      asks: 0,
      at: { step: 'account', draft, field: 'account', asking: null, problem: null },
    };
    expect(updateFlow(typed, { type: 'taken-over' }, settings)).toEqual({
      flow: typed,
      effect: null,
    });
    const held = resumeFlow(createPayment({ state: 'unknown' }), 0);
    expect(updateFlow(held, { type: 'taken-over' }, settings)).toEqual({
      flow: { ...held, at: { ...held.at, isTakenOver: true } },
      effect: null,
    });
  });

  it('counts the cash herself also where she tries again what the first one sent', () => {
    const payment = createPayment({ state: 'rejected', isNotSent: true });
    const sent: Step = {
      step: 'payment',
      payment,
      draft,
      cashText: '600',
      busy: null,
      trouble: null,
      shownAt: 0,
    };
    const pressed = updateFlow({ asks: 0, at: sent }, { type: 'taken-over' }, settings).flow;
    const key = { type: 'key', key: 'enter', isRepeat: false, at: 10_000 } as const;
    const asked = updateFlow(pressed, key, settings).flow;
    const again = updateFlow(asked, { type: 'seen', ask: 1, problem: null }, settings);
    expect(again.effect).toMatchObject({ kind: 'prepare' });
    const next = updateFlow(
      again.flow,
      { type: 'prepared', ask: again.flow.asks, result: ok(order) },
      settings,
    );
    expect(next.flow.at).toMatchObject({ step: 'cash', text: '' });
  });

  it('whatever is pressed afterwards, the first cashier’s order is not paid', () => {
    const key = fc.record({
      type: fc.constant('key' as const),
      key: fc.constantFrom('enter' as const, 'pay' as const, 'back' as const),
      isRepeat: fc.boolean(),
      at: fc.constant(10_000),
    });
    fc.assert(
      fc.property(fc.constantFrom(...WITH_AN_ORDER), fc.array(key), (at, keys) => {
        let { flow } = takenOver(at);
        for (const one of keys) {
          const next = updateFlow(flow, one, settings);
          expect(next.effect?.kind).not.toBe('pay');
          flow = next.flow;
        }
      }),
    );
  });
});
