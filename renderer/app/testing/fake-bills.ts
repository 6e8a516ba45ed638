import {
  type Balance,
  type Biller,
  type CallOutput,
  fail,
  type Order,
  type OrderWarning,
  ok,
  type Payment,
  type Tape,
  type TapeLine,
  type TillCallResult,
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

/** The state of the fake till's bills, which a test may change. */
export interface FakeBills {
  billers: Biller[];
  departed: Set<number>;
  favourites: Set<number>;
  balance: (billerId: number, accountNumber: string) => TillCallResult<'payments.consult'>;
  warnings: readonly OrderWarning[];
  fee: Money | null;
  /** The changes by a look-up or by sending again; empty if there is no new information. */
  lookUp: (payment: Payment) => Partial<Payment>;
  paper: Pick<Tape, 'state' | 'reason'> &
    Partial<
      Pick<Tape, 'sentShare' | 'ways' | 'canShowWhatsAppCode' | 'given' | 'isOnScreen' | 'codeText'>
    >;
  /** Delays the answer about the paper of a payment. */
  beforeTape: () => Promise<void>;
  readonly payments: Payment[];
  /** The newest payment in its current state. */
  readonly newest: () => Payment;
  /** Changes the newest payment and emits the event. */
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

/** Adds bill payments to a fake till: as much of main as the screens need, without its rules. */
export function createFakeBills(fake: FakeTill): FakeBills {
  const orders = new Map<string, Order>();
  const paymentIdByOrder = new Map<string, string>();
  const seenPaymentIds = new Set<string>();
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
    set paper(newPaper) {
      paper = newPaper;
    },
    beforeTape: async () => {},
    payments,
    newest: () => {
      const payment = payments[0];
      if (!payment) throw new Error('nothing was paid yet');
      return payment;
    },
    recordOutcome: (changes) => {
      updatePayment(bills.newest().id, changes);
    },
  };

  const findBiller = (id: number) => bills.billers.find((biller) => biller.id === id);
  const findPayment = (id: string) => payments.find((payment) => payment.id === id);
  const updatePayment = (id: string, changes: Partial<Payment>): TillCallResult<'payments.get'> => {
    const index = payments.findIndex((payment) => payment.id === id);
    const previous = payments[index];
    if (!previous) return fail({ kind: 'not-found', what: 'payment' });
    const updated: Payment = { ...previous, ...changes };
    payments[index] = updated;
    fake.shop.status = { ...fake.shop.status, unresolved: payments.filter(isPending).length };
    fake.emit('status.changed', fake.shop.status);
    fake.emit('payments.changed', { paymentId: id, payment: updated });
    fake.emit('printing.changed', { jobId: null, paymentId: id });
    return ok(updated);
  };
  const createPaymentTape = (payment: Payment, kind: string): CallOutput<'printing.printCopy'> =>
    createTape({
      jobId: `${kind}-${payment.id}`,
      paymentId: payment.id,
      kind,
      lines: createPaperLines(fake.shop.state.shopName, payment),
      createdAt: payment.createdAt,
      ...paper,
    });
  const setPaper = (paymentId: string | null, newPaper: Pick<Tape, 'state' | 'reason'>) => {
    paper = newPaper;
    fake.emit('printing.changed', { jobId: null, paymentId });
  };

  fake.answer('catalog.search', ({ text, kinds, limit }) =>
    ok(
      bills.billers
        .filter((biller) => kinds.includes(biller.kind))
        .map((biller) => ({
          biller,
          at: biller.name.toLowerCase().indexOf(text.toLowerCase()),
        }))
        .filter(({ at }) => at >= 0)
        .slice(0, limit)
        .map(({ biller, at }) => ({
          biller,
          matches: text === '' ? [] : [[at, at + text.length] as [number, number]],
          uses: 0,
        })),
    ),
  );
  fake.answer('catalog.suggested', ({ kinds, limit }) =>
    ok(
      bills.billers
        .filter((biller) => kinds.includes(biller.kind) && bills.favourites.has(biller.id))
        .slice(0, limit)
        .map((biller) => ({ biller, isFavourite: true, uses: 0 })),
    ),
  );
  fake.answer('catalog.setFavourite', ({ billerId, isFavourite }) => {
    if (isFavourite) bills.favourites.add(billerId);
    else bills.favourites.delete(billerId);
    return ok({});
  });
  fake.answer('catalog.biller', ({ id }) => {
    const biller = findBiller(id);
    if (!biller) return fail({ kind: 'not-found', what: 'biller' });
    return ok({
      biller: biller,
      isListed: !bills.departed.has(id),
      isFavourite: bills.favourites.has(id),
    });
  });
  fake.answer('payments.checkAccount', ({ accountNumber }) =>
    ok({ accountNumber: accountNumber.replace(/\s/g, '') }),
  );
  fake.answer('payments.consult', (input) => bills.balance(input.billerId, input.accountNumber));
  fake.answer('payments.prepare', (input) => {
    const biller = findBiller(input.billerId);
    if (!biller) return fail({ kind: 'not-found', what: 'biller' });
    const due = bills.fee === null ? input.amount : add(input.amount, bills.fee);
    const order = createOrder({
      id: `order-${orders.size + 1}`,
      biller: biller,
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
    const earlier = findPayment(paymentIdByOrder.get(orderId) ?? '');
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
    paymentIdByOrder.set(orderId, payment.id);
    payments.unshift(payment);
    return ok(payment);
  });
  fake.answer('payments.get', ({ paymentId }) => {
    const payment = findPayment(paymentId);
    return payment ? ok(payment) : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('payments.current', () =>
    ok(payments.find((payment) => !seenPaymentIds.has(payment.id)) ?? null),
  );
  fake.answer('payments.acknowledge', ({ paymentId, state }) => {
    if (state !== 'sending') seenPaymentIds.add(paymentId);
    return ok({});
  });
  fake.answer('payments.confirm', ({ paymentId }) => {
    seenPaymentIds.add(paymentId);
    return updatePayment(paymentId, { toConfirm: 'none' });
  });
  fake.answer('payments.recent', ({ limit }) => ok(payments.slice(0, limit)));
  fake.answer('payments.unresolved', () => ok(payments.filter(isPending)));
  fake.answer('payments.lookUpNow', ({ paymentId }) => {
    const payment = findPayment(paymentId);
    if (!payment) return fail({ kind: 'not-found', what: 'payment' });
    return updatePayment(paymentId, { lookUps: payment.lookUps + 1, ...bills.lookUp(payment) });
  });
  fake.answer('payments.sendAgain', ({ paymentId }) => {
    const payment = findPayment(paymentId);
    if (!payment) return fail({ kind: 'not-found', what: 'payment' });
    return updatePayment(paymentId, {
      sends: payment.sends + 1,
      canResend: false,
      ...bills.lookUp(payment),
    });
  });
  fake.answer('printing.tape', async ({ paymentId }) => {
    await bills.beforeTape();
    const payment = findPayment(paymentId);
    return ok(payment?.state === 'paid' ? createPaymentTape(payment, 'original') : null);
  });
  fake.answer('printing.job', ({ jobId }) => {
    const payment = bills.newest();
    if (!jobId.endsWith(payment.id)) return fail({ kind: 'not-found', what: 'print-job' });
    return ok(createPaymentTape(payment, jobId.slice(0, -payment.id.length - 1)));
  });
  fake.answer('printing.printCopy', ({ paymentId }) => {
    const payment = findPayment(paymentId);
    return payment
      ? ok(createPaymentTape(payment, 'copy'))
      : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('printing.printSlip', ({ paymentId }) => {
    const payment = findPayment(paymentId);
    return payment
      ? ok(createPaymentTape(payment, 'pending'))
      : fail({ kind: 'not-found', what: 'payment' });
  });
  fake.answer('printing.retry', () => {
    setPaper(bills.newest().id, { state: 'printed', reason: null });
    return ok(createPaymentTape(bills.newest(), 'original'));
  });
  fake.answer('printing.confirm', ({ cameOut }) => {
    setPaper(
      bills.newest().id,
      cameOut
        ? { state: 'printed', reason: null }
        : { state: 'failed', reason: 'cashier-saw-none' },
    );
    return ok(createPaymentTape(bills.newest(), 'original'));
  });
  return bills;
}

/** A balance that differs from the default. */
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

function isPending({ state, toConfirm }: Payment): boolean {
  return toConfirm !== 'none' || ['sending', 'unknown', 'unclear'].includes(state);
}
