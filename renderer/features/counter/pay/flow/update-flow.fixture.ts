import { type Order, ok } from '../../../../../shared/contract/index.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
} from '../../../../app/testing/fake-values.ts';
import type { Flow, FlowEffect, FlowEvent } from './flow.ts';
import { startFlow } from './start-flow.ts';
import { updateFlow } from './update-flow.ts';

export const settings = { locale: 'es-MX', checksTopUps: false };
/** After the moment in which a fresh result takes no key. */
export const LATER_MS = 10_000;

/** A cashier at the flow: presses, types and hears main's answers. */
export function createFlowDriver(begin: Flow) {
  let flow = begin;
  const effects: FlowEffect[] = [];
  const tell = (event: FlowEvent) => {
    const updated = updateFlow(flow, event, settings);
    flow = updated.flow;
    if (updated.effect) effects.push(updated.effect);
  };
  const press = (key: 'enter' | 'back' | 'pay', isRepeat = false, at = LATER_MS) =>
    tell({ type: 'key', key, isRepeat, at });
  const type = (field: 'account' | 'name' | 'amount' | 'cash', text: string) =>
    tell({ type: 'typed', field, text });
  const last = () => {
    const effect = effects.at(-1);
    if (!effect) throw new Error('nothing was asked of main');
    return effect;
  };
  return {
    tell,
    press,
    type,
    last,
    effects,
    step: () => flow.at,
    name: () => flow.at.step,
    flow: () => flow,
    checked: (accountNumber = '501000000007') =>
      tell({ type: 'checked', ask: last().ask, result: ok({ accountNumber }) }),
    consulted: (balance = createBalance()) =>
      tell({ type: 'consulted', ask: last().ask, result: ok(balance) }),
    prepared: (order: Order = createOrder()) =>
      tell({ type: 'prepared', ask: last().ask, result: ok(order) }),
  };
}

/** As far as a step. */
export const at = {
  amount(biller = createBiller()) {
    const cashier = createFlowDriver(startFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    if (biller.canCheckBalance && !biller.supportsPartialPayment) cashier.consulted();
    return cashier;
  },
  cash(order = createOrder(), biller = createBiller()) {
    const cashier = at.amount(biller);
    if (biller.supportsPartialPayment || !biller.canCheckBalance) cashier.type('amount', '549');
    cashier.press('enter');
    cashier.prepared(order);
    return cashier;
  },
  confirm() {
    const cashier = at.cash();
    cashier.type('cash', '600');
    cashier.press('enter');
    return cashier;
  },
  payment(state: Parameters<typeof createPayment>[0] = {}) {
    const cashier = at.confirm();
    cashier.press('pay');
    cashier.tell({
      type: 'pay-answered',
      ask: cashier.last().ask,
      result: ok(createPayment(state)),
      at: 0,
    });
    return cashier;
  },
};
