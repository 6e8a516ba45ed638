import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryFilter, Payment } from '../../../shared/contract/index.ts';
import { createTestCounter, type TestCounter } from '../../counter/payments/testing/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { silentLog } from '../../platform/index.ts';
import { createHistory, type History } from './history.ts';

export const NO_FILTER: HistoryFilter = {
  from: null,
  to: null,
  cashierId: null,
  billerId: null,
  kind: null,
  state: null,
  amount: null,
  text: null,
};

export interface HistoryFixture {
  readonly counter: TestCounter;
  readonly history: History;
  readonly folder: string;
  /** The texts with which the biller lists were searched. */
  readonly searchedBillerTexts: readonly string[];
  sell(account: string, changes?: { amount?: string; billerId?: number }): Promise<Payment>;
  close(): void;
}

/** Opens a test counter and the history of its payments. */
export function openHistory(): HistoryFixture {
  const searchedBillerTexts: string[] = [];
  const counter = createTestCounter();
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-history-'));
  const history = createHistory({
    audit: createAudit({ database: counter.database, clock: counter.clock }),
    database: counter.database,
    clock: counter.clock,
    log: silentLog,
    settings: () => ({ timeZone: 'America/Mexico_City', language: 'es-MX' }),
    exportFolder: join(folder, 'exports'),
    readPaymentViews: (ids) => counter.payments.listViews(ids),
    findBillersByName: (text) => {
      searchedBillerTexts.push(text);
      return text.toLowerCase() === 'sky' ? [37] : [];
    },
  });
  return {
    counter,
    history,
    folder,
    searchedBillerTexts,
    sell: async (account, changes = {}) => {
      const payment = await counter.payBill({ account, ...changes });
      await counter.advance(1000);
      return counter.get(payment.id);
    },
    close: () => {
      counter.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
