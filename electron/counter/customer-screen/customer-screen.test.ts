import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Basket,
  type CustomerScreenState,
  type CustomerView,
  customerViewSchema,
  type Order,
  type Payment,
  type PaymentState,
} from '../../../shared/contract/index.ts';
import { UNPAID_SALE } from '../../../shared/contract/testing/index.ts';
import { CUSTOMER_SCREEN_TTL_MS } from '../../../shared/rules/index.ts';
import { createVirtualClock, silentLog } from '../../platform/index.ts';
import { testBiller } from '../payments/testing/index.ts';
import { type CustomerScreen, createCustomerScreen } from './index.ts';

const ACCOUNT = '501000000007';
const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
const BETO = { id: 'beto', name: 'Beto', role: 'cashier' } as const;

/** Only what a customer's view is made of; the rest of an order is never looked at. */
const order = {
  id: 'order-1',
  kind: 'bill',
  biller: testBiller({ name: 'CFE' }),
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
  const own = { number, billerName: `Biller ${number}`, accountNumber: ACCOUNT };
  return {
    ...own,
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
    items: states.map((one, index) => item(index + 1, one)),
    due: mxn('200.00'),
    cash: state === 'collecting' ? null : mxn('500.00'),
    giveBack: null,
  } as unknown as Basket;
}

const clock = createVirtualClock();
let told: CustomerView[];
let changes: CustomerScreenState[];
let screen: CustomerScreen;
let ordered: Order;
let inHand: Payment | null;
let collecting: Basket | null;
let recorded: Basket | null;
let shopLanguage: 'es-MX' | 'es-CO' | 'en';

beforeEach(() => {
  told = [];
  changes = [];
  ordered = order;
  inHand = null;
  collecting = null;
  recorded = null;
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
    findOrder: (id, { id: by }) => (id === 'order-1' && by === 'ana' ? ordered : null),
    findUnseenPayment: (id) => (inHand?.id === id ? inHand : null),
    findBasket: (id) => (recorded?.id === id ? recorded : null),
    findCollectingBasket: ({ id }) => (id === 'ana' ? collecting : null),
    window: () => ({ window: 'open', displays: [] }),
    emitView: (view) => told.push(view),
    onChange: (state) => changes.push(state),
  });
});

const last = (): CustomerView | undefined => told.at(-1);
const showOrder = (cash: string | null = null, by: typeof ANA | typeof BETO = ANA) =>
  screen.show({ what: 'order', orderId: 'order-1', cash: cash === null ? null : mxn(cash) }, by);
const showPayment = (state: PaymentState, changed: Partial<Payment> = {}) => {
  inHand = payment(state, changed);
  screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
};

describe('what a customer is shown', () => {
  it('of an order: biller, masked account, amount, fee, total, and the cash once it covers that', () => {
    showOrder();
    expect(last()).toMatchObject(UNPAID_SALE);
    showOrder('60');
    expect(last()).toMatchObject({ received: null, change: null });
    showOrder('600');
    expect(last()).toMatchObject({ received: mxn('600'), change: mxn('43.00') });
  });

  it('what the number is that the biller knows the account by: of an order, a payment, a basket', () => {
    const shown = (): unknown[] => {
      const view = last();
      return view?.kind === 'sale' ? view.items.map((one) => one.accountIs) : [];
    };
    ordered = { ...order, biller: { ...order.biller, billType: 'phone_number' } };
    showOrder();
    expect(shown()).toEqual(['phone']);
    showPayment('paid', { accountIs: 'phone' });
    expect(shown()).toEqual(['phone']);
    collecting = basket('collecting', [null]);
    showOrder();
    expect(shown()).toEqual(['mobile', 'phone']);
  });

  it('never the account, the name on it, a reference or a code', () => {
    showOrder('600');
    for (const state of ['sending', 'unknown', 'rejected', 'paid'] as const) {
      showPayment(state, { code: 'R2', message: 'no such account', externalId: 'ext-1' });
    }
    const all = JSON.stringify(told);
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
  ] as const)('of a payment that is %s: %s, and what goes back', (state, phase, change) => {
    showPayment(state);
    expect(last()).toMatchObject({ kind: 'sale', phase, change, received: mxn('600.00') });
  });

  it('of an unknown one until when it will be certain; of an unclear one nothing of the kind', () => {
    showPayment('unknown');
    expect(last()).toMatchObject({ certainAt: '2026-11-22T18:00:00.000Z' });
    showPayment('unclear');
    expect(last()).toMatchObject({ certainAt: null });
  });

  it('of a cash-out no cash and no change: it is the customer who is handed money', () => {
    showPayment('paid', { kind: 'cash-out', cash: null, change: null });
    expect(last()).toMatchObject({ isCashOut: true, received: null, change: null, phase: 'paid' });
  });

  it('shows nothing of a cancel', () => {
    showPayment('paid', { kind: 'cancel' });
    expect(told.filter(({ kind }) => kind === 'sale')).toEqual([]);
  });

  it.each([
    ['sending', ['paid', null], 'waiting', ['paid', 'waiting']],
    ['waiting', ['paid', null], 'stopped', ['paid', 'not-sent']],
    ['waiting', ['unknown', null], 'unknown', ['unknown', 'not-sent']],
    ['open', ['paid', 'unknown'], 'unknown', ['paid', 'unknown']],
    ['settled', ['paid', 'paid'], 'paid', ['paid', 'paid']],
    ['settled', ['paid', 'rejected'], 'partly', ['paid', 'not-paid']],
    ['settled', ['rejected', null], 'not-paid', ['not-paid', 'not-sent']],
  ] as const)('of a basket that is %s item by item: %j is %s', (state, states, phase, shown) => {
    recorded = basket(state, states);
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    const view = last();
    expect(view).toMatchObject({ kind: 'sale', phase, received: mxn('500.00'), change: null });
    expect(view?.kind === 'sale' && view.items.map((one) => one.state)).toEqual(shown);
  });

  it('of a basket’s item that never left the till that it was not sent, never that it was refused', () => {
    const never = basket('settled', ['paid', 'rejected']);
    recorded = {
      ...never,
      items: never.items.map((one) => ({
        ...one,
        payment: one.payment && { ...one.payment, isNotSent: one.payment.state === 'rejected' },
      })),
    };
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    const view = last();
    expect(view?.kind === 'sale' && view.items.map((one) => one.state)).toEqual([
      'paid',
      'not-sent',
    ]);
  });

  it('of a basket with its change once every outcome is certain', () => {
    recorded = { ...basket('settled', ['paid', 'rejected']), giveBack: mxn('400.00') };
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(last()).toMatchObject({ change: mxn('400.00') });
  });

  it('of a basket that grows: what it holds, beside what is prepared, also between the two', () => {
    collecting = basket('collecting', [null, null]);
    screen.show({ what: 'begun' }, ANA);
    expect(last()).toMatchObject({ kind: 'sale', total: mxn('200.00'), phase: 'asked' });
    showOrder();
    expect(last()).toMatchObject({ total: mxn('757.00') });
    const view = last();
    expect(view?.kind === 'sale' && view.items.map(({ number }) => number)).toEqual([1, 2, 3]);
    screen.show({ what: 'nothing' }, ANA);
    expect(last()).toMatchObject({ kind: 'sale', total: mxn('200.00') });
  });
});

describe('another customer', () => {
  it('is never shown: an order of another cashier, a payment that was seen, a basket that ended or comes from a backup', () => {
    showOrder('600');
    expect(last()).toMatchObject({ kind: 'sale' });
    showOrder('600', BETO);
    expect(last()).toMatchObject({ kind: 'idle' });

    showPayment('paid');
    expect(last()).toMatchObject({ kind: 'sale' });
    inHand = null;
    screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
    expect(last()).toMatchObject({ kind: 'idle' });

    recorded = basket('ended', ['paid', 'paid']);
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(last()).toMatchObject({ kind: 'idle' });

    recorded = basket('settled', ['paid', 'paid']);
    screen.show({ what: 'basket', basketId: 'basket-1', cash: null }, ANA);
    expect(last()).toMatchObject({ kind: 'sale' });
    recorded = { ...recorded, isRestored: true };
    screen.handleSaleChange();
    expect(last()).toMatchObject({ kind: 'idle' });

    collecting = basket('collecting', [null]);
    screen.show({ what: 'nothing' }, BETO);
    expect(last()).toMatchObject({ kind: 'idle' });
  });

  it('finds the screen empty once the one before is finished, and after a lock', () => {
    showOrder('600');
    screen.show({ what: 'nothing' }, ANA);
    expect(last()).toMatchObject({ kind: 'idle' });
    showOrder('600');
    screen.clear();
    expect(last()).toMatchObject({ kind: 'idle' });
    // What comes late brings nothing back.
    screen.handleSaleChange();
    expect(last()).toMatchObject({ kind: 'idle' });
  });

  it('finds it empty after a time, but nobody is left without an answer who waits for it', async () => {
    showOrder('600');
    await clock.advance(CUSTOMER_SCREEN_TTL_MS - 1);
    expect(last()).toMatchObject({ kind: 'sale' });
    await clock.advance(1);
    expect(last()).toMatchObject({ kind: 'idle' });
    showPayment('sending');
    await clock.advance(3 * CUSTOMER_SCREEN_TTL_MS);
    expect(last()).toMatchObject({ phase: 'waiting' });
    inHand = payment('paid');
    screen.handleSaleChange();
    expect(last()).toMatchObject({ phase: 'paid' });
    await clock.advance(CUSTOMER_SCREEN_TTL_MS);
    expect(last()).toMatchObject({ kind: 'idle' });
  });

  it('is not shown by a till that closed', () => {
    screen.stop();
    const before = told.length;
    showOrder('600');
    expect(told).toHaveLength(before);
  });
});

describe('what does not fit', () => {
  it.each([ACCOUNT, '5010 0000 0007', '*50100', 'ABCDE*', ''])(
    'is refused by the schema: the account %j',
    (account) => {
      showOrder();
      const view = last();
      if (view?.kind !== 'sale') throw new Error('nothing shown');
      const items = view.items.map((one) => ({ ...one, account }));
      expect(customerViewSchema.safeParse(view).success).toBe(true);
      expect(customerViewSchema.safeParse({ ...view, items }).success).toBe(false);
      expect(customerViewSchema.safeParse({ ...view, accountNumber: ACCOUNT }).success).toBe(false);
    },
  );

  it('stays idle when the payment does not fit the contract', () => {
    inHand = payment('paid');
    Reflect.set(inHand, 'amount', { amount: 'much', currency: 'MXN' });
    screen.show({ what: 'payment', paymentId: 'payment-1' }, ANA);
    expect(last()).toMatchObject({ kind: 'idle' });
  });
});

describe('the customer’s language', () => {
  it('is the shop’s, the other one for this customer, and the shop’s again for the next', () => {
    showOrder();
    expect(last()).toMatchObject({ language: 'es-MX' });
    screen.switchLanguage({}, ANA);
    expect(last()).toMatchObject({ language: 'en', shopLanguage: 'es-MX' });
    expect(changes.at(-1)).toMatchObject({ language: 'en' });
    showPayment('paid');
    expect(last()).toMatchObject({ language: 'en' });
    // The same customer tries again.
    screen.show({ what: 'begun' }, ANA);
    expect(last()).toMatchObject({ kind: 'idle', language: 'en' });
    screen.show({ what: 'nothing' }, ANA);
    expect(last()).toMatchObject({ kind: 'idle', language: 'es-MX' });
    expect(changes.at(-1)).toMatchObject({ language: 'es-MX' });
  });

  it('may be chosen before anything is typed', () => {
    screen.switchLanguage({}, ANA);
    screen.show({ what: 'begun' }, ANA);
    expect(last()).toMatchObject({ language: 'en' });
  });

  it('goes from English to the Spanish of the shop’s money, and back', () => {
    shopLanguage = 'en';
    screen.switchLanguage({}, ANA);
    expect(last()).toMatchObject({ language: 'es-MX', shopLanguage: 'en' });
    screen.switchLanguage({}, ANA);
    expect(last()).toMatchObject({ language: 'en' });
  });
});
