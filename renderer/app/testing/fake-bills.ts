import {
  type Balance,
  type Biller,
  type CallAnswer,
  type CallOutput,
  fail,
  type Order,
  type OrderWarning,
  ok,
  type Payment,
  type Tape,
  type TapeLine,
} from '../../../shared/contract/index.ts';
import { add, type Money, subtract } from '../../../shared/money/index.ts';
import { formatAccountNumber, getAccountKind } from '../../../shared/rules/index.ts';
import type { FakeTill } from './fake-till.ts';
import {
  createBalance,
  createBiller,
  createOrder,
  createPayment,
  createTape,
  mxn,
} from './fake-values.ts';

/** What a test decides about the fake till's bills. */
export interface FakeBills {
  billers: Biller[];
  departed: Set<number>;
  favourites: Set<number>;
  balance: (billerId: number, accountNumber: string) => CallAnswer<'payments.consult'>;
  warnings: readonly OrderWarning[];
  fee: Money | null;
  /** The outcome of a look-up or of sending again; empty if nothing new is known. */
  lookUp: (payment: Payment) => Partial<Payment>;
  paper: Pick<Tape, 'state' | 'reason'> &
    Partial<Pick<Tape, 'sentShare' | 'ways' | 'given' | 'isOnScreen'>>;
  readonly payments: Payment[];
  /** The newest payment, as main knows it now. */
  readonly newest: () => Payment;
  /** Main learns something about the newest payment and sends the event. */
  readonly recordOutcome: (changes: Partial<Payment>) => void;
}

export const FAKE_BILLERS: readonly Biller[] = [
  createBiller(),
  createBiller({
    id: 41,
    name: 'CFE Calificados',
    canCheckBalance: false,
    supportsPartialPayment: true,
    accountNumberDigits: '7..15',
    hoursToFulfill: 72,
  }),
  createBiller({
    id: 50,
    name: 'Agua y Drenaje de Monterrey',
    type: 'Water',
    supportsPartialPayment: true,
    accountNumberDigits: '10',
    hoursToFulfill: 0,
  }),
  createBiller({
    id: 60,
    kind: 'partner',
    name: 'Financiera del Norte',
    type: 'Loan',
    canCheckBalance: false,
    requiresNameOnAccount: true,
    accountNumberDigits: '',
    hoursToFulfill: null,
  }),
  createBiller({ id: 70, name: 'Sin Moneda', currency: '' }),
];

/** Lets a fake till take bills: as much of main as the screens need, without its decisions. */
export function createFakeBills(fake: FakeTill): FakeBills {
  const orders = new Map<string, Order>();
  const paid = new Map<string, string>();
  const seen = new Set<string>();
  const payments: Payment[] = [];
  let paper: FakeBills['paper'] = { state: 'printed', reason: null };

  const bills: FakeBills = {
    billers: [...FAKE_BILLERS],
    departed: new Set(),
    favourites: new Set(),
    balance: (billerId, accountNumber) => ok(createBalance({ billerId, accountNumber })),
    warnings: [],
    fee: null,
    lookUp: () => ({}),
    get paper() {
      return paper;
    },
    set paper(now) {
      paper = now;
    },
    payments,
    newest: () => {
      const payment = payments[0];
      if (!payment) throw new Error('nothing was paid yet');
      return payment;
    },
    recordOutcome: (changes) => {
      change(bills.newest().id, changes);
    },
  };

  const biller = (id: number) => bills.billers.find((one) => one.id === id);
  const find = (id: string) => payments.find((one) => one.id === id);
  const change = (id: string, changes: Partial<Payment>): CallAnswer<'payments.get'> => {
    const at = payments.findIndex((one) => one.id === id);
    const before = payments[at];
    if (!before) return fail({ kind: 'not-found', what: 'payment' });
    const after: Payment = { ...before, ...changes };
    payments[at] = after;
    const isOpen = (one: Payment) => ['sending', 'unknown', 'unclear'].includes(one.state);
    fake.shop.status = { ...fake.shop.status, unresolved: payments.filter(isOpen).length };
    fake.emit('status.changed', fake.shop.status);
    fake.emit('payments.changed', { paymentId: id, payment: after });
    fake.emit('printing.changed', { jobId: null, paymentId: id });
    return ok(after);
  };
  const tapeOf = (payment: Payment, kind: string): CallOutput<'printing.copy'> =>
    createTape({
      jobId: `${kind}-${payment.id}`,
      paymentId: payment.id,
      kind,
      lines: createPaperLines(fake.shop.state.shopName, payment),
      createdAt: payment.createdAt,
      ...paper,
    });
  const setPaper = (paymentId: string | null, now: Pick<Tape, 'state' | 'reason'>) => {
    paper = now;
    fake.emit('printing.changed', { jobId: null, paymentId });
  };

  fake.answer('catalog.search', ({ text, kinds, limit }) =>
    ok(
      bills.billers
        .filter((one) => kinds.includes(one.kind))
        .map((one) => ({ one, at: one.name.toLowerCase().indexOf(text.toLowerCase()) }))
        .filter(({ at }) => at >= 0)
        .slice(0, limit)
        .map(({ one, at }) => ({
          biller: one,
          matches: text === '' ? [] : [[at, at + text.length] as [number, number]],
          uses: 0,
        })),
    ),
  );
  fake.answer('catalog.atHand', ({ kinds, limit }) =>
    ok(
      bills.billers
        .filter((one) => kinds.includes(one.kind) && bills.favourites.has(one.id))
        .slice(0, limit)
        .map((one) => ({ biller: one, isFavourite: true, uses: 0 })),
    ),
  );
  fake.answer('catalog.setFavourite', ({ billerId, isFavourite }) => {
    if (isFavourite) bills.favourites.add(billerId);
    else bills.favourites.delete(billerId);
    return ok({});
  });
  fake.answer('catalog.biller', ({ id }) => {
    const found = biller(id);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    return ok({
      biller: found,
      isListed: !bills.departed.has(id),
      isFavourite: bills.favourites.has(id),
    });
  });
  fake.answer('payments.checkAccount', ({ accountNumber }) =>
    ok({ accountNumber: accountNumber.replace(/\s/g, '') }),
  );
  fake.answer('payments.consult', (input) => bills.balance(input.billerId, input.accountNumber));
  fake.answer('payments.prepare', (input) => {
    const found = biller(input.billerId);
    if (!found) return fail({ kind: 'not-found', what: 'biller' });
    const due = bills.fee === null ? input.amount : add(input.amount, bills.fee);
    const order = createOrder({
      id: `order-${orders.size + 1}`,
      biller: found,
      accountNumber: input.accountNumber,
      nameOnAccount: input.nameOnAccount,
      amount: input.amount,
      amountInShopCurrency: input.amount,
      fee: bills.fee,
      due,
      warnings: [...bills.warnings],
    });
    orders.set(order.id, order);
    return ok(order);
  });
  fake.answer('payments.pay', ({ orderId, cash }) => {
    const order = orders.get(orderId);
    if (!order) return fail({ kind: 'not-found', what: 'order' });
    const earlier = find(paid.get(orderId) ?? '');
    if (earlier) return ok(earlier);
    const payment = createPayment({
      id: `payment-${payments.length + 1}`,
      orderId,
      billerId: order.biller.id,
      billerName: order.biller.name,
      accountNumber: order.accountNumber,
      accountShown: formatAccountNumber(order.biller, order.accountNumber),
      accountIs: getAccountKind(order.biller),
      amount: order.amount,
      fee: order.fee,
      due: order.due,
      cash,
      change: cash && subtract(cash, order.due),
    });
    paid.set(orderId, payment.id);
    payments.unshift(payment);
    return ok(payment);
  });
  fake.answer('payments.get', ({ paymentId }) => {
    const payment = find(paymentId);
    return payment ? ok(payment) : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('payments.inHand', () => ok(payments.find((one) => !seen.has(one.id)) ?? null));
  fake.answer('payments.seen', ({ paymentId }) => {
    seen.add(paymentId);
    return ok({});
  });
  fake.answer('payments.recent', ({ limit }) => ok(payments.slice(0, limit)));
  fake.answer('payments.unresolved', () =>
    ok(payments.filter((one) => ['sending', 'unknown', 'unclear'].includes(one.state))),
  );
  fake.answer('payments.lookUpNow', ({ paymentId }) => {
    const payment = find(paymentId);
    if (!payment) return fail({ kind: 'not-found', what: 'payment' });
    return change(paymentId, { lookUps: payment.lookUps + 1, ...bills.lookUp(payment) });
  });
  fake.answer('payments.sendAgain', ({ paymentId }) => {
    const payment = find(paymentId);
    if (!payment) return fail({ kind: 'not-found', what: 'payment' });
    return change(paymentId, {
      sends: payment.sends + 1,
      maySendAgain: false,
      ...bills.lookUp(payment),
    });
  });
  fake.answer('printing.tape', ({ paymentId }) => {
    const payment = find(paymentId);
    return ok(payment?.state === 'paid' ? tapeOf(payment, 'original') : null);
  });
  fake.answer('printing.job', ({ jobId }) => {
    const payment = bills.newest();
    if (!jobId.endsWith(payment.id)) return fail({ kind: 'not-found', what: 'print-job' });
    return ok(tapeOf(payment, jobId.slice(0, -payment.id.length - 1)));
  });
  fake.answer('printing.copy', ({ paymentId }) => {
    const payment = find(paymentId);
    return payment ? ok(tapeOf(payment, 'copy')) : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('printing.slip', ({ paymentId }) => {
    const payment = find(paymentId);
    return payment ? ok(tapeOf(payment, 'pending')) : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('printing.retry', () => {
    setPaper(bills.newest().id, { state: 'printed', reason: null });
    return ok(tapeOf(bills.newest(), 'original'));
  });
  fake.answer('printing.confirm', ({ cameOut }) => {
    setPaper(
      bills.newest().id,
      cameOut
        ? { state: 'printed', reason: null }
        : { state: 'failed', reason: 'cashier-saw-none' },
    );
    return ok(tapeOf(bills.newest(), 'original'));
  });
  return bills;
}

/** A balance that is not the usual one. */
export function createFakeBalance(amount: string | null, changes: Partial<Balance> = {}) {
  return ok(createBalance({ amount: amount === null ? null : mxn(amount), ...changes }));
}

function createPaperLines(shopName: string, payment: Payment): TapeLine[] {
  const line = (text: string, isTitle = false): TapeLine => ({
    kind: 'text',
    align: isTitle ? 'center' : 'left',
    runs: [{ text, bold: isTitle, double: isTitle ? 'both' : 'no', inverse: false }],
  });
  const pair = (name: string, value: string) => line(name + value.padStart(42 - name.length));
  return [
    line(shopName, true),
    line(''),
    line('-'.repeat(42)),
    pair('Servicio', payment.billerName),
    pair('Cuenta', `**** ${payment.accountNumber.slice(-4)}`),
    pair('Importe', `$ ${payment.amount.amount} ${payment.amount.currency}`),
    pair('Efectivo', `$ ${payment.cash?.amount ?? ''} ${payment.due.currency}`),
    pair('Cambio', `$ ${payment.change?.amount ?? ''} ${payment.due.currency}`),
    line('-'.repeat(42)),
    pair('Autorización', payment.authorization ?? ''),
    line(''),
    line(`Pago realizado exitosamente Auth: ${payment.authorization ?? ''}`),
    { kind: 'cut' },
  ];
}
