import type { EnvironmentName } from '../../shared/contract/index.ts';
import { writePng } from '../../tests/support/virtual-printer/index.ts';
import {
  buildPaymentReceipt,
  buildTestReceipt,
  type PaperKind,
  type Receipt,
  type ReceiptFacts,
  type ReceiptSettings,
} from './papers/index.ts';

/** A sample of a paper of the till. All samples of payments have the same payment data. */
export interface SampleReceipt {
  readonly name: string;
  /** Production if missing. */
  readonly environment?: EnvironmentName;
  readonly receipt: (settings: ReceiptSettings) => Receipt;
}

const AT = '2026-01-15T16:42:07.000Z';
const COPIED_AT = '2026-01-16T00:05:30.000Z';

const BILL: ReceiptFacts = {
  kind: 'bill',
  state: 'paid',
  resolvedBy: 'answer',
  code: null,
  message: null,
  seenAt: null,
  createdAt: AT,
  externalId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  authorization: '1569455271',
  isTicketCut: false,
  ticketText: 'CFE  Suministro Básico\n\n  Pago realizado: $549.00\n  Auth:   1569455271\n',
  refundFoundAt: null,
  billerName: 'Comisión Federal de Electricidad',
  accountNumber: '501000000007',
  accountShown: '501000000007',
  accountKind: 'account',
  nameOnAccount: 'María Peña Ibáñez',
  amount: '549.00',
  currency: 'MXN',
  amountInShopCurrency: '549.00',
  fee: '10.00',
  amountDue: '559.00',
  cash: '600.00',
  change: '41.00',
  shopCurrency: 'MXN',
  rate: null,
  cashierName: 'Ana',
  posNumber: '07',
  basket: null,
  cancelledPayment: null,
};

const PAYMENT_CHANGES = {
  'top-up': {
    kind: 'top-up',
    billerName: 'Telcel',
    accountNumber: '5512345678',
    accountShown: '5512345678',
    accountKind: 'mobile',
    nameOnAccount: null,
    amount: '100.00',
    amountInShopCurrency: '100.00',
    fee: null,
    amountDue: '100.00',
    cash: '100.00',
    change: '0.00',
    ticketText: 'Recarga Telcel $100\nFolio 48586\nVigencia 30 días\n',
    authorization: '48586',
  },
  'gift-card': {
    kind: 'gift-card',
    billerName: 'Xbox',
    accountNumber: '5512345678',
    accountShown: '5512345678',
    accountKind: 'mobile',
    nameOnAccount: null,
    amount: '300.00',
    amountInShopCurrency: '300.00',
    fee: null,
    amountDue: '300.00',
    cash: '500.00',
    change: '200.00',
    ticketText: 'Su código:\n\n   XKCD-2347-ABCD-0001\n\nCanjéelo en xbox.com\n',
    authorization: '48587',
  },
  foreign: {
    billerName: 'Claro Móvil',
    accountNumber: '71234567',
    accountShown: '71234567',
    accountKind: 'phone',
    nameOnAccount: null,
    amount: '20.00',
    currency: 'USD',
    amountInShopCurrency: '367.90',
    fee: null,
    amountDue: '367.90',
    cash: '400.00',
    change: '32.10',
    rate: JSON.stringify({ from: '1', to: '18.395', fetchedAt: '2026-01-15T12:05:00.000Z' }),
    ticketText: 'Claro “Móvil” – ₡10.450\n領収書 Ευχαριστώ\n',
    authorization: '48588',
  },
  'cash-out': {
    kind: 'cash-out',
    billerName: 'Retiro sin tarjeta',
    accountNumber: '4152313412341234',
    accountShown: '4152313412341234',
    nameOnAccount: null,
    amount: '1500.00',
    amountInShopCurrency: '1500.00',
    fee: null,
    amountDue: '1500.00',
    cash: null,
    change: null,
    ticketText: 'RETIRO DE EFECTIVO\nMonto: $1,500.00\nFolio: 48589\n',
    authorization: '48589',
  },
} as const satisfies Readonly<Record<string, Partial<ReceiptFacts>>>;

const CANCEL = {
  kind: 'cancel',
  fee: null,
  cash: null,
  change: null,
  due: '559.00',
  ticketText: null,
  authorization: '48590',
  externalId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  cancelledPayment: { authorization: BILL.authorization, externalId: BILL.externalId },
} as const;

const NOT_PERFORMED = { authorization: null, ticketText: null, resolvedBy: 'answer' } as const;

/** Refused with the wording that the banking regulation requires. */
export const REFUSED_CASH_OUT: Partial<ReceiptFacts> = {
  ...PAYMENT_CHANGES['cash-out'],
  ...NOT_PERFORMED,
  state: 'rejected',
  code: 'R126',
  message:
    'Transacción no realizada, excede el límite permitido. Favor de acudir a una sucursal bancaria.',
};

export function createSample(
  name: string,
  kind: Exclude<PaperKind, 'test'>,
  changes: Partial<ReceiptFacts> = {},
): SampleReceipt {
  const facts = { ...BILL, ...changes };
  return { name, receipt: (settings) => buildPaymentReceipt(facts, kind, settings, COPIED_AT) };
}

/** One sample of every kind of paper that a till prints. */
export const SAMPLES: readonly SampleReceipt[] = [
  createSample('bill', 'original'),
  createSample('bill-in-dollars', 'original', PAYMENT_CHANGES.foreign),
  createSample('top-up', 'original', PAYMENT_CHANGES['top-up']),
  createSample('gift-card', 'original', PAYMENT_CHANGES['gift-card']),
  createSample('cash-out', 'original', PAYMENT_CHANGES['cash-out']),
  createSample('cancel', 'original', CANCEL),
  createSample('failed-cash-out', 'failed', REFUSED_CASH_OUT),
  createSample('unresolved', 'pending', { ...NOT_PERFORMED, state: 'unknown', resolvedBy: null }),
  createSample('not-performed', 'failed', { ...NOT_PERFORMED, state: 'not-performed' }),
  createSample('confirmed-later', 'original', { resolvedBy: 'look-up', ticketText: null }),
  createSample('copy', 'copy'),
  createSample('shop-copy', 'shop-copy'),
  { name: 'test-print', receipt: (settings) => buildTestReceipt(settings, AT) },
  { ...createSample('training', 'original'), environment: 'training' },
  { ...createSample('sandbox', 'original'), environment: 'sandbox' },
];

/** A PNG as Base64: a sun over a hill with a shaded sky, rendered here to be always the same. */
export function createSampleLogo(): string {
  const [width, height] = [320, 120];
  const tones = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isSun = (x - 160) ** 2 + (y - 62) ** 2 < 40 ** 2;
      const isHill = y > 86 + ((x - 160) / 26) ** 2;
      tones[y * width + x] = isHill ? 0 : isSun ? 120 : 255 - Math.max(0, 60 - y);
    }
  }
  return writePng(width, height, tones).toString('base64');
}
