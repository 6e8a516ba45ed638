import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatusLine } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../../ledger/index.ts';
import { insertIntentRow } from '../../../ledger/testing/index.ts';
import { createVirtualClock } from '../../../platform/index.ts';
import { pushedTillStatusSchema } from '../../protocol/index.ts';
import { buildPushedTillStatus } from './status.ts';

const SERVICE_TIME = Date.UTC(2026, 0, 15, 16, 0, 3, 400);
const TWO_DAYS_SECONDS = 2 * 86_400;

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-status-'));
  database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The status line of a till whose clock is two days ahead of the service's. */
const line: StatusLine = {
  service: {
    light: 'clock-off',
    reason: null,
    fault: null,
    lastAnswerAt: '2026-01-15T16:00:00.000Z',
    clockOffSeconds: -TWO_DAYS_SECONDS,
  },
  printer: { kind: 'screen', light: 'paper-low', at: null, waitingJobs: 0, columns: 42 },
  account: null,
  unresolved: 0,
  unfinishedBaskets: [],
  claims: { open: 0, due: 0, isTimeUncertain: false },
  owed: 0,
  dailyFile: null,
  chain: null,
  backup: null,
  disk: { light: 'room', freeMegabytes: 1 },
  hasRecoveryKey: null,
  refused: null,
  warned: { settingsEditedAt: null, settingsEdited: [], fileLeft: null },
  update: null,
  catalogAt: null,
  missingLists: [],
  areListsComing: false,
  ratesAt: null,
  isCatalogStale: false,
  areRatesStale: false,
  now: '2026-01-15T16:00:03.400Z',
};
const status = (
  options: Partial<Parameters<typeof buildPushedTillStatus>[2]>,
  certainlyPassedTime: number | null,
) =>
  buildPushedTillStatus(
    database,
    { applicationVersion: '1.2.3', posNumber: '07', line, certainlyPassedTime },
    { isEverythingPushed: true, isClosing: false, doneNotices: [], ...options },
  );

describe('the status in a push', () => {
  it("reports completeness by the service's time, whatever the computer's clock shows", () => {
    const sentStatus = status({ doneNotices: [7] }, SERVICE_TIME);
    expect(pushedTillStatusSchema.parse(sentStatus)).toEqual(sentStatus);
    expect(sentStatus).toMatchObject({
      version: '1.2.3',
      pos: '07',
      until: Math.floor(SERVICE_TIME / 1_000),
      clock_offset: TWO_DAYS_SECONDS,
      closed: false,
      open_since: null,
      unresolved: 0,
      backup_at: null,
      service: 'red',
      printer: 'yellow',
      hints: [7],
    });
  });

  it('reports neither a complete time nor a close while rows are unsent or the service has not answered', () => {
    expect(status({ isEverythingPushed: false, isClosing: true }, SERVICE_TIME)).toMatchObject({
      until: null,
      closed: false,
    });
    expect(status({}, null)).toMatchObject({ until: null });
    expect(status({ isClosing: true }, SERVICE_TIME)).toMatchObject({ closed: true });
  });

  it('reports the first send of the oldest open payment, and the newest audit entry', () => {
    createAudit({ database, clock: createVirtualClock() }).note({
      kind: 'signed-in',
      by: null,
      detail: {},
    });
    database.commit(() => {
      const run = (sql: string): unknown => database.prepare(sql).run();
      run(`INSERT INTO cashiers (id, name, role, pin_hash, created_at)
        VALUES ('ana', 'Ana', 'cashier', '', '2026-01-15')`);
      run(`INSERT INTO shifts (id, opened_at, opened_by) VALUES ('shift', '2026-01-15', 'ana')`);
      for (const [id, minute] of [
        ['one', '10'],
        ['two', '20'],
      ] as const) {
        insertIntentRow(database, { id, at: `2026-01-15T15:${minute}:00.000Z` });
        run(`INSERT INTO outcomes (intent_id, state) VALUES ('${id}', 'unknown')`);
        run(`INSERT INTO sends (intent_id, number, request_date, started_at, cashier_id)
          VALUES ('${id}', 1, '2026-01-15T15:${minute}:01.000Z', '', 'ana')`);
      }
    });
    const sentStatus = status({}, SERVICE_TIME);
    // Minus the lifetime of a request's signature, because the service may use another clock.
    const since = Date.UTC(2026, 0, 15, 15, 10, 1) / 1_000 - 900;
    expect(sentStatus).toMatchObject({ open_since: since, unresolved: 2, audit_number: 1 });
    expect(sentStatus.audit_digest).toMatch(/^[0-9a-f]{64}$/);
  });
});
