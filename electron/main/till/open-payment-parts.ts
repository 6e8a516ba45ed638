import type { Language } from '../../../shared/contract/index.ts';
import { createEarningsReports, type EarningsReports } from '../../back-office/earnings/index.ts';
import { createHistory, type History } from '../../back-office/history/index.ts';
import { type Bills, createBills } from '../../counter/bills/index.ts';
import { type Cash, createCash } from '../../counter/cash/index.ts';
import { type Catalog, createCatalog } from '../../counter/catalog/index.ts';
import { type Customers, createCustomers, type TimeBounds } from '../../counter/customers/index.ts';
import {
  type Baskets,
  createPayments,
  type OtherTillPayments,
  type Payments,
} from '../../counter/payments/index.ts';
import { createRefundRecorder, createRefunds, type Refunds } from '../../counter/refunds/index.ts';
import type { Staff } from '../../counter/staff/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import {
  type Clock,
  computeSpreadFraction,
  getExportsFolder,
  type Log,
  type NewId,
} from '../../platform/index.ts';
import { createPrinting, type Printing, type ReceiptOutlets } from '../../printing/index.ts';
import type { TillSettings } from '../../settings/index.ts';
import type { PageEvents } from './page-events.ts';
import {
  toCashSettings,
  toCustomerDays,
  toPaymentSettings,
  toReceiptSettings,
} from './part-settings.ts';
import { getRequestTimeoutMs } from './service-config.ts';
import type { ServiceConnection } from './service-connection.ts';

/** The ports that all parts of one till share. */
export interface SharedParts {
  readonly profileFolder: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly getServiceTimeRange: () => TimeBounds | null;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  readonly staff: Staff;
  readonly connection: ServiceConnection;
  /** Read at each use, so that a changed setting takes effect at once. */
  readonly tillSettings: () => TillSettings;
  readonly language: () => Language;
  readonly shopCurrency: () => string;
  readonly accountCurrency: () => string | null;
  readonly pageEvents: PageEvents;
  /** The payments of the chain's other tills. */
  readonly otherTillPayments: OtherTillPayments;
  /** Reads the shop's account now, instead of with the next scheduled request. */
  readonly readAccount: () => void;
  /** Paperless delivery of receipts; undefined without a window. */
  readonly outlets: ReceiptOutlets | undefined;
}

/**
 * Opens the parts of a payment at the counter: catalogue, printing, cash, payments, bills, history
 * and earnings.
 */
export function openPaymentParts(
  shared: SharedParts,
  paperWorker: URL,
): {
  readonly catalog: Catalog;
  readonly printing: Printing;
  readonly cash: Cash;
  readonly payments: Payments;
  readonly basket: Baskets;
  readonly refunds: Refunds;
  readonly bills: Bills;
  readonly history: History;
  readonly earnings: EarningsReports;
  readonly customers: Customers;
} {
  const { database, clock, newId, log, audit, staff, connection } = shared;
  const { tillSettings, language, shopCurrency, accountCurrency } = shared;
  const { emit, emitStatus } = shared.pageEvents;

  const catalog = createCatalog({
    database,
    clock,
    service: () => connection.service(),
    country: () => tillSettings().country ?? null,
    ratesRefreshOffset: () =>
      computeSpreadFraction(tillSettings().chainName, tillSettings().posNumber),
    log,
    onChange: (state) => {
      emit('catalog.changed', state);
      emitStatus();
    },
  });
  const printing = createPrinting({
    database,
    clock,
    newId,
    log,
    settings: () => ({
      ...toReceiptSettings(tillSettings(), language()),
      printer: tillSettings().printer,
      keepPrintedDays: tillSettings().keepPrintedDays ?? null,
      receipts: tillSettings().receipts ?? 'printed',
    }),
    ...(shared.outlets === undefined ? {} : { outlets: shared.outlets }),
    viewer: staff.getSession,
    approve: staff.approve,
    audit,
    paperWorker,
    onChange: (jobId, paymentId) => {
      emit('printing.changed', { jobId, paymentId });
      emitStatus();
    },
  });
  const cash = createCash({
    database,
    clock,
    newId,
    audit,
    paper: printing,
    identify: staff.identify,
    settings: () => toCashSettings(tillSettings(), shopCurrency(), language()),
    onChange: () => emit('cash.changed', {}),
  });
  const emitPaymentChange = (paymentId: string): void => {
    // The event contains no more of a payment than the signed-in cashier may request.
    const view = staff.getCurrentCashier() === null ? null : payments.getView(paymentId);
    emit('payments.changed', { paymentId, payment: view?.ok ? view.value : null });
    emitStatus();
  };
  const refundRecorder = createRefundRecorder({ database, catalog, audit, now: clock.now });
  const customers = createCustomers({
    database,
    clock,
    newId,
    audit,
    log,
    retentionDays: () => toCustomerDays(tillSettings()),
    timeBounds: shared.getServiceTimeRange,
  });
  const payments: Payments = createPayments({
    database,
    clock,
    newId,
    service: () => connection.service(),
    waitForService: () => connection.waitForService(),
    catalog,
    paper: printing,
    cash,
    refunds: refundRecorder,
    customers,
    approve: staff.approve,
    audit,
    settings: () => toPaymentSettings(tillSettings(), shopCurrency(), accountCurrency()),
    log,
    requestTimeout: () => getRequestTimeoutMs(tillSettings()),
    onChange: emitPaymentChange,
    onBasketChange: (basketId) => {
      emit('basket.changed', { basketId });
      emitStatus();
    },
    onLowBalance: shared.readAccount,
    otherTillPayments: shared.otherTillPayments,
  });
  const refunds = createRefunds({
    database,
    recorder: refundRecorder,
    clock,
    service: () => connection.service(),
    waitForService: () => connection.waitForService(),
    catalog,
    cash,
    audit,
    approve: staff.approve,
    getPayment: payments.getView,
    isBusy: payments.isSending,
    log,
    onChange: emitPaymentChange,
  });
  const bills = createBills({
    database,
    clock,
    newId,
    log,
    waitForService: () => connection.waitForService(),
    catalog,
    accountCurrency,
    saveBalance: payments.saveBalance,
    withBillDeletionPaused: payments.withBillDeletionPaused,
    onChange: (bill) => emit('bills.changed', bill),
  });
  payments.setSavedBillReader((billId) => bills.balance({ billId }));

  const history = createHistory({
    audit,
    database,
    clock,
    log,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: getExportsFolder(shared.profileFolder),
    readPaymentViews: payments.listViews,
    findBillersByName: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
        .map((match) => match.biller.id),
  });

  const earnings = createEarningsReports({
    database,
    clock,
    audit,
    paper: printing,
    settings: () => ({
      ...toReceiptSettings(tillSettings(), language()),
      shopCurrency: shopCurrency(),
    }),
    folder: getExportsFolder(shared.profileFolder),
  });

  const { basket } = payments;
  return {
    catalog,
    printing,
    cash,
    payments,
    basket,
    refunds,
    bills,
    history,
    earnings,
    customers,
  };
}
