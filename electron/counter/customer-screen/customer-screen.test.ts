import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Basket,
  type CustomerScreenState,
  type CustomerScreenView,
  customerScreenViewSchema,
  type Order,
  type Payment,
  type PaymentState,
} from '../../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../../shared/contract/testing/index.ts';
import { createVirtualClock, silentLog } from '../../platform/index.ts';
import { createTestBiller } from '../payments/testing/index.ts';
import { type CustomerScreen, createCustomerScreen } from './index.ts';

const ACCOUNT = '501000000007';
const FIVE_MINUTES_MS = 300_000;
const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const BETO = { id: 'beto', name: 'Beto', role: 'cashier' } as const;

/** Only the fields that the customer's view reads. */
const order = {
  id: 'order-1',
  kind: 'bill',
  biller: createTestBiller({ name: 'CFE' }),
  accountNumber: ACCOUNT,
  nameOnAccount: 'Guadalupe Reyes',
  amount: mxn('549.00'),
  fee: mxn('8.00'),
  due: mxn('557.00'),
} as unknown as Order;

function payment(state: PaymentState, changes: Partial<Payment> = {}): Payment {
  return {
    id: 'payment-1',
    kind: 'bill',
    state,
    billerName: 'CFE',
    accountNumber: ACCOUNT,
    accountShown: ACCOUNT,
    accountIs: 'account',
    amount: mxn('549.00'),
    fee: null,
    due: mxn('549.00'),
    cash: mxn('600.00'),
    change: mxn('51.00'),
    certainAt: '2026-11-22T18:00:00.000Z',
    authorization: 'AUTH-9',
    ...changes,
  } as Payment;
}

function item(number: number, state: PaymentState | null): Basket['items'][number] {
  const fields = { number, billerName: `Biller ${number}`, accountNumber: ACCOUNT };
  return {
    ...fields,
    accountShown: ACCOUNT,
    accountIs: 'mobile',
    amount: mxn('100.00'),
    fee: null,
    due: mxn('100.00'),
    payment: state === null ? null : payment(state),
  } as Basket['items'][number];
}

function basket(state: Basket['state'], states: readonly (PaymentState | null)[]): Basket {
  return {
    id: 'basket-1',
    state,
    items: states.map((itemState, index) => item(index + 1, itemState)),
    due: mxn('200.00'),
    cash: state === 'collecting' ? null : mxn('500.00'),
    giveBack: null,
  } as unknown as Basket;
}

const RECEIPT_CODE = { png: 'iVBORw0KGgo=', dots: 45 };
const clock = createVirtualClock();
let views: CustomerScreenView[];
let changes: CustomerScreenState[];
let screen: CustomerScreen;
let currentOrder: Order;
let unseenPayment: Payment | null;
let collectingBasket: Basket | null;
let storedBasket: Basket | null;
let shopLanguage: 'es-MX' | 'es-CO' | 'en';

beforeEach(() => {
  views = [];
  changes = [];
  currentOrder = order;
  unseenPayment = null;
  collectingBasket = null;
  storedBasket = null;
  shopLanguage = 'es-MX';
  screen = createCustomerScreen({
    clock,
    log: silentLog,
    shop: () => ({
      name: 'Abarrotes Lupita',
      environment: 'production',
      language: shopLanguage,
      currency: 'MXN',
      timeZone: 'America/Mexico_City',
      theme: 'system',
    }),
    findOrder: (id, { id: cashierId }) =>
      id === 'order-1' && cashierId === 'ana' ? currentOrder : null,
    findPaymentWithUnseenOutcome: (id) => (unseenPayment?.id === id ? unseenPayment : null),
    findBasket: (id) => (storedBasket?.id === id ? storedBasket : null),
    findCollectingBasket: ({ id }) => (id === 'ana' ? collectingBasket : null),
    findReceiptCode: (id) => (id.startsWith('payment-') ? RECEIPT_CODE : null),
    window: () => ({ window: 'open', displays: [] }),
    emitView: (view) => views.push(view),
    onChange: (state) => changes.push(state),
  });
});

const getLastView = (): CustomerScreenView | undefined => views.at(-1);
const showOrder = (cash: string | null = null, cashier: typeof ANA | typeof BETO = ANA) =>
  screen.show(
    { what: 'order', orderId: 'order-1', cash: cash === null ? null : mxn(cash) },
    cashier,
  );
const showPayment = (state: PaymentState, paymentChanges: Partial<Payment> = {}) => {
  unseenPayment = payment(state, paymentChanges);
  screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
};

describe('customer view', () => {
  it('shows an order with masked account, amount, fee, total, and the cash once it covers the total', () => {
    showOrder();
    expect(getLastView()).toMatchObject(UNPAID_SALE);
    showOrder('60');
    expect(getLastView()).toMatchObject({ received: null, change: null });
    showOrder('600');
    expect(getLastView()).toMatchObject({ received: mxn('600'), change: mxn('43.00') });
  });

  it('shows the kind of account number for an order, a payment and a basket', () => {
    const listAccountKinds = (): unknown[] => {
      const view = getLastView();
      return view?.kind === 'sale' ? view.items.map((item) => item.accountIs) : [];
    };
    currentOrder = { ...order, biller: { ...order.biller, billType: 'phone_number' } };
    showOrder();
    expect(listAccountKinds()).toEqual(['phone']);
    showPayment('paid', { accountIs: 'phone' });
    expect(listAccountKinds()).toEqual(['phone']);
    collectingBasket = basket('collecting', [null]);
    showOrder();
    expect(listAccountKinds()).toEqual(['mobile', 'phone']);
  });

  it('never shows the full account number, the name on it, a reference or a code', () => {
    showOrder('600');
    for (const state of ['sending', 'unknown', 'rejected', 'paid'] as const) {
      showPayment(state, { code: 'R2', message: 'no such account', externalId: 'ext-1' });
    }
    const all = JSON.stringify(views);
    for (const secret of [ACCOUNT, 'Guadalupe', 'AUTH-9', 'R2', 'no such account', 'ext-1']) {
      expect(all).not.toContain(secret);
    }
  });

  it.each([
    ['sending', 'waiting', null],
    ['unknown', 'unknown', null],
    ['unclear', 'unknown', null],
    ['paid', 'paid', mxn('51.00')],
    ['by-hand-paid', 'paid', mxn('51.00')],
    ['rejected', 'not-paid', mxn('600.00')],
    ['not-performed', 'not-paid', mxn('600.00')],
    ['by-hand-not-paid', 'not-paid', mxn('600.00')],
  ] as const)('shows a payment that is %s as %s with its change', (state, phase, change) => {
    showPayment(state);
    expect(getLastView()).toMatchObject({ kind: 'sale', phase, change, received: mxn('600.00') });
  });

  it('shows when an unknown payment becomes certain, but not for an unclear one', () => {
    showPayment('unknown');
    expect(getLastView()).toMatchObject({ certainAt: '2026-11-22T18:00:00.000Z' });
    showPayment('unclear');
    expect(getLastView()).toMatchObject({ certainAt: null });
  });

  it('shows no cash and no change for a cash-out, because the customer receives the money', () => {
    showPayment('paid', { kind: 'cash-out', cash: null, change: null });
    expect(getLastView()).toMatchObject({
      isCashOut: true,
      received: null,
      change: null,
      phase: 'paid',
    });
  });

  it('shows nothing of a cancel', () => {
    showPayment('paid', { kind: 'cancel' });
    expect(views.filter(({ kind }) => kind === 'sale')).toEqual([]);
  });

  it.each([
    ['sending', ['paid', null], 'waiting', ['paid', 'waiting']],
    ['waiting', ['paid', null], 'stopped', ['paid', 'not-sent']],
    ['waiting', ['unknown', null], 'unknown', ['unknown', 'not-sent']],
    ['open', ['paid', 'unknown'], 'unknown', ['paid', 'unknown']],
    ['settled', ['paid', 'paid'], 'paid', ['paid', 'paid']],
    ['settled', ['paid', 'rejected'], 'partly', ['paid', 'not-paid']],
    ['settled', ['rejected', null], 'not-paid', ['not-paid', 'not-sent']],
  ] as const)(
    'shows the items of a basket that is %s: %j is %s',
    (state, states, phase, itemStates) => {
      storedBasket = basket(state, states);
      screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
      const view = getLastView();
      expect(view).toMatchObject({ kind: 'sale', phase, received: mxn('500.00'), change: null });
      expect(view?.kind === 'sale' && view.items.map((item) => item.state)).toEqual(itemStates);
    },
  );

  it('shows a basket item that was never sent as not sent, not as refused', () => {
    const settled = basket('settled', ['paid', 'rejected']);
    storedBasket = {
      ...settled,
      items: settled.items.map((item) => ({
        ...item,
        payment: item.payment && { ...item.payment, isNotSent: item.payment.state === 'rejected' },
      })),
    };
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    const view = getLastView();
    expect(view?.kind === 'sale' && view.items.map((item) => item.state)).toEqual([
      'paid',
      'not-sent',
    ]);
  });

  it('shows the change of a basket once every outcome is certain', () => {
    storedBasket = { ...basket('settled', ['paid', 'rejected']), giveBack: mxn('400.00') };
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(getLastView()).toMatchObject({ change: mxn('400.00') });
  });

  it('shows a collecting basket with the prepared order, and the basket alone between orders', () => {
    collectingBasket = basket('collecting', [null, null]);
    screen.show({ what: 'begun' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'sale', total: mxn('200.00'), phase: 'asked' });
    showOrder();
    expect(getLastView()).toMatchObject({ total: mxn('757.00') });
    const view = getLastView();
    expect(view?.kind === 'sale' && view.items.map(({ number }) => number)).toEqual([1, 2, 3]);
    screen.show({ what: 'nothing' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'sale', total: mxn('200.00') });
  });
});

describe('clearing the screen', () => {
  it('hides orders of other cashiers, seen payments, and ended or restored baskets', () => {
    showOrder('600');
    expect(getLastView()).toMatchObject({ kind: 'sale' });
    showOrder('600', BETO);
    expect(getLastView()).toMatchObject({ kind: 'idle' });

    showPayment('paid');
    expect(getLastView()).toMatchObject({ kind: 'sale' });
    unseenPayment = null;
    screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle' });

    storedBasket = basket('ended', ['paid', 'paid']);
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle' });

    storedBasket = basket('settled', ['paid', 'paid']);
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'sale' });
    storedBasket = { ...storedBasket, isRestored: true };
    screen.handleSaleChange();
    expect(getLastView()).toMatchObject({ kind: 'idle' });

    collectingBasket = basket('collecting', [null]);
    screen.show({ what: 'nothing' }, BETO);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });

  it('clears the screen when the customer is finished and after a lock', () => {
    showOrder('600');
    screen.show({ what: 'nothing' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
    showOrder('600');
    screen.clear();
    expect(getLastView()).toMatchObject({ kind: 'idle' });
    // A late change does not restore the sale.
    screen.handleSaleChange();
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });

  it('clears the screen after its time limit, but not while a payment is being sent', async () => {
    showOrder('600');
    await clock.advance(FIVE_MINUTES_MS - 1);
    expect(getLastView()).toMatchObject({ kind: 'sale' });
    await clock.advance(1);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
    showPayment('sending');
    await clock.advance(3 * FIVE_MINUTES_MS);
    expect(getLastView()).toMatchObject({ phase: 'waiting' });
    unseenPayment = payment('paid');
    screen.handleSaleChange();
    expect(getLastView()).toMatchObject({ phase: 'paid' });
    await clock.advance(FIVE_MINUTES_MS);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });

  it('emits no view after the till has stopped', () => {
    screen.stop();
    const viewCount = views.length;
    showOrder('600');
    expect(views).toHaveLength(viewCount);
  });
});

describe('schema of the customer view', () => {
  it.each([ACCOUNT, '5010 0000 0007', '*50100', 'ABCDE*', ''])(
    'rejects the unmasked account %j in the view',
    (account) => {
      showOrder();
      const view = getLastView();
      if (view?.kind !== 'sale') throw new Error('nothing shown');
      const items = view.items.map((item) => ({ ...item, account }));
      expect(customerScreenViewSchema.safeParse(view).success).toBe(true);
      expect(customerScreenViewSchema.safeParse({ ...view, items }).success).toBe(false);
      expect(customerScreenViewSchema.safeParse({ ...view, accountNumber: ACCOUNT }).success).toBe(
        false,
      );
    },
  );

  it('stays idle when the payment does not fit the contract', () => {
    unseenPayment = payment('paid');
    Reflect.set(unseenPayment, 'amount', { amount: 'much', currency: 'MXN' });
    screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });
});

describe('the customer’s language', () => {
  it('switches the language for one customer and resets it for the next', () => {
    showOrder();
    expect(getLastView()).toMatchObject({ language: 'es-MX' });
    screen.switchLanguage({}, ANA);
    expect(getLastView()).toMatchObject({ language: 'en', shopLanguage: 'es-MX' });
    expect(changes.at(-1)).toMatchObject({ language: 'en' });
    showPayment('paid');
    expect(getLastView()).toMatchObject({ language: 'en' });
    // The same customer makes another payment.
    screen.show({ what: 'begun' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle', language: 'en' });
    screen.show({ what: 'nothing' }, ANA);
    expect(getLastView()).toMatchObject({ kind: 'idle', language: 'es-MX' });
    expect(changes.at(-1)).toMatchObject({ language: 'es-MX' });
  });

  it('keeps a language that was switched before the sale began', () => {
    screen.switchLanguage({}, ANA);
    screen.show({ what: 'begun' }, ANA);
    expect(getLastView()).toMatchObject({ language: 'en' });
  });

  it('switches from English to the Spanish of the shop’s currency and back', () => {
    shopLanguage = 'en';
    screen.switchLanguage({}, ANA);
    expect(getLastView()).toMatchObject({ language: 'es-MX', shopLanguage: 'en' });
    screen.switchLanguage({}, ANA);
    expect(getLastView()).toMatchObject({ language: 'en' });
  });
});

describe('code of a receipt', () => {
  it('shows the code of a receipt over the sale until it is closed', () => {
    showPayment('paid');
    screen.showReceipt('payment-1');
    expect(getLastView()).toMatchObject({ kind: 'receipt-code', code: RECEIPT_CODE });
    screen.handleSaleChange();
    showPayment('paid');
    expect(getLastView()).toMatchObject({ kind: 'receipt-code' });
    screen.showReceipt(null);
    expect(getLastView()).toMatchObject({ kind: 'sale', phase: 'paid' });
  });

  it('shows the code of a receipt from the history between customers', () => {
    screen.showReceipt('payment-7');
    expect(getLastView()).toMatchObject({ kind: 'receipt-code' });
    screen.showReceipt(null);
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });

  it.each([
    ['the next customer begins', () => screen.show({ what: 'begun' }, ANA)],
    ['another order is shown', () => showOrder()],
    ['another payment is shown', () => screen.show({ what: 'payment', paymentId: 'other' }, ANA)],
    ['the screen is cleared', () => screen.clear()],
    ['five minutes pass', () => clock.advance(FIVE_MINUTES_MS)],
  ])('removes the code of a receipt when %s', async (_when, act) => {
    showPayment('paid');
    screen.showReceipt('payment-1');
    await act();
    expect(getLastView()).not.toMatchObject({ kind: 'receipt-code' });
    screen.refresh();
    expect(getLastView()).not.toMatchObject({ kind: 'receipt-code' });
  });

  it('shows no code for a payment that has none', () => {
    screen.showReceipt('unpaid');
    expect(getLastView()).toMatchObject({ kind: 'idle' });
  });
});
