import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Database,
  listPaymentsAwaitingCashHandOver,
  listPaymentsWithoutOutcome,
  listPaymentsWithUnseenOutcome,
  openLedgerDatabase,
} from '../../../ledger/index.ts';
import { insertIntentRow, recordQueryPlans, testCodes } from '../../../ledger/testing/index.ts';
import {
  countWaitingPrintJobs,
  findNextPrintJob,
  recoverInterruptedPrintJobs,
} from '../../../printing/testing/index.ts';
import { findOpenShift } from '../../cash/testing/index.ts';
import { listOpenPaymentsToBiller, readPayments } from './payment-reads.ts';
import { markCashHandedOver } from './payment-writes.ts';

const AT = '2026-01-15T16:00:00.000Z';
const INSERT_STAFF_SQL = `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
  VALUES ('ana', 'Ana', 'cashier', '', '${AT}');
  INSERT INTO shifts (id, opened_at, opened_by) VALUES ('shift', '${AT}', 'ana')`;
const KINDS = ['bill', 'cash-out', 'cancel'] as const;
const STATES = ['unknown', 'paid', 'rejected', 'by-hand-paid'] as const;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-many-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Execute = Pick<DatabaseSync, 'prepare'>;

function insertPayment(into: Execute, id: string, kind: string, state: string): void {
  insertIntentRow(into, { id, at: AT, kind });
  into.prepare('INSERT INTO outcomes (intent_id, state) VALUES (?, ?)').run(id, state);
}

const listPendingIds = (database: Database): string[] =>
  listPaymentsAwaitingCashHandOver(database).map((record) => record.intent.id);

describe('queries at the start of a till', () => {
  it('scans no table of payments, events or print jobs at the start', () => {
    const database = openLedgerDatabase(file, testCodes);
    const { watching, plans, walked } = recordQueryPlans(database);
    database.commit(() => recoverInterruptedPrintJobs(watching, 'till-stopped', AT));
    countWaitingPrintJobs(watching);
    findNextPrintJob(watching);
    listPaymentsWithoutOutcome(watching);
    listPaymentsAwaitingCashHandOver(watching);
    listPaymentsWithUnseenOutcome(watching);
    listOpenPaymentsToBiller(watching, 40);
    findOpenShift(watching, '');
    readPayments(watching, ['a', 'b']);
    database.close();
    expect(plans.length).toBeGreaterThanOrEqual(9);
    // Only the parameters, and the partial indexes that exist for these queries.
    const allowedScans =
      /^(asked|pending|\w+ USING (COVERING )?INDEX (print_jobs_to_do|outcomes_unseen|outcomes_open|shifts_open))/;
    expect(walked().length).toBeGreaterThan(0);
    expect(walked().filter((scan) => !allowedScans.test(scan))).toEqual([]);
  });
});

describe('pending hand-overs', () => {
  it('lists pending hand-overs as outcomes and hand-overs define them, in any order of writes', () => {
    const database = openLedgerDatabase(file, testCodes);
    database.commit(() => {
      for (const sql of INSERT_STAFF_SQL.split(';')) database.prepare(sql).run();
    });
    let count = 0;
    const step = fc.oneof(
      fc.record({
        do: fc.constant('pay' as const),
        kind: fc.constantFrom(...KINDS),
        state: fc.constantFrom(...STATES),
      }),
      fc.record({
        do: fc.constant('resolve' as const),
        which: fc.nat(),
        state: fc.constantFrom(...STATES),
      }),
      fc.record({ do: fc.constantFrom('release' as const, 'hand' as const), which: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        database.commit(() => {
          for (const command of steps) {
            const id = 'which' in command && count > 0 ? String(command.which % count) : null;
            if (command.do === 'pay') {
              insertPayment(database, String(count), command.kind, command.state);
              count += 1;
            } else if (id === null) continue;
            else if (command.do === 'resolve') {
              database
                .prepare('UPDATE outcomes SET state = ? WHERE intent_id = ?')
                .run(command.state, id);
            } else if (command.do === 'hand')
              markCashHandedOver(database, id, { at: AT, by: 'ana' });
            else {
              database
                .prepare(
                  `INSERT INTO hand_overs (intent_id, released_at) VALUES (?, ?)
                   ON CONFLICT (intent_id) DO NOTHING`,
                )
                .run(id, AT);
            }
          }
        });
        const expectedIds = database
          .prepare(
            `SELECT i.id FROM intents i JOIN outcomes o ON o.intent_id = i.id
               LEFT JOIN hand_overs h ON h.intent_id = i.id
             WHERE i.kind IN ('cash-out', 'cancel') AND o.state IN ('paid', 'by-hand-paid')
               AND h.handed_at IS NULL ORDER BY i.rowid`,
          )
          .all()
          .map((row) => row.id);
        expect(listPendingIds(database)).toEqual(expectedIds);
      }),
      { numRuns: 40 },
    );
    database.close();
  });
});
