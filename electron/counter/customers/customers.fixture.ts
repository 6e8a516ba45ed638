import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerAccount } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { openTestLedger } from '../../ledger/testing/index.ts';
import { createVirtualClock, silentLog, toIsoTime } from '../../platform/index.ts';
import { type Customers, createCustomers } from './index.ts';

/** A test shop with three cashiers, a ledger on disk and a virtual clock. */

export const DAY = 86_400_000;
export const START = Date.parse('2026-01-15T16:00:00Z');
export const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
export const LUIS = { id: 'luis', name: 'Luis', role: 'supervisor' } as const;
export const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

export type CustomerShop = ReturnType<typeof openShop>;

export function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-customers-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock(START);
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (...args: unknown[]) => void warnings.push(args) };

  const openLedger = (): Database => {
    const database = openTestLedger(file);
    for (const { id, name, role } of [ANA, LUIS, CARMEN]) {
      database
        .prepare(
          `INSERT OR IGNORE INTO cashiers (id, name, role, pin_hash, created_at)
           VALUES (?, ?, ?, '', ?)`,
        )
        .run(id, name, role, toIsoTime(START));
    }
    return database;
  };
  const createShopCustomers = (database: Database): Customers => {
    let idCount = 0;
    return createCustomers({
      database,
      clock,
      createId: () => {
        idCount += 1;
        return `id-${clock.now()}-${idCount}`;
      },
      audit: createAudit({ database, clock }),
      log,
      retentionDays: () => shop.days,
      clockBounds: () => shop.getClockBounds(),
    });
  };
  const database = openLedger();

  const shop = {
    folder,
    file,
    clock,
    warnings,
    days: 90,
    /** Milliseconds from the computer's time to the service's; null if that is not known. */
    clockErrorMs: 0 as number | null,
    database,
    customers: createShopCustomers(database),
    /** Opens the ledger on disk again, as after a restart. */
    reopen: (): void => {
      shop.database = openLedger();
      shop.customers = createShopCustomers(shop.database);
    },
    close: (): void => {
      shop.database.close();
      rmSync(folder, { recursive: true, force: true });
    },
    getClockBounds: (): { readonly earliestNow: number; readonly latestNow: number } | null => {
      if (shop.clockErrorMs === null) return null;
      const times = [clock.now(), clock.now() + shop.clockErrorMs];
      return { earliestNow: Math.min(...times), latestNow: Math.max(...times) };
    },
    recordPaid: (
      accountNumber: string,
      changes: Partial<Parameters<Customers['saveAccountOfPaidIntent']>[0]> = {},
    ): void => {
      shop.customers.saveAccountOfPaidIntent({
        kind: 'bill',
        billerId: 35,
        billerName: 'CFE',
        accountNumber,
        accountShown: accountNumber,
        nameOnAccount: null,
        ...changes,
      });
      clock.jump(1000);
    },
    find: (text: string, by: Parameters<Customers['find']>[1] = LUIS): CustomerAccount[] => {
      const result = shop.customers.find({ text, limit: 50 }, by);
      if (!result.ok) throw new Error(JSON.stringify(result));
      return result.value.customers;
    },
    findAccounts: (text: string): string[] => shop.find(text).map(({ account }) => account),
    countRows: (): number =>
      Number(shop.database.prepare('SELECT count(*) AS n FROM customer_accounts').get()?.n),
  };
  return shop;
}
