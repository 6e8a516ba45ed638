import type { Language } from '../../shared/contract/index.ts';
import type { Audit } from '../audit/index.ts';
import { type Bills, createBills } from '../bills/index.ts';
import { type Cash, createCash } from '../cash/index.ts';
import { type Catalog, createCatalog } from '../catalog/index.ts';
import { type Customers, createCustomers, type HeardTime } from '../customers/index.ts';
import { createEarnings, type EarningsBook } from '../earnings/index.ts';
import { createHistory, type History } from '../history/index.ts';
import type { Database } from '../ledger/index.ts';
import {
  type Baskets,
  createPayments,
  type Payments,
  type PaymentsElsewhere,
} from '../payments/index.ts';
import { type Clock, type Log, type NewId, tillMoment } from '../platform/index.ts';
import { createPrinting, type Printing, type ReceiptOutlets } from '../printing/index.ts';
import { createRefunds, type Refunds } from '../refunds/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Staff } from '../staff/index.ts';
import type { Connection } from './connection.ts';
import type { PageEvents } from './page-events.ts';
import {
  cashSettingsOf,
  customerDaysOf,
  paperSettingsOf,
  paymentSettingsOf,
} from './part-settings.ts';
import { exportsFolder } from './paths.ts';
import { deadlineOf } from './service-config.ts';

/** What all parts of one till use. */
export interface SharedParts {
  readonly profileFolder: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly heardTime: () => HeardTime | null;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  readonly staff: Staff;
  readonly connection: Connection;
  /** Read at each use, so that a changed setting takes effect at once. */
  readonly tillSettings: () => TillSettings;
  readonly language: () => Language;
  readonly shopCurrency: () => string;
  readonly accountCurrency: () => string | null;
  readonly pageEvents: PageEvents;
  /** What other tills of the chain paid. */
  readonly elsewhere: PaymentsElsewhere;
  /** Asks for the shop's account now, instead of with the next regular question. */
  readonly readAccount: () => void;
  /** How a receipt leaves without paper; undefined where there is no window. */
  readonly outlets: ReceiptOutlets | undefined;
}

/**
 * Opens the parts of a payment at the counter: catalogue, paper, drawer, payments, bills, history,
 * what was earned.
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
  readonly earnings: EarningsBook;
  readonly customers: Customers;
} {
  const { database, clock, newId, log, audit, staff, connection } = shared;
  const { tillSettings, language, shopCurrency, accountCurrency } = shared;
  const { tell, tellStatus } = shared.pageEvents;

  const catalog = createCatalog({
    database,
    clock,
    service: () => connection.service(),
    country: () => tillSettings().country ?? null,
    moment: () => tillMoment(tillSettings().chainName, tillSettings().posNumber),
    log,
    onChange: (state) => {
      tell('catalog.changed', state);
      tellStatus();
    },
  });
  const printing = createPrinting({
    database,
    clock,
    newId,
    log,
    settings: () => ({
      ...paperSettingsOf(tillSettings(), language()),
      printer: tillSettings().printer,
      keepPrintedDays: tillSettings().keepPrintedDays ?? null,
      receipts: tillSettings().receipts ?? 'printed',
    }),
    ...(shared.outlets === undefined ? {} : { outlets: shared.outlets }),
    viewer: staff.session,
    approve: staff.approve,
    audit,
    paperWorker,
    onChange: (jobId, paymentId) => {
      tell('printing.changed', { jobId, paymentId });
      tellStatus();
    },
  });
  const cash = createCash({
    database,
    clock,
    newId,
    audit,
    paper: printing,
    identify: staff.identify,
    settings: () => cashSettingsOf(tillSettings(), shopCurrency(), language()),
    onChange: () => tell('cash.changed', {}),
  });
  const paymentChanged = (paymentId: string): void => {
    // Nobody hears more of a payment than she could ask for.
    const now = staff.current() === null ? null : payments.view(paymentId);
    tell('payments.changed', { paymentId, payment: now?.ok ? now.value : null });
    tellStatus();
  };
  const refunds = createRefunds({
    database,
    clock,
    service: () => connection.service(),
    connected: () => connection.connected(),
    catalog,
    cash,
    audit,
    approve: staff.approve,
    view: (paymentId) => payments.view(paymentId),
    isBusy: () => payments.isSending(),
    log,
    onChange: paymentChanged,
  });
  const customers = createCustomers({
    database,
    clock,
    newId,
    audit,
    log,
    days: () => customerDaysOf(tillSettings()),
    heardTime: shared.heardTime,
  });
  const payments: Payments = createPayments({
    database,
    clock,
    newId,
    service: () => connection.service(),
    connected: () => connection.connected(),
    catalog,
    paper: printing,
    cash,
    refunds,
    customers,
    approve: staff.approve,
    audit,
    settings: () => paymentSettingsOf(tillSettings(), shopCurrency(), accountCurrency()),
    log,
    requestTimeout: () => deadlineOf(tillSettings()),
    onChange: paymentChanged,
    onBasket: (basketId) => {
      tell('basket.changed', { basketId });
      tellStatus();
    },
    onLowBalance: shared.readAccount,
    keptBalance: (billId) => bills.balance({ billId }),
    elsewhere: shared.elsewhere,
  });
  const bills: Bills = createBills({
    database,
    clock,
    newId,
    log,
    connected: () => connection.connected(),
    catalog,
    keepBalance: payments.keepBalance,
    whileNoneIsDeleted: payments.whileNoneIsDeleted,
    onChange: (bill) => tell('bills.changed', bill),
  });

  const history = createHistory({
    audit,
    database,
    clock,
    log,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(shared.profileFolder),
    views: payments.views,
    billersNamed: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
        .map((found) => found.biller.id),
  });

  const earnings = createEarnings({
    database,
    clock,
    audit,
    paper: printing,
    settings: () => ({
      ...paperSettingsOf(tillSettings(), language()),
      shopCurrency: shopCurrency(),
    }),
    folder: exportsFolder(shared.profileFolder),
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
