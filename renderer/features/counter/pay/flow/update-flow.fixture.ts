import { type Order, ok } from '../../../../../shared/contract/index.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
} from '../../../../app/testing/fake-values.ts';
import type { PayFlow, PayFlowEffect, PayFlowEvent, PayFlowSettings } from './flow.ts';
import { startPayFlow } from './start-flow.ts';
import { updatePayFlow } from './update-flow.ts';

/** With a fee, so that the amount has a step of its own. */
export const settings: PayFlowSettings = {
  locale: 'es-MX',
  hasTopUpCheck: false,
  hasFee: () => true,
};
/** After the time in which a new result ignores keys. */
export const AFTER_IGNORED_KEYS_MS = 10_000;

/** Drives a flow: presses keys, types, and delivers main’s responses. */
export function createFlowDriver(initialFlow: PayFlow, flowSettings = settings) {
  let flow = initialFlow;
  const effects: PayFlowEffect[] = [];
  const dispatch = (event: PayFlowEvent) => {
    const updated = updatePayFlow(flow, event, flowSettings);
    flow = updated.flow;
    if (updated.effect) effects.push(updated.effect);
  };
  const press = (key: 'enter' | 'back' | 'pay', isRepeat = false, at = AFTER_IGNORED_KEYS_MS) =>
    dispatch({ type: 'key', key, isRepeat, at });
  const type = (field: 'account' | 'name' | 'amount' | 'cash', text: string) =>
    dispatch({ type: 'typed', field, text });
  const getLastEffect = () => {
    const effect = effects.at(-1);
    if (!effect) throw new Error('nothing was asked of main');
    return effect;
  };
  return {
    dispatch,
    press,
    type,
    getLastEffect,
    effects,
    step: () => flow.at,
    name: () => flow.at.step,
    flow: () => flow,
    checked: (accountNumber = '501000000007') =>
      dispatch({
        type: 'checked',
        requestNumber: getLastEffect().requestNumber,
        result: ok({ accountNumber }),
      }),
    consulted: (balance = createBalance()) =>
      dispatch({
        type: 'consulted',
        requestNumber: getLastEffect().requestNumber,
        result: ok(balance),
      }),
    prepared: (order: Order = createOrder()) =>
      dispatch({
        type: 'prepared',
        requestNumber: getLastEffect().requestNumber,
        result: ok(order),
      }),
  };
}

/** Drives a new flow up to a step. */
export const createDriverAt = {
  amount(biller = createBiller()) {
    const cashier = createFlowDriver(startPayFlow(biller));
    cashier.type('account', '501000000007');
    cashier.press('enter');
    cashier.checked();
    if (biller.canCheckBalance && !biller.supportsPartialPayment) cashier.consulted();
    return cashier;
  },
  cash(order = createOrder(), biller = createBiller()) {
    const cashier = createDriverAt.amount(biller);
    if (biller.supportsPartialPayment || !biller.canCheckBalance) cashier.type('amount', '549');
    cashier.press('enter');
    cashier.prepared(order);
    return cashier;
  },
  confirm() {
    const cashier = createDriverAt.cash();
    cashier.type('cash', '600');
    cashier.press('enter');
    return cashier;
  },
  payment(state: Parameters<typeof createPayment>[0] = {}) {
    const cashier = createDriverAt.confirm();
    cashier.press('pay');
    cashier.dispatch({
      type: 'pay-answered',
      requestNumber: cashier.getLastEffect().requestNumber,
      result: ok(createPayment(state)),
      at: 0,
    });
    return cashier;
  },
};
