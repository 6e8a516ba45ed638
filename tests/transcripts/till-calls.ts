/** For each transcript the call of the till's client that sends it, and what the call returns. */
import { expect } from 'vitest';
import type { BillPaymentService, MoneyOperation } from '../../electron/service/index.ts';
import { createMoney } from '../../shared/money/index.ts';

export interface TillCall {
  call(client: BillPaymentService): Promise<unknown>;
  /** What the call returns. */
  readonly result: unknown;
  /** Other transcripts that answer the call's other requests, by name. */
  readonly beside?: readonly string[];
}

export const EXTERNAL_ID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
export const IDEMPOTENCY_KEY = '9b2d7a52-0c1e-4c3c-8a53-55b1a1a1f9d0';
export const BILL_ID = '8390';
export const TRANSACTION_ID = '48586';
const TEXT = 'Any text';

const CFE = {
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  currency: 'MXN',
};
const createAccount = (billerId: number, accountNumber: string) => ({
  ...CFE,
  billerId,
  accountNumber,
});
const INVALID_ACCOUNT = createAccount(40, '501000000004');
const UNKNOWN_ACCOUNT = createAccount(999_999_999, '1');
const mxn = (amount: string) => createMoney(amount, 'MXN');

const succeed = (value: unknown) => ({ ok: true, value });
const refuse = (httpStatus: number, code: string | null, message: string | null = TEXT) => ({
  ok: false,
  problem: { kind: 'service-refused', httpStatus, code, message },
});

const createRead = (
  call: TillCall['call'],
  result: unknown,
  beside: readonly string[] = [],
): TillCall => ({ call, result, beside });

const createSend = (operation: MoneyOperation, result: unknown): TillCall => ({
  call: (client) =>
    client.send(client.compose(operation), {
      idempotencyKey: IDEMPOTENCY_KEY,
      requestDate: client.getRequestDate(),
    }),
  result,
});

type PayOperation = Extract<MoneyOperation, { kind: 'pay' }>;
const createPay = (result: unknown, changes: Partial<PayOperation> = {}): TillCall =>
  createSend(
    {
      kind: 'pay',
      ...CFE,
      amount: mxn('549'),
      externalId: EXTERNAL_ID,
      posNumber: '07',
      billId: null,
      ...changes,
    },
    result,
  );
type CashOutOperation = Extract<MoneyOperation, { kind: 'cash-out' }>;
const createCashOut = (result: unknown, changes: Partial<CashOutOperation> = {}): TillCall =>
  createSend(
    {
      kind: 'cash-out',
      ...createAccount(20001, '1234567890123456'),
      amount: mxn('500'),
      externalId: EXTERNAL_ID,
      posNumber: '07',
      cashierId: 'ana',
      ...changes,
    },
    result,
  );
const createCancel = (result: unknown) =>
  createSend({ kind: 'cancel', transactionId: TRANSACTION_ID }, result);

const TRANSACTION = {
  id: TRANSACTION_ID,
  externalId: EXTERNAL_ID,
  billerId: 40,
  accountNumber: '501000000007',
  amount: '549.0',
  currency: 'MXN',
};
const TICKET_TEXT = 'Pago realizado exitosamente Auth: 1569455271';
/** What each wire format tells beside that. */
const V1_DETAILS = {
  createdAt: '2019-09-25T23:47:51.000Z',
  status: null,
  ticketText: TICKET_TEXT,
  fee: '3.0',
  earned: '7.5',
  hoursToFulfill: 0,
};
const V3_DETAILS = {
  ...V1_DETAILS,
  createdAt: '2019-02-20T18:04:02.000Z',
  status: 'fulfilled',
  earned: null,
};
const BARE_DETAILS = {
  createdAt: '2019-02-20T18:04:02.000Z',
  status: null,
  ticketText: null,
  fee: null,
  earned: null,
  hoursToFulfill: null,
};
const confirm = (transaction: unknown) => ({ kind: 'done', transaction });
const refusePayment = (httpStatus: number, code: string | null, message = TEXT) => ({
  kind: 'refused',
  httpStatus,
  code,
  message,
  retryAfterSeconds: httpStatus === 429 ? 30 : null,
});
const leaveOpen = (reason: string, httpStatus: number) => ({ kind: 'unknown', reason, httpStatus });

const ACCOUNT = succeed({
  name: 'Abarrotes Lupita',
  balance: { amount: '86944.26', currency: 'MXN' },
  minimumBalance: { amount: expect.stringMatching(/^0\.0+$/), currency: 'MXN' },
});
/** An account without a currency has that of the version. */
const ACCOUNT_BARE = succeed({
  name: 'Abarrotes Lupita',
  balance: { amount: '86944.26', currency: expect.stringMatching(/^(MXN|COP)$/) },
});
const RATES = succeed({ GBP: '0.7892', MXN: '20.2181', RD: '45.3925' });
const CONSULT = succeed({
  amount: mxn('549'),
  nameOnAccount: null,
  dueDate: null,
  invoiceNumber: null,
  fee: '3.0',
  amountInChainCurrency: '549.0',
  billId: null,
});
const CONSULT_BARE = succeed({ amount: mxn('549'), fee: null, billId: null });
const CHECK = {
  receivedAmount: '1800.0',
  bonusAmount: '0.0',
  totalAmount: '1800.0',
  currency: 'MXN',
  promotions: [],
};
const BILL = {
  id: BILL_ID,
  billerId: 40,
  accountNumber: '501000000007',
  nameOnAccount: null,
  dueDate: null,
  balance: mxn('549'),
  balanceUpdatedAt: '2019-02-15T00:13:46.000Z',
  status: 'linked',
  errorCode: null,
  errorMessage: null,
  hasExtraData: true,
};
const UTILITIES = [
  {
    id: 8925,
    kind: 'utility',
    name: 'Agua Clara',
    country: 'US',
    currency: 'USD',
    type: 'Utility',
    billType: 'account_number',
    canCheckBalance: false,
    supportsPartialPayment: true,
    requiresNameOnAccount: false,
    hasExtraData: false,
    accountNumberDigits: '7..15',
    mask: '',
    hoursToFulfill: 72,
    amounts: { kind: 'any' },
  },
  {
    id: 35,
    currency: 'MXN',
    billType: 'bar_code',
    canCheckBalance: true,
    accountNumberDigits: '',
    mask: '999 999 999 999',
    hoursToFulfill: null,
  },
];
const TWO_PAGES = succeed([...UTILITIES, { id: 8926 }, { id: 36 }]);
const TOP_UPS = succeed([
  { id: 13599, kind: 'top-up', amounts: { kind: 'list', amounts: ['10.00', '20.00'] } },
  { id: 13600, mask: '', amounts: { kind: 'range', least: '1.00', most: '75.00' } },
  { id: 13601, amounts: { kind: 'any' } },
]);
const GIFT_CARDS = succeed([
  { id: 15000, kind: 'gift-card', amounts: { kind: 'list', amounts: ['150.00'] } },
]);
const PARTNERS = succeed([
  { id: 20001, kind: 'partner', supportsPartialPayment: true },
  { id: 20002 },
]);
const EMPTY = { kind: 'empty', time: { kind: 'agreed' } };

/** The calls that both wire formats have, with the rows of one of them. */
const createSharedCalls = (prefix: 'v1' | 'v3', row: unknown): Record<string, TillCall> => {
  const utilities: TillCall['call'] = (client) => client.readBillers('utility');
  const lookUp: TillCall['call'] = (client) => client.lookUp(EXTERNAL_ID);
  const readAccount: TillCall['call'] = (client) => client.readAccount();
  const foundRow = { kind: 'found', rows: [row], time: { kind: 'agreed' } };
  const page = { page: 1, unreadableCount: 0, totalPages: 1, totalEntries: 1, hasNext: false };
  const calls: Record<string, TillCall> = {
    account: createRead(readAccount, ACCOUNT),
    'account-bare': createRead(readAccount, ACCOUNT_BARE),
    rates: createRead((client) => client.readExchangeRates(), RATES),
    utilities: createRead(utilities, succeed(UTILITIES)),
    'utilities-page-1': createRead(utilities, TWO_PAGES, [`${prefix}-utilities-page-2`]),
    'utilities-page-2': createRead(utilities, TWO_PAGES, [`${prefix}-utilities-page-1`]),
    topups: createRead((client) => client.readBillers('top-up'), TOP_UPS),
    'gift-cards': createRead((client) => client.readBillers('gift-card'), GIFT_CARDS),
    partners: createRead((client) => client.readBillers('partner'), PARTNERS),
    'look-up': createRead(lookUp, foundRow),
    'look-up-empty': createRead(lookUp, EMPTY),
    'look-up-without-id': createRead(lookUp, {
      kind: 'without-id',
      rows: [{ id: TRANSACTION_ID, externalId: null, amount: '549.0' }],
      isFilterIgnored: false,
    }),
    'look-up-by-id': createRead((client) => client.lookUpTransaction(TRANSACTION_ID), foundRow),
    transactions: createRead(
      (client) => client.listTransactions(1),
      succeed({ ...page, transactions: [row] }),
    ),
    'transactions-past-end': createRead(
      (client) => client.listTransactions(2),
      succeed({ ...page, page: 2, transactions: [] }),
    ),
    unauthorized: createRead(readAccount, { ok: false, problem: { kind: 'keys-refused' } }),
    'rate-limited': createRead(readAccount, refuse(429, null)),
    'server-error': createRead(readAccount, refuse(500, null)),
    unavailable: createRead(readAccount, refuse(503, null, null)),
    'cash-out-refused': createCashOut(refusePayment(422, 'R124'), CFE),
    'cash-out-limit': createCashOut(refusePayment(422, 'R126'), {
      accountNumber: '9999999999999126',
    }),
  };
  return addPrefix(prefix, calls);
};

/** The payment of a walk-in customer, which v3.3 does not have. */
const createWalkInCalls = (
  prefix: 'v1' | 'v3-single',
  details: Readonly<Record<string, unknown>>,
): Record<string, TillCall> => {
  const consult = (account: typeof CFE, result: unknown) =>
    createRead((client) => client.consult(account), result);
  const isV3 = prefix === 'v3-single';
  const topUp = { billerId: 13599, accountNumber: '5599999999' };
  const named = { billerId: 1781, accountNumber: '4111111111' };
  const small = { ...createAccount(35, '125551234568'), amount: mxn('0.01') };
  const calls: Record<string, TillCall> = {
    consult: consult(CFE, CONSULT),
    'consult-bare': consult(CFE, CONSULT_BARE),
    'consult-refused': consult(INVALID_ACCOUNT, refuse(422, 'R2', 'Invalid Account Number')),
    'consult-unknown-biller': consult(UNKNOWN_ACCOUNT, refuse(404, null, "Couldn't find company")),
    pay: createPay(confirm({ ...TRANSACTION, ...details })),
    'pay-bare': createPay(confirm({ ...TRANSACTION, ...BARE_DETAILS })),
    'pay-name': createPay(
      confirm({ ...TRANSACTION, ...details, ...named, ...(isV3 ? { status: 'sent' } : {}) }),
      { ...named, nameOnAccount: 'Ana Núñez' },
    ),
    'pay-topup': createPay(confirm({ ...TRANSACTION, ...details, ...topUp, amount: '100.0' }), {
      ...topUp,
      amount: mxn('100'),
    }),
    'pay-refused': createPay(refusePayment(422, 'R24'), createAccount(37, '2424240024')),
    'pay-repeated': createPay(confirm({ ...TRANSACTION, ...details })),
    'pay-staging': createPay(refusePayment(422, 'R24')),
    'pay-new-code': createPay(refusePayment(422, 'R987')),
    'pay-duplicate': createPay(refusePayment(422, 'R36')),
    'pay-used-id': createPay(refusePayment(422, 'R49')),
    'pay-invalid': createPay(
      refusePayment(400, 'R102', 'Parameter amount cannot be less than 0.1: amount'),
      small,
    ),
    'pay-unauthorized': createPay(refusePayment(401, null, 'Unauthorized')),
    'pay-rate-limited': createPay(refusePayment(429, null)),
    'pay-server-error': createPay(leaveOpen('server-error', 500)),
    'pay-unavailable': createPay(leaveOpen('server-error', 503)),
    'pay-html': createPay(leaveOpen('unreadable-answer', 200)),
  };
  return addPrefix(prefix, calls);
};

function addPrefix(prefix: string, calls: Record<string, TillCall>): Record<string, TillCall> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [`${prefix}-${name}`, call]),
  );
}

const CASH_OUT = {
  ...TRANSACTION,
  billerId: 20001,
  accountNumber: '1234567890123456',
  amount: '500.0',
  ticketText: 'Retiro de efectivo.\nConserve este comprobante.',
};
const COLOMBIAN_ACCOUNT = { billerId: 20003, accountNumber: '12345678901' };

const DRP = { billerId: 5501, accountNumber: '501234567890' };

const V1_CALLS: Record<string, TillCall> = {
  ...createSharedCalls('v1', {
    ...TRANSACTION,
    ...V1_DETAILS,
    status: 'fulfilled',
    ticketText: null,
  }),
  ...createWalkInCalls('v1', V1_DETAILS),
  'v1-consult-null': createRead(
    (client) => client.consult(createAccount(5985, '1111322016')),
    succeed({ amount: null, fee: null }),
  ),
  'v1-check': createRead(
    (client) => client.checkTopUp(createAccount(13599, '5599999999'), mxn('100')),
    succeed(CHECK),
  ),
  'v1-check-bare': createRead(
    (client) => client.checkTopUp(createAccount(13599, '5599999999'), mxn('100')),
    succeed({ ...CHECK, totalAmount: null }),
  ),
  'v1-cash-out': createCashOut(confirm({ ...V1_DETAILS, ...CASH_OUT })),
  'v1-cash-out-bare': createCashOut(confirm({ ...BARE_DETAILS, ...CASH_OUT })),
  'v1-cancel': createCancel(confirm(null)),
  'v1-cancel-unsupported': createCancel(refusePayment(422, 'R26')),
  'v1-cancel-repeated': createCancel(refusePayment(422, 'R103')),
  'v1-cancel-transaction': createCancel(
    confirm({ ...TRANSACTION, ...V1_DETAILS, status: 'refunded', ticketText: null }),
  ),
  'v1-pay-drp': createPay(confirm({ ...TRANSACTION, ...V1_DETAILS, ...DRP, amount: '12.34' }), {
    ...DRP,
    amount: mxn('12.34'),
  }),
  'v1-utilities-singular': createRead(
    (client) => client.readBillers('utility'),
    succeed([{ id: 8925, canCheckBalance: false, supportsPartialPayment: true, currency: '' }]),
  ),
  'v1-cancel-unknown': createCancel(refusePayment(422, 'R23')),
};

const createBillCall = (account: typeof CFE, result: unknown) =>
  createRead((client) => client.createBill(account), result);
const V3_CALLS: Record<string, TillCall> = {
  ...createSharedCalls('v3', { ...TRANSACTION, ...V3_DETAILS, ticketText: null }),
  ...createWalkInCalls('v3-single', V3_DETAILS),
  // Whether such a status proves the payment is decided by the reader of the answer.
  'v3-single-pay-new-status': createPay(
    confirm({ ...TRANSACTION, ...V3_DETAILS, status: 'queued' }),
  ),
  'v3-bill-pay': createPay(confirm({ ...TRANSACTION, ...V3_DETAILS }), { billId: BILL_ID }),
  'v3-bill-pay-bare': createPay(confirm({ ...TRANSACTION, ...BARE_DETAILS }), { billId: BILL_ID }),
  'v3-bill-pay-refused': createPay(refusePayment(422, 'R11'), {
    billId: BILL_ID,
    amount: mxn('500'),
  }),
  'v3-bill-pay-unknown': createPay(refusePayment(404, null), { billId: BILL_ID }),
  'v3-cash-out': createCashOut(confirm({ ...V3_DETAILS, ...CASH_OUT })),
  'v3-cash-out-bare': createCashOut(confirm({ ...BARE_DETAILS, ...CASH_OUT })),
  'v3.co-cash-out': createCashOut(
    confirm({ ...CASH_OUT, ...COLOMBIAN_ACCOUNT, amount: '50000.0', currency: 'COP' }),
    { ...COLOMBIAN_ACCOUNT, amount: createMoney('50000', 'COP') },
  ),
  'v3-bill-create': createBillCall(CFE, succeed(BILL)),
  'v3-bill-create-bare': createBillCall(CFE, succeed({ ...BILL, balanceUpdatedAt: null })),
  'v3-bill-create-null': createBillCall(
    createAccount(5985, '1111322016'),
    succeed({ id: BILL_ID, balance: null, hasExtraData: false }),
  ),
  'v3-bill-create-without-balance': createBillCall(
    createAccount(20001, '1234567890123456'),
    succeed({ id: BILL_ID, balance: null }),
  ),
  'v3-bill-create-refused': createBillCall(INVALID_ACCOUNT, {
    ...refuse(422, 'R2', 'Invalid Account Number'),
    failedBill: { id: BILL_ID },
  }),
  'v3-bill-create-unknown-biller': createBillCall(
    UNKNOWN_ACCOUNT,
    refuse(404, null, "Couldn't find company"),
  ),
  'v3-bills': createRead(
    (client) => client.listBills(1),
    succeed({
      page: 1,
      totalPages: 1,
      totalBills: 2,
      hasNext: false,
      bills: [
        BILL,
        {
          id: '8391',
          status: 'failed',
          balance: null,
          errorCode: 'R2',
          errorMessage: 'Invalid Account Number',
        },
      ],
    }),
  ),
  'v3-bills-empty': createRead(
    (client) => client.listBills(1),
    succeed({ bills: [], totalBills: 0, hasNext: false }),
  ),
  'v3-bill-create-201': createBillCall(CFE, succeed(BILL)),
  'v3-bill-text-id': createRead((client) => client.getBill(BILL_ID), succeed(BILL)),
  'v3-bill-fetching': createRead(
    (client) => client.getBill(BILL_ID),
    succeed({ ...BILL, status: 'fetching', balance: null }),
  ),
  'v3-bill': createRead((client) => client.getBill(BILL_ID), succeed(BILL)),
  'v3-bill-unknown': createRead((client) => client.getBill(BILL_ID), refuse(404, null)),
  'v3-forbidden': createRead((client) => client.getBill(BILL_ID), refuse(403, null)),
  'v3-bill-extra-data': createRead(
    (client) => client.readExtraData(BILL_ID),
    succeed({ bill: BILL, extra: { tariff: '01' } }),
  ),
  'v3-bill-refresh': createRead((client) => client.refreshBill(BILL_ID), succeed(BILL)),
  'v3-bill-refresh-unsupported': createRead(
    (client) => client.refreshBill(BILL_ID),
    refuse(422, 'R101'),
  ),
  'v3-bill-delete': createRead(
    (client) => client.deleteBill(BILL_ID),
    succeed({ isGone: true, bill: BILL }),
  ),
  'v3-bill-delete-repeated': createRead(
    (client) => client.deleteBill(BILL_ID),
    succeed({ isGone: true, bill: null }),
  ),
};
/** By the name of the transcript. */
export const TILL_CALLS: Record<string, TillCall> = { ...V1_CALLS, ...V3_CALLS };
