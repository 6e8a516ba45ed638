import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDatabase, readDay, resolvedDays } from './index.ts';
import { DAYS_MIGRATION } from './migration-days.ts';
import { MIGRATIONS } from './schema.ts';

const AT = '2026-11-20T18:00:00Z';

it('a ledger of before has its days looked through once, and a file that may have arrived is in doubt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-before-'));
  const file = join(folder, 'ledger.sqlite');
  const before = MIGRATIONS.indexOf(DAYS_MIGRATION);
  const old = new DatabaseSync(file);
  for (const migration of MIGRATIONS.slice(0, before)) old.exec(migration);
  old.exec(`PRAGMA user_version = ${before}`);
  const insert = old.prepare(
    `INSERT INTO reconciliation_days (day, since_second, until_second, due_at, name, made_at,
         lines, bytes, sha256, totals, left_out, offered_at, uploaded_at)
       VALUES (?1, 0, 1, ?2, 'f', ?3, 0, 1, 'x', '[]', '[]', ?4, ?5)`,
  );
  insert.run('2026-01-01', AT, AT, AT, AT);
  insert.run('2026-01-02', AT, AT, AT, null);
  insert.run('2026-01-03', AT, null, null, null);
  old.close();
  const database = openDatabase(file);
  try {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    expect(days.map((day) => readDay(database, day)?.inDoubtAt)).toEqual([null, AT, null]);
    expect(resolvedDays(database).map((one) => one.day)).toEqual(days.slice(0, 2));
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});
