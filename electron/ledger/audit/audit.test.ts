import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditFilter } from '../../../shared/contract/index.ts';
import { createVirtualClock, type VirtualClock } from '../../platform/index.ts';
import { type Database, openLedgerDatabase } from '../index.ts';
import { computeAuditDigest, INITIAL_DIGEST } from './audit-digest.ts';
import { type Audit, type AuditLog, type AuditSeal, createAudit, createAuditLog } from './index.ts';
import { type AuditRowFilter, insertAuditRow, readAuditPage } from './queries.ts';

const ANA = { id: 'ana', name: 'Ana' };
const LUIS = { id: 'luis', name: 'Luis' };
const ALL: AuditFilter = { from: null, to: null, personId: null, kinds: null };

let folder: string;
let database: Database;
let clock: VirtualClock;
let audit: Audit;
let seals: AuditSeal[] | null;
let log: AuditLog;

function open(file: string): void {
  database = openLedgerDatabase(file);
  audit = createAudit({ database, clock });
  log = createAuditLog({
    database,
    clock,
    audit,
    settings: () => ({ timeZone: 'America/Mexico_City', language: 'en' }),
    exportFolder: join(folder, 'exports'),
    readAuditSeals: async () => seals,
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-audit-'));
  clock = createVirtualClock();
  seals = [];
  open(join(folder, 'ledger.sqlite'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

async function writeNotes(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const approvedBy = number % 3 === 0 ? LUIS : null;
    const kind = ['pay-out', 'signed-in', 'cancel'][number % 3] ?? '';
    audit.note({ kind, by: number % 2 === 0 ? ANA : null, approvedBy, detail: { count: number } });
    await clock.advance(3_600_000);
  }
}

/** Changes the log without its triggers, which the till cannot do, and then creates them again. */
function tamper(sql: string): void {
  database.close();
  const file = join(folder, 'ledger.sqlite');
  const raw = new DatabaseSync(file);
  const triggers = raw
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'")
    .all();
  raw.exec('DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_deleted');
  raw.exec(sql);
  for (const trigger of triggers) raw.exec(String(trigger.sql));
  raw.close();
  open(file);
}

function listNumbers(filter: Partial<AuditFilter>, limit = 4): number[] {
  const numbers: number[] = [];
  let cursor: string | null = null;
  do {
    const page = log.readPage({ filter: { ...ALL, ...filter }, cursor, limit });
    if (!page.ok) throw new Error('no page');
    numbers.push(...page.value.entries.map((entry) => entry.number));
    cursor = page.value.next;
  } while (cursor !== null);
  return numbers;
}

describe('pages of the audit log', () => {
  it('lists every row once, the newest first, and filters by kind, person and day', async () => {
    await writeNotes(10);
    expect(listNumbers({})).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(listNumbers({ kinds: ['cancel'] })).toEqual([9, 6, 3]);
    expect(listNumbers({ personId: 'ana' })).toEqual([9, 7, 5, 3, 1]);
    // Luis did nothing himself: his PIN approved it.
    expect(listNumbers({ personId: 'luis' }, 2)).toEqual([10, 7, 4, 1]);
    expect(listNumbers({ personId: 'ana', kinds: ['pay-out'] })).toEqual([7, 1]);
    expect(listNumbers({ kinds: ['cancel', 'pay-out'] }, 3)).toEqual([10, 9, 7, 6, 4, 3, 1]);
    expect(listNumbers({ personId: 'luis', kinds: ['cancel', 'pay-out'] }, 2)).toEqual([
      10, 7, 4, 1,
    ]);
    // 16:00 UTC is 10 in the morning; the day changes at 06:00 UTC.
    expect(listNumbers({ from: '2026-01-16' })).toEqual([]);
    await writeNotes(6);
    expect(listNumbers({ from: '2026-01-16', to: '2026-01-16' })).toEqual([16, 15]);
    expect(listNumbers({ to: '2026-01-15' })).toHaveLength(14);
    expect(log.listFilterOptions()).toEqual({
      kinds: ['cancel', 'pay-out', 'signed-in'],
      people: expect.arrayContaining([ANA, LUIS]),
    });
  });

  it('shows an amount with its currency, and other details by name', () => {
    audit.note({
      kind: 'pay-out',
      by: ANA,
      detail: {
        amount: { amount: '10.00', currency: 'MXN' },
        reason: 'taxi',
        before: null,
        lines: [1, 2],
      },
    });
    const page = log.readPage({ filter: ALL, cursor: null, limit: 1 });
    expect(page.ok && page.value.entries[0]?.details).toEqual([
      { name: 'amount', value: '10.00 MXN' },
      { name: 'reason', value: 'taxi' },
      { name: 'lines', value: '1, 2' },
    ]);
  });

  it('shows counted sums by name, in each currency', () => {
    audit.note({
      kind: 'drawer-counted',
      by: ANA,
      detail: {
        shift: 4,
        money: [
          { currency: 'MXN', counted: '100.00', difference: null },
          { currency: 'USD', counted: '20.00', difference: '-1.00' },
        ],
      },
    });
    const page = log.readPage({ filter: ALL, cursor: null, limit: 1 });
    expect(page.ok && page.value.entries[0]?.details).toEqual([
      { name: 'shift', value: '4' },
      { name: 'counted', value: '100.00 MXN, 20.00 USD' },
      { name: 'difference', value: '-1.00 USD' },
    ]);
  });

  it.each(['', 'x', "2026-01-15T16:00:00.000Z'; DROP TABLE audit --/1"])(
    'rejects the cursor %j',
    (cursor) => {
      expect(log.readPage({ filter: ALL, cursor, limit: 5 })).toMatchObject({
        ok: false,
        problem: { kind: 'invalid-input', field: 'cursor' },
      });
    },
  );

  it.each<Partial<AuditRowFilter>>([
    {},
    { kinds: ['cancel'] },
    { personId: 'ana' },
    { personId: 'ana', kinds: ['cancel'] },
    { personId: 'ana', kinds: ['cancel', 'pay-out'] },
    { since: '2026-01-15T06:00:00.000Z', until: '2026-01-16T06:00:00.000Z' },
    { personId: 'ana', kinds: ['cancel'], since: '2026-01-15T06:00:00.000Z' },
  ])('uses an index for the query %j', (query) => {
    const plans: string[] = [];
    const recordingDatabase: Database = {
      ...database,
      prepare: (sql) => {
        const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
        const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
        plans.push(rows.map((row) => String(row.detail)).join('\n'));
        return database.prepare(sql);
      },
    };
    const fullQuery = { since: null, until: null, personId: null, kinds: null, ...query };
    readAuditPage(recordingDatabase, fullQuery, { at: '2026-01-15T06:00:00.000Z', number: 5 }, 9);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toMatch(/SEARCH audit USING INDEX audit_by_/);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

describe('the hash chain of the audit log', () => {
  it('verifies the hash chain of the audit log without a break and returns its head', async () => {
    expect(await log.verifyHashChain()).toMatchObject({ rows: 0, head: null, problem: null });
    database.commit(() => {
      for (let number = 0; number < 1_203; number += 1) {
        audit.recordInTransaction({ kind: 'pay-out', by: ANA, detail: { count: number } });
      }
    });
    const { rows, head, problem } = await log.verifyHashChain();
    expect([rows, head?.number, problem]).toEqual([1_203, 1_203, null]);
  });

  it('rejects an update and a delete of its rows', async () => {
    await writeNotes(2);
    expect(() => database.prepare("UPDATE audit SET kind = 'x'").run()).toThrow('append-only');
    expect(() => database.prepare('DELETE FROM audit').run()).toThrow('append-only');
  });

  const columns = [
    'at',
    'kind',
    'cashier_id',
    'cashier_name',
    'approved_by',
    'approver_name',
    'detail',
  ];
  it('reports a change in any column of any row, and any deleted row but the newest', async () => {
    await writeNotes(9);
    database.close();
    const original = join(folder, 'original.sqlite');
    copyFileSync(join(folder, 'ledger.sqlite'), original);
    open(original);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('deleted', ...columns),
        async (number, target) => {
          database.close();
          copyFileSync(original, join(folder, 'ledger.sqlite'));
          open(join(folder, 'ledger.sqlite'));
          tamper(
            target === 'deleted'
              ? `DELETE FROM audit WHERE number = ${number}`
              : `UPDATE audit SET ${target} = 'other' WHERE number = ${number}`,
          );
          const { problem } = await log.verifyHashChain();
          if (target !== 'deleted') expect(problem).toEqual({ kind: 'changed', number });
          else if (number === 9) expect(problem).toBeNull();
          else expect(problem).toEqual({ kind: 'missing', from: number, to: number });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('reports by a seal that the newest rows were removed', async () => {
    await writeNotes(6);
    const { head } = await log.verifyHashChain();
    if (!head) throw new Error('no head');
    seals = [{ backup: 'b.sqlite', at: '2026-01-15T22:00:00.000Z', ...head }];
    expect(await log.verifyHashChain()).toMatchObject({
      problem: null,
      sealed: { number: 6 },
      seals: 1,
    });
    tamper('DELETE FROM audit WHERE number > 4');
    expect((await log.verifyHashChain()).problem).toEqual({
      kind: 'cut-off',
      from: 5,
      to: 6,
      backup: 'b.sqlite',
    });
  });

  it('reports by a seal that the whole log was rewritten with matching digests', async () => {
    await writeNotes(6);
    const { head } = await log.verifyHashChain();
    if (!head) throw new Error('no head');
    seals = [{ backup: 'b.sqlite', at: '2026-01-15T22:00:00.000Z', ...head }];
    tamper('DELETE FROM audit');
    let previousDigest = INITIAL_DIGEST;
    for (let number = 1; number <= 6; number += 1) {
      const row = {
        number,
        at: '2026-01-15T16:00:00.000Z',
        kind: 'signed-in',
        cashierId: null,
        cashierName: null,
        approvedBy: null,
        approverName: null,
        detail: '{}',
      };
      previousDigest = computeAuditDigest(row, previousDigest);
      database.commit(() => insertAuditRow(database, { ...row, digest: previousDigest }));
    }
    expect((await log.verifyHashChain()).problem).toEqual({
      kind: 'replaced',
      number: 6,
      backup: 'b.sqlite',
    });
  });

  it('returns no count of seals if they cannot be read', async () => {
    await writeNotes(2);
    seals = null;
    expect(await log.verifyHashChain()).toMatchObject({ problem: null, sealed: null, seals: null });
  });

  it('does not report rows that a logged restore removed', async () => {
    await writeNotes(4);
    seals = [{ backup: 'gone.sqlite', at: '2026-01-15T20:00:00.000Z', number: 9, digest: 'x' }];
    expect((await log.verifyHashChain()).problem).toMatchObject({ kind: 'cut-off' });
    audit.note({ kind: 'ledger-restored', by: null, detail: { auditNumber: 4, backup: 'b' } });
    expect(await log.verifyHashChain()).toMatchObject({ problem: null, seals: 0 });
  });
});

describe('the export of the audit log', () => {
  it('writes a complete CSV file with the digests, and is recorded in the log', async () => {
    await writeNotes(3);
    audit.note({ kind: 'pay-out', by: ANA, detail: { reason: '=1+1, "x"' } });
    const exported = await log.exportToFile({ ...ALL, kinds: ['pay-out'] }, LUIS);
    if (!exported.ok) throw new Error('no export');
    const text = readFileSync(exported.value.file, 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      '\ufeff"Number","Date UTC","Local date","Action","Id of who did it","Who did it","Id of who allowed it","Who allowed it","Detail","Digest"',
    );
    expect(lines[1]).toContain(
      '"4","2026-01-15T19:00:00.000Z","2026-01-15 13:00:00","pay-out","ana"',
    );
    expect(lines[1]).toMatch(/"[0-9a-f]{64}"$/);
    expect(listNumbers({ kinds: ['audit-exported'], personId: 'luis' })).toEqual([5]);
    expect(readdirSync(join(folder, 'exports'))).toHaveLength(1);
  });

  it('leaves no partial file and no record if it cannot be written', async () => {
    writeFileSync(join(folder, 'exports'), '');
    expect(await log.exportToFile(ALL, LUIS)).toMatchObject({
      ok: false,
      problem: { kind: 'storage' },
    });
    expect(listNumbers({})).toEqual([]);
  });
});
