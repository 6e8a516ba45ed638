import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { MIGRATIONS } from '../../../electron/ledger/testing/index.ts';
import { LEDGER_FILE, type ProfileFolders } from '../support/counter-actions.ts';
import { OWNER } from '../support/recording-service.ts';
import { findPaymentFaults } from './check-ledger.ts';
import {
  type Acknowledgement,
  type RecordedTill,
  readFinalFiles,
  recordTill,
} from './record-till.ts';

const EARLIER_VERSION = MIGRATIONS.length - 4;

/** Records the first start of a new program on the ledger of an earlier one, which was killed. */
export async function recordMigration(
  day: RecordedTill,
  profiles: ProfileFolders,
): Promise<RecordedTill> {
  const profile = profiles.make(day.profile);
  createEarlierLedgerOf(
    join(day.profile, LEDGER_FILE),
    profile,
    join(profiles.make(), LEDGER_FILE),
  );
  const trace = await recordTill(profile, ['--profile', profile], profiles, async (page) => {
    await page.get('staff.signIn', OWNER);
  });
  return {
    profile,
    recording: trace.recording,
    acknowledgements: day.acknowledgements.map((acknowledgement) => ({
      ...acknowledgement,
      line: 0,
    })),
    parts: [{ name: 'migration', from: 0, to: trace.lineCount }],
    finalFiles: readFinalFiles(trace.recording),
  };
}

/** Returns what is lost in the copy that is kept for the earlier program. */
export function findEarlierLedgerFaults(
  profile: string,
  acknowledged: readonly Acknowledgement[],
): string[] {
  const file = join(profile, `${LEDGER_FILE}.before-version-${EARLIER_VERSION + 1}`);
  if (!existsSync(file)) return ['the copy before the migration is lost'];
  try {
    const database = openLedgerDatabase(file, undefined, MIGRATIONS.slice(0, EARLIER_VERSION));
    try {
      return findPaymentFaults([database], acknowledged);
    } finally {
      database.close();
    }
  } catch (error) {
    return [`the copy before the migration is torn: ${String(error)}`];
  }
}

/** Writes a ledger's rows as the earlier version has them, half of them only in the journal. */
function createEarlierLedgerOf(ledger: string, profile: string, scratchFile: string): void {
  openLedgerDatabase(scratchFile, undefined, MIGRATIONS.slice(0, EARLIER_VERSION)).close();
  const database = new DatabaseSync(scratchFile, { enableForeignKeyConstraints: false });
  try {
    database.prepare('ATTACH ? AS later').run(ledger);
    database.exec('PRAGMA wal_autocheckpoint = 0; BEGIN');
    for (const { name } of database
      .prepare(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      )
      .all()) {
      const columns = database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(name ?? null)
        .map((column) => `"${column.name}"`)
        .join(', ');
      database.exec(
        `INSERT OR IGNORE INTO main."${name}" (${columns}) SELECT ${columns} FROM later."${name}"`,
      );
    }
    database.exec('COMMIT');
    for (const suffix of ['', '-wal'])
      cpSync(`${scratchFile}${suffix}`, join(profile, `${LEDGER_FILE}${suffix}`));
  } finally {
    database.close();
  }
  rmSync(`${join(profile, LEDGER_FILE)}.reserve`, { force: true });
}
