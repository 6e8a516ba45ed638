import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cashier } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import type { Database } from '../../ledger/index.ts';
import { openTestLedger } from '../../ledger/testing/index.ts';
import {
  createUuid,
  createVirtualClock,
  silentLog,
  type VirtualClock,
} from '../../platform/index.ts';
import {
  createStaff,
  openPinAttemptFile,
  PROVISIONED_BY_FIRST_SET_UP,
  type Staff,
} from './index.ts';
import { quickPersonSealer, quickPinHasher } from './testing/index.ts';

export const ANA: Cashier = { id: 'ana', name: 'Ana', role: 'cashier' };
export const LUIS: Cashier = { id: 'luis', name: 'Luis', role: 'supervisor' };
export const CARMEN: Cashier = { id: 'carmen', name: 'Carmen', role: 'owner' };

/** The staff of a till over a real ledger, which a test can restart. */
export interface TestStaff {
  readonly staff: Staff;
  readonly database: Database;
  readonly clock: VirtualClock;
  /** Advances the clock and the uptime. */
  advance(milliseconds: number): void;
  /** Reopens the same ledger, as after a restart of the till. */
  restart(): void;
  /** The notes of the audit log, the oldest first. */
  listNotes(): { kind: string; by: string | null; approvedBy: string | null; detail: unknown }[];
  readonly folder: string;
  close(): void;
}

export async function openTestStaff(shouldRefuseObviousPins = false): Promise<TestStaff> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-staff-'));
  const file = join(folder, 'ledger.sqlite');
  const clock = createVirtualClock();
  let database = openTestLedger(file);
  let uptime = 0;
  const createTestStaff = (): Staff =>
    createStaff({
      database,
      clock,
      createId: createUuid,
      audit: createAudit({ database, clock }),
      log: silentLog,
      sealer: quickPersonSealer,
      attemptFile: openPinAttemptFile(folder, 'sandbox'),
      pins: quickPinHasher,
      shouldRefuseObviousPins,
      uptime: () => uptime,
      onSessionChange: () => {},
    });
  let staff = createTestStaff();
  await staff.replaceAll(
    [
      { ...ANA, pin: '1111' },
      { ...LUIS, pin: '2222' },
      { ...CARMEN, pin: '333333' },
    ],
    PROVISIONED_BY_FIRST_SET_UP,
  );
  return {
    get staff() {
      return staff;
    },
    get database() {
      return database;
    },
    clock,
    folder,
    advance: (milliseconds) => {
      uptime += milliseconds;
      clock.sleep(milliseconds);
    },
    restart: () => {
      database.close();
      database = openTestLedger(file);
      uptime = 0;
      staff = createTestStaff();
    },
    listNotes: () =>
      database
        .prepare('SELECT kind, cashier_id, approved_by, detail FROM audit ORDER BY number')
        .all()
        .map((row) => ({
          kind: String(row.kind),
          by: row.cashier_id === null ? null : String(row.cashier_id),
          approvedBy: row.approved_by === null ? null : String(row.approved_by),
          detail: JSON.parse(String(row.detail)),
        })),
    close: () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
