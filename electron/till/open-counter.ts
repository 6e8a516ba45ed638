import type { Language } from '../../shared/contract/index.ts';
import type { Audit } from '../audit/index.ts';
import { type Bills, createBills } from '../bills/index.ts';
import { type Cash, createCash } from '../cash/index.ts';
import { type Catalog, createCatalog } from '../catalog/index.ts';
import { createHistory, type History } from '../history/index.ts';
import type { Database } from '../ledger/index.ts';
import { createPayments, type Payments } from '../payments/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import { createPrinting, type Printing } from '../printing/index.ts';
import type { TillSettings } from '../settings/index.ts';
import type { Staff } from '../staff/index.ts';
import type { Connection } from './connection.ts';
import { cashSettingsOf, paperSettingsOf, paymentSettingsOf } from './part-settings.ts';
import { exportsFolder } from './paths.ts';
import { deadlineOf } from './service-config.ts';
import type { Telling } from './telling.ts';

/** What the parts of one till have in common. */
export interface SharedParts {
  readonly profileFolder: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly audit: Audit;
  readonly staff: Staff;
  readonly connection: Connection;
  /** Read anew at each use: a changed setting holds from the next moment on. */
  readonly tillSettings: () => TillSettings;
  readonly language: () => Language;
  readonly shopCurrency: () => string;
  readonly telling: Telling;
}

/**
 * What takes part in a payment at the counter: catalogue, paper, drawer, payments, bills, history.
 */
export function openCounter(shared: SharedParts): {
  readonly catalog: Catalog;
  readonly printing: Printing;
  readonly cash: Cash;
  readonly payments: Payments;
  readonly bills: Bills;
  readonly history: History;
} {
  const { database, clock, newId, log, audit, staff, connection } = shared;
  const { tillSettings, language, shopCurrency } = shared;
  const { tell, tellStatus } = shared.telling;

  const catalog = createCatalog({
    database,
    clock,
    service: () => connection.service(),
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
    }),
    viewer: staff.session,
    approve: staff.approve,
    audit,
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
  const payments = createPayments({
    database,
    clock,
    newId,
    service: () => connection.service(),
    connected: () => connection.connected(),
    catalog,
    paper: printing,
    cash,
    approve: staff.approve,
    audit,
    settings: () => paymentSettingsOf(tillSettings(), shopCurrency()),
    log,
    requestTimeout: () => deadlineOf(tillSettings()),
    onChange: (paymentId) => {
      tell('payments.changed', { paymentId });
      tellStatus();
    },
  });
  const bills = createBills({
    database,
    clock,
    newId,
    connected: () => connection.connected(),
    catalog,
    keepBalance: payments.keepBalance,
    whileNoneIsDeleted: payments.whileNoneIsDeleted,
  });

  const history = createHistory({
    database,
    clock,
    settings: () => ({ timeZone: tillSettings().timeZone, language: language() }),
    folder: exportsFolder(shared.profileFolder),
    views: payments.views,
    billersNamed: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
        .map((found) => found.biller.id),
  });

  return { catalog, printing, cash, payments, bills, history };
}
