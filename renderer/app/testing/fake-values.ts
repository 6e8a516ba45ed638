import type {
  Balance,
  Basket,
  Biller,
  CashState,
  Order,
  Payment,
  Tape,
} from '../../../shared/contract/index.ts';

/** Billers, orders and payments for the tests of the page. Amounts in MXN, times in UTC. */

export const mxn = (amount: string) => ({ amount, currency: 'MXN' });

export function createBiller(changes: Partial<Biller> = {}): Biller {
  return {
    id: 40,
    kind: 'utility',
    name: 'CFE',
    country: 'MX',
    currency: 'MXN',
    type: 'Electricity',
    billType: 'account_number',
    canCheckBalance: true,
    supportsPartialPayment: false,
    requiresNameOnAccount: false,
    hasExtraData: false,
    accountNumberDigits: '12',
    mask: '',
    hoursToFulfill: 24,
    amounts: { kind: 'any' },
    ...changes,
  };
}

export function createBalance(changes: Partial<Balance> = {}): Balance {
  return {
    id: 'balance-1',
    billerId: 40,
    accountNumber: '501000000007',
    amount: mxn('549.00'),
    nameOnAccount: null,
    dueDate: null,
    amountInShopCurrency: null,
    serviceFee: null,
    ...changes,
  };
}

export function createOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    kind: 'bill',
    biller: createBiller(),
    accountNumber: '501000000007',
    nameOnAccount: null,
    amount: mxn('549.00'),
    fee: null,
    amountInShopCurrency: mxn('549.00'),
    due: mxn('549.00'),
    isDrp: false,
    rate: null,
    isFeeUnnamed: false,
    feeInOtherCurrency: null,
    remains: null,
    warnings: [],
    ...changes,
  };
}

export function createPayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: 'payment-1',
    orderId: 'order-1',
    kind: 'bill',
    state: 'sending',
    createdAt: '2026-03-02T16:42:10Z',
    resolvedAt: null,
    billerId: 40,
    billerName: 'CFE',
    accountNumber: '501000000007',
    accountShown: '501000000007',
    accountIs: 'account',
    amount: mxn('549.00'),
    fee: null,
    due: mxn('549.00'),
    cash: mxn('600.00'),
    change: mxn('51.00'),
    cashierId: 'ana',
    cashierName: 'Ana',
    posNumber: 'Caja 07',
    externalId: '3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001',
    authorization: null,
    hasTicketText: false,
    serviceStatus: null,
    code: null,
    message: null,
    httpStatus: null,
    isNotSent: false,
    retryAfterSeconds: null,
    unknownBecause: null,
    sends: 1,
    lookUps: 0,
    lastLookUpAt: null,
    nextLookUpAt: null,
    certainAt: null,
    canResend: false,
    canCloseByHand: false,
    canCancel: false,
    cancels: null,
    cancelledBy: null,
    isDrp: false,
    refund: null,
    watchedUntil: null,
    handOver: 'none',
    toConfirm: 'none',
    basket: null,
    paper: 'none',
    ...changes,
  };
}

/**
 * A basket of Ana's two items of 100 and 200, with 500 tendered. `payments` are those of its items
 * in order, or null.
 */
export function createBasket(
  payments: readonly (Payment | null)[],
  changes: Partial<Basket> = {},
): Basket {
  const sums = ['100.00', '200.00', '300.00'];
  return {
    id: 'basket-1',
    number: 7,
    state: 'waiting',
    cashierId: 'ana',
    cashierName: 'Ana',
    createdAt: '2026-03-14T15:00:00Z',
    items: payments.map((payment, index) => ({
      number: index + 1,
      orderId: `order-${index + 1}`,
      kind: 'bill',
      billerId: 40,
      billerName: 'CFE',
      savedBillId: null,
      accountNumber: `50100000000${index}`,
      accountShown: `50100000000${index}`,
      accountIs: 'account',
      nameOnAccount: null,
      amount: mxn(sums[index] ?? '1.00'),
      fee: null,
      due: mxn(sums[index] ?? '1.00'),
      payment,
    })),
    due: mxn('300.00'),
    cash: mxn('500.00'),
    shares: {
      paid: mxn('0.00'),
      refused: mxn('0.00'),
      unknown: mxn('100.00'),
      notSent: mxn('200.00'),
      over: mxn('200.00'),
    },
    giveBack: null,
    canContinue: true,
    isStopped: false,
    isRestored: false,
    stoppedBy: null,
    ...changes,
  };
}

export function createCashState(changes: Partial<CashState> = {}): CashState {
  return {
    shifts: 'automatic',
    drawers: 'shared',
    currency: 'MXN',
    denominations: [{ currency: 'MXN', values: ['500', '100', '0.50'] }],
    shift: null,
    others: [],
    hasDrawer: true,
    isDropDue: false,
    ...changes,
  };
}

/** A printed paper that belongs to no payment. */
export function createTape(changes: Partial<Tape> = {}): Tape {
  return {
    jobId: 'job-1',
    paymentId: null,
    kind: 'original',
    columns: 42,
    lines: [],
    state: 'printed',
    reason: null,
    ticketText: 'exact',
    isWithheld: false,
    codeText: null,
    isTicketCut: false,
    isDrawerKept: false,
    isOnScreen: false,
    sentShare: null,
    about: null,
    ways: [],
    canShowWhatsAppCode: false,
    given: [],
    createdAt: '2026-03-14T16:00:00Z',
    ...changes,
  };
}
