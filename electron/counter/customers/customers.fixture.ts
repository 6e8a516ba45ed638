import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerAccount } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { type Database, openDatabase } from '../../ledger/index.ts';
import { createVirtualClock, silentLog, toIsoTime } from '../../platform/index.ts';
import { type Customers, createCustomers } from './index.ts';

/** A shop whose customers come back: three of its people, a ledger on disk and a clock of its own. */

export const DAY = 86_400_000;
export const START = Date.parse('2026-01-15T16:00:00Z');
export const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
export const LUIS = { id: 'luis', name: 'Luis', role: 'supervisor' } as const;
export const CARMEN = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;

export type ComingBack = ReturnType<typeof openShop>;

export function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-customers-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock(START);
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (...said: unknown[]) => void warned.push(said) };

  const openLedger = (): Database => {
    const database = openDatabase(file);
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
  const customersOf = (database: Database): Customers => {
    let made = 0;
    return createCustomers({
      database,
      clock,
      newId: () => {
        made += 1;
        return `id-${clock.now()}-${made}`;
      },
      audit: createAudit({ database, clock }),
      log,
      retentionDays: () => shop.days,
      timeBounds: () => shop.heardTime(),
    });
  };
  const database = openLedger();

  const shop = {
    folder,
    file,
    clock,
    warned,
    days: 90,
    /** How far this computer's clock is from the service's; null: the service has not told its own. */
    wrongBy: 0 as number | null,
    database,
    customers: customersOf(database),
    /** Once more, on what is on the disk. */
    open: (): void => {
      shop.database = openLedger();
      shop.customers = customersOf(shop.database);
    },
    end: (): void => {
      shop.database.close();
      rmSync(folder, { recursive: true, force: true });
    },
    heardTime: (): { readonly earlier: number; readonly later: number } | null => {
      if (shop.wrongBy === null) return null;
      const times = [clock.now(), clock.now() + shop.wrongBy];
      return { earlier: Math.min(...times), later: Math.max(...times) };
    },
    paid: (
      accountNumber: string,
      more: Partial<Parameters<Customers['recordPaid']>[0]> = {},
    ): void => {
      shop.customers.recordPaid({
        kind: 'bill',
        billerId: 35,
        billerName: 'CFE',
        accountNumber,
        accountShown: accountNumber,
        nameOnAccount: null,
        ...more,
      });
      clock.jump(1000);
    },
    find: (text: string, by: Parameters<Customers['find']>[1] = LUIS): CustomerAccount[] => {
      const found = shop.customers.find({ text, limit: 50 }, by);
      if (!found.ok) throw new Error(JSON.stringify(found));
      return found.value.customers;
    },
    accounts: (text: string): string[] => shop.find(text).map(({ account }) => account),
    rows: (): number =>
      Number(shop.database.prepare('SELECT count(*) AS n FROM customer_accounts').get()?.n),
  };
  return shop;
}
