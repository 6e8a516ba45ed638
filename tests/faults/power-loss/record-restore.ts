import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedgerDatabase } from '../../../electron/ledger/index.ts';
import { LEDGER_FILE, type ProfileFolders } from '../support/counter-actions.ts';
import { OWNER } from '../support/recording-service.ts';
import { type RecordedTill, readFinalFiles, recordTill } from './record-till.ts';

/**
 * Records the start of a till that was killed before, and now replaces its ledger by its last backup:
 * the ledger has a journal with rows, and a payment that the backup lacks.
 */
export async function recordRestore(
  day: RecordedTill,
  profiles: ProfileFolders,
): Promise<RecordedTill> {
  const profile = profiles.make(day.profile);
  copyLedgerInUse(profiles.make(day.profile), profile);
  const backup = [...day.finalFiles.keys()].findLast((path) => path.endsWith('.age')) ?? '';
  const pinFile = join(profiles.make(), 'pin.json');
  writeFileSync(pinFile, JSON.stringify(OWNER));
  const args = ['--profile', profile, '--restore', join(profile, backup), '--insist', pinFile];
  const trace = await recordTill(profile, args, profiles, async (page) => {
    await page.get('staff.signIn', OWNER);
  });
  return {
    profile,
    recording: trace.recording,
    acknowledgements: [
      ...day.acknowledgements.map((acknowledgement) => ({ ...acknowledgement, line: 0 })),
      { kind: 'restored', line: trace.openedAt },
    ],
    parts: [{ name: 'restore', from: 0, to: trace.lineCount }],
    finalFiles: readFinalFiles(trace.recording),
  };
}

/** Copies a ledger while rows of its last commit are only in the journal. */
function copyLedgerInUse(fromFolder: string, toFolder: string): void {
  const database = openLedgerDatabase(join(fromFolder, LEDGER_FILE));
  try {
    database.commit(() => database.prepare("UPDATE rates SET per_usd = '4000'").run());
    for (const suffix of ['', '-wal'])
      cpSync(
        join(fromFolder, `${LEDGER_FILE}${suffix}`),
        join(toFolder, `${LEDGER_FILE}${suffix}`),
      );
  } finally {
    database.close();
  }
}
