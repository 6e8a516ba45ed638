import { beforeEach, describe, expect, it } from 'vitest';
import { type Basket, fail } from '../../../../shared/contract/index.ts';
import { ANA, createRefusal, expectOk, LUIS, NEVER_ARRIVES, SUCCEEDS } from '../testing/index.ts';
import { createBasketCounter, MINUTE, toPesos } from './basket-calls.fixture.ts';

/** The order of sending: item by item, each only after the outcome of the previous one. */

const at = createBasketCounter();
const { getBasket, pay, sendRest, fillBasket } = at;

/** The amount and the state of every payment, recorded at each send. */
let snapshots: string[][];

beforeEach(() => {
  snapshots = [];
  const { service } = at.counter;
  const { send } = service;
  service.send = (...sent: Parameters<typeof send>) => {
    const rows = at.counter.rows(
      `SELECT i.amount || ' ' || o.state AS summary FROM basket_payments p
       JOIN intents i ON i.id = p.intent_id JOIN outcomes o ON o.intent_id = i.id
       ORDER BY p.number`,
    );
    snapshots.push(rows.map((row) => String(Object.values(row ?? {})[0])));
    return send.apply(service, sent);
  };
});

const getLastState = (snapshot: readonly string[]): string => snapshot.at(-1)?.split(' ')[1] ?? '';

describe('the items of a basket', () => {
  it('sends items in their order, independently of the duration and outcome of each', async () => {
    at.counter.service.fates.push(
      SUCCEEDS,
      { arrives: 20, answers: 900 },
      { ...SUCCEEDS, answer: createRefusal('R2') },
      { arrives: 700, answers: 30 },
    );
    const { id } = await fillBasket('10.00', '20.00', '30.00', '40.00', '50.00');
    pay(id, '150.00');
    await at.counter.advance(MINUTE);
    expect(getBasket(id).state).toBe('settled');
    const earlierPayments = ['10.00 paid', '20.00 paid', '30.00 rejected', '40.00 paid'];
    expect(snapshots.map((snapshot) => snapshot.slice(0, -1))).toEqual(
      [0, 1, 2, 3, 4].map((count) => earlierPayments.slice(0, count)),
    );
    for (const snapshot of snapshots) expect(['intent', 'sent']).toContain(getLastState(snapshot));
  });

  it('sends only the next item at each F12 while an earlier item is unknown', async () => {
    at.counter.service.fates.push(SUCCEEDS, NEVER_ARRIVES, { arrives: 20, answers: 900 });
    const { id } = await fillBasket('10.00', '20.00', '30.00', '40.00');
    pay(id, '100.00');
    await at.counter.advance(65_000);
    expect(snapshots).toHaveLength(2);
    sendRest(id);
    sendRest(id);
    expect(snapshots).toHaveLength(3);
    await at.counter.advance(5000);
    expect(snapshots.map((snapshot) => snapshot.slice(0, -1))).toEqual([
      [],
      ['10.00 paid'],
      ['10.00 paid', '20.00 unknown'],
      ['10.00 paid', '20.00 unknown', '30.00 paid'],
    ]);
  });
});

describe('an item whose order is prepared again', () => {
  const CHANGED = { kind: 'basket', reason: 'changed' };
  const { add } = at;

  /** Pays a basket whose first item is unknown, so that the second waits. */
  async function payAndWait({ id, due }: Basket): Promise<void> {
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, due.amount);
    await at.counter.advance(65_000);
  }

  async function sendSecond({ id }: Basket): Promise<Basket> {
    sendRest(id);
    await at.counter.advance(1000);
    return getBasket(id);
  }

  /** Replaces the service's consultations, and returns the accounts of those that follow. */
  function recordConsultations(): string[] {
    const accounts: string[] = [];
    const { consult } = at.counter.service;
    at.counter.service.consult = (account) => {
      accounts.push(account.accountNumber);
      return consult(account);
    };
    return accounts;
  }

  const chargeFee = (): void => {
    const fee = '7.00';
    at.counter.settings.customerFee = {
      kind: 'fixed',
      utility: fee,
      'top-up': fee,
      'gift-card': fee,
      partner: fee,
    };
  };

  it.each([
    ['sends an item as it was prepared within 15 minutes', 14, null],
    ['prepares an item again after 15 minutes, and does not send it for another sum', 15, CHANGED],
  ])('%s, however late F12 was', async (_, minutes, stoppedBy) => {
    at.counter.service.sendsDate = false;
    add(await at.counter.order({ account: '1' }));
    const basket = add(await at.counter.order({ account: '2' }));
    const preparedAt = at.counter.clock.now() - 10;
    await at.counter.advance(10 * MINUTE);
    await payAndWait(basket);
    chargeFee();
    await at.counter.advance(preparedAt + minutes * MINUTE - at.counter.clock.now());
    expect((await sendSecond(basket)).stoppedBy).toEqual(stoppedBy);
  });

  it('sends nothing if the sum is the same number in another currency', async () => {
    const basket = await fillBasket('100.00', '200.00');
    await payAndWait(basket);
    at.counter.restart();
    at.counter.settings.shopCurrency = 'USD';
    at.counter.rates.perUsd.MXN = '1.00';
    expect((await sendSecond(basket)).stoppedBy).toEqual(CHANGED);
  });

  it('sends an item without a consultation if the amount was chosen without a balance', async () => {
    const basket = await fillBasket('100.00', '200.00');
    await payAndWait(basket);
    at.counter.restart();
    const accounts = recordConsultations();
    expect((await sendSecond(basket)).items[1]?.payment?.state).toBe('paid');
    expect(accounts).toEqual([]);
  });

  it('waits while the balance of the next item cannot be read again', async () => {
    const pendingBalance = at.counter.payments.consult(
      { billerId: 40, accountNumber: '2', nameOnAccount: null },
      ANA,
    );
    await at.counter.advance(10);
    const { id: balanceId } = expectOk(await pendingBalance);
    add(await at.counter.order({ account: '1' }));
    const basket = add(await at.counter.order({ account: '2', balanceId }));
    await payAndWait(basket);
    at.counter.restart();
    const silent = { kind: 'service-silent', seconds: 60 } as const;
    at.counter.service.consultFails = fail(silent);
    expect((await sendSecond(basket)).stoppedBy).toEqual(silent);
    at.counter.service.consultFails = null;
    const accounts = recordConsultations();
    expect((await sendSecond(basket)).items[1]?.payment?.state).toBe('paid');
    expect(accounts).toEqual(['2']);
  });

  it.each(['in this run', 'after a restart'])(
    'names the payment with an unknown outcome that holds the account of the next item, %s',
    async (when) => {
      const basket = await fillBasket('100.00', '200.00');
      await payAndWait(basket);
      const order = await at.counter.order({ account: '2', amount: '50.00', cashier: LUIS });
      at.counter.service.fates.push(NEVER_ARRIVES);
      const paid = await at.counter.payments.pay(
        { orderId: order.id, cash: toPesos('50.00'), acknowledged: ['in-basket'] },
        LUIS,
      );
      await at.counter.advance(65_000);
      if (when === 'after a restart') at.counter.restart();
      const held = { kind: 'held', paymentId: expectOk(paid).id };
      expect((await sendSecond(basket)).stoppedBy).toEqual(held);
    },
  );

  it('sends an item despite the earlier payment that the cashier decided on', async () => {
    const earlier = await at.counter.order({ account: '2', amount: '200.00' });
    expectOk(at.counter.pay(earlier));
    await at.counter.advance(1000);
    add(await at.counter.order({ account: '1' }));
    const { id: orderId } = await at.counter.order({ account: '2', amount: '200.00' });
    const acknowledged = ['looks-like-earlier' as const];
    const basket = expectOk(at.counter.payments.basket.add({ orderId, acknowledged }, ANA));
    await payAndWait(basket);
    at.counter.restart();
    expect((await sendSecond(basket)).items[1]?.payment?.state).toBe('paid');
  });

  it('sends a large amount that the cashier confirmed, also after a restart', async () => {
    add(await at.counter.order({ account: '1' }));
    const order = await at.counter.order({ account: '2', amount: '40000.00' });
    expect(order.warnings.map(({ kind }) => kind)).toEqual(['large-amount']);
    const acknowledged = ['large-amount' as const];
    const basket = expectOk(
      at.counter.payments.basket.add({ orderId: order.id, acknowledged }, ANA),
    );
    await payAndWait(basket);
    at.counter.restart();
    expect((await sendSecond(basket)).items[1]?.payment?.state).toBe('paid');
  });

  it('asks for another decision on a payment at another till after a restart, and not before', async () => {
    at.counter.otherTillPayments = [
      {
        at: new Date(at.counter.clock.now() - 5 * MINUTE).toISOString(),
        amount: toPesos('100.00'),
        isPaid: true,
        shop: 'La Esquina',
        posNumber: '11',
        isOfThisTill: false,
      },
    ];
    const acknowledged = ['paid-elsewhere' as const];
    let basket: Basket | null = null;
    for (const account of ['1', '2', '3']) {
      const { id: orderId } = await at.counter.order({ account });
      basket = expectOk(at.counter.payments.basket.add({ orderId, acknowledged }, ANA));
    }
    if (basket === null) throw new Error('nothing was added');
    await payAndWait(basket);
    at.counter.service.fates.push(NEVER_ARRIVES);
    sendRest(basket.id);
    await at.counter.advance(65_000);
    expect(getBasket(basket.id).items[1]?.payment?.state).toBe('unknown');
    at.counter.restart();
    const warned = { kind: 'basket', reason: 'warned' };
    expect((await sendSecond(basket)).stoppedBy).toEqual(warned);
  });
});
