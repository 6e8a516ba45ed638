import { toIsoTime } from '../../../platform/index.ts';
import type { Comparisons } from '../comparison/index.ts';
import {
  closeDayOffer,
  listMissingDays,
  markDayUploaded,
  openDayOffer,
  readDay,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { endAttempt, insertAttempt } from './attempt-queries.ts';
import type { UploadRecords } from './upload-records.ts';

/** The records of a till that uploads: in its ledger, each in a commit of its own. */
export function createLedgerRecords(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'audit' | 'settings'> & {
    readonly comparisons: Comparisons;
  },
): UploadRecords {
  const { database, clock } = ports;
  const now = (): string => toIsoTime(clock.now());
  return {
    prepare: async (day) => {
      const row = readDay(database, day);
      if (row === null) return;
      const compared = ports.comparisons.readLast(day);
      const isFresh = compared?.problem === null && compared.at >= row.dueAt;
      if (!isFresh) await ports.comparisons.compare(row);
    },
    isMissing: (day) => {
      if (!ports.settings().uploads) return false;
      return listMissingDays(database).some((row) => row.day === day);
    },
    getOffer: (day) => ({
      isOpen: readDay(database, day)?.inDoubtAt != null,
      open: () => database.commit(() => openDayOffer(database, day, now())),
      close: () => database.commit(() => closeDayOffer(database, day)),
    }),
    startAttempt: (day, by) =>
      database.commit(() =>
        insertAttempt(database, day, { startedAt: now(), cashierName: by?.name ?? null }),
      ),
    recordUploaded: (day, { name, sha256 }, result, by) =>
      database.commit(() => {
        markDayUploaded(database, day, now());
        const lines = readDay(database, day)?.file?.lines ?? 0;
        const detail = { day, name, lines, sha256, result };
        ports.audit.noteInCommit({ kind: 'daily-file-uploaded', by, detail });
      }),
    endAttempt: (day, number, result) =>
      database.commit(() => endAttempt(database, day, number, { endedAt: now(), result })),
  };
}
