import { toIsoTime } from '../../../platform/index.ts';
import type { DayComparisons } from '../comparison/index.ts';
import {
  clearUploadInDoubt,
  listMissingDays,
  markDayUploaded,
  markUploadInDoubt,
  readDay,
} from '../days/index.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { endAttempt, insertAttempt } from './attempt-queries.ts';
import type { UploadRecords } from './upload-records.ts';

/** The upload records of a till: in its ledger, each in a separate commit. */
export function createLedgerRecords(
  ports: Pick<ReconciliationPorts, 'database' | 'clock' | 'audit' | 'settings'> & {
    readonly comparisons: DayComparisons;
  },
): UploadRecords {
  const { database, clock } = ports;
  const getNow = (): string => toIsoTime(clock.now());
  return {
    prepare: async (day) => {
      const row = readDay(database, day);
      if (row === null) return;
      const comparison = ports.comparisons.readLastComparison(day);
      const isFresh = comparison?.problem === null && comparison.at >= row.dueAt;
      if (!isFresh) await ports.comparisons.compareDay(row);
    },
    isMissing: (day) => {
      if (!ports.settings().isUploading) return false;
      return listMissingDays(database).some((row) => row.day === day);
    },
    getUploadDoubt: (day) => ({
      isInDoubt: readDay(database, day)?.inDoubtAt != null,
      mark: () => database.commit(() => markUploadInDoubt(database, day, getNow())),
      clear: () => database.commit(() => clearUploadInDoubt(database, day)),
    }),
    startAttempt: (day, by) =>
      database.commit(() =>
        insertAttempt(database, day, { startedAt: getNow(), cashierName: by?.name ?? null }),
      ),
    recordUploaded: (day, { name, sha256 }, result, by) =>
      database.commit(() => {
        markDayUploaded(database, day, getNow());
        const lines = readDay(database, day)?.file?.lines ?? 0;
        const detail = { day, name, lines, sha256, result };
        ports.audit.recordInTransaction({ kind: 'daily-file-uploaded', by, detail });
      }),
    endAttempt: (day, number, result) =>
      database.commit(() => endAttempt(database, day, number, { endedAt: getNow(), result })),
  };
}
