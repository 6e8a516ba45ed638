import { createHistory, type History } from '../../../electron/back-office/history/index.ts';
import { createTestCash } from '../../../electron/counter/cash/testing/index.ts';
import { createPayments } from '../../../electron/counter/payments/index.ts';
import { NO_OTHER_TILL_PAYMENTS } from '../../../electron/counter/payments/testing/index.ts';
import { createTestRefunds } from '../../../electron/counter/refunds/testing/index.ts';
import { createAudit } from '../../../electron/ledger/audit/index.ts';
import type { Database } from '../../../electron/ledger/index.ts';
import { createUuid, silentLog, systemClock } from '../../../electron/platform/index.ts';
import { type CallOutput, fail, type HistoryFilter } from '../../../shared/contract/index.ts';

export const TIME_ZONE = 'America/Mexico_City';

const EMPTY_FILTER: HistoryFilter = {
  from: null,
  to: null,
  cashierId: null,
  billerId: null,
  kind: null,
  state: null,
  amount: null,
  text: null,
};

/** The history of a ledger as the till's screens read it, page by page. */
export interface HistoryQueries {
  page(
    filter: Partial<HistoryFilter>,
    limit: number,
    cursor?: string | null,
  ): CallOutput<'history.search'>;
  /** Writes every payment into a CSV file. */
  export(): Promise<CallOutput<'history.export'>>;
}

export function createHistoryQueries(database: Database, folder: string): HistoryQueries {
  const payments = createPayments({
    database,
    clock: systemClock,
    createId: createUuid,
    log: silentLog,
    service: () => null,
    waitForService: async () => fail({ kind: 'not-connected', reason: 'not-ready' }),
    catalog: {
      biller: () => null,
      rates: () => ({ perUsd: {}, fetchedAt: null }),
      state: () => ({ areRatesStale: false }),
      recordUse: () => {},
    },
    paper: {
      openDrawerForChange: () => {},
      enqueuePaymentPaper: () => {},
      wake: () => {},
      checkReady: async () => ({ ok: true, value: null }),
    },
    approve: async () => ({ ok: false, problem: { kind: 'not-signed-in' } }),
    audit: createAudit({ database, clock: systemClock }),
    cash: createTestCash({ database, clock: systemClock, createId: createUuid }),
    refunds: createTestRefunds({ database, clock: systemClock }),
    otherTillPayments: NO_OTHER_TILL_PAYMENTS,
    settings: () => ({
      posNumber: '07',
      customerFee: { kind: 'none' },
      keepWalkInBills: false,
      shopCopy: false,
      cashOutBillers: [],
      drpBillers: [],
      shopCurrency: 'MXN',
      accountCurrency: 'MXN',
      timeZone: TIME_ZONE,
    }),
    onChange: () => {},
  });
  const history: History = createHistory({
    audit: createAudit({ database, clock: systemClock }),
    database,
    clock: systemClock,
    log: silentLog,
    settings: () => ({ timeZone: TIME_ZONE, language: 'es-MX' }),
    exportFolder: folder,
    readPaymentViews: payments.listViews,
    findBillersByName: () => [],
  });
  return {
    page: (filter, limit, cursor = null) => {
      const result = history.search({ filter: { ...EMPTY_FILTER, ...filter }, cursor, limit });
      if (!result.ok) throw new Error(JSON.stringify(result.problem));
      return result.value;
    },
    export: async () => {
      const result = await history.export({ filter: EMPTY_FILTER }, { id: 'ana', name: 'Ana' });
      if (!result.ok) throw new Error(JSON.stringify(result.problem));
      return result.value;
    },
  };
}
