import type { DailyFileState } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import {
  type BusinessDayRow,
  type BusinessDays,
  computeUploadLateAt,
  countUndeliveredDays,
  listMissingDays,
  type TrustedTime,
} from './days/index.ts';
import type { ReconciliationSettings } from './ports.ts';
import type { PinnedHostKeys, Uploader } from './upload/index.ts';

/** The files that are due and not uploaded. */
export interface MissingDays {
  readonly days: number;
  readonly oldest: string | null;
  /** Whether the upload window of the oldest is over. */
  readonly isLate: boolean;
}

/** At most this many rows are read; a larger number is counted. */
const MAX_DAYS_READ = 31;

/** The status of the daily files, for their screen and for the status line. */
export function createDailyFileStatus(ports: {
  readonly database: Database;
  readonly settings: () => ReconciliationSettings;
  readonly time: TrustedTime;
  readonly days: BusinessDays;
  readonly keys: PinnedHostKeys;
  readonly uploads: Uploader;
}): { getDailyFileState(): DailyFileState; getMissingDays(): MissingDays | null } {
  const { database, settings, time, days, keys, uploads } = ports;

  const getState = (): DailyFileState => {
    const { server, isUploading, timeZone, uploadHour, hasDrp } = settings();
    return {
      server: server && {
        host: server.host,
        port: server.port,
        user: server.user,
        folder: server.folder,
      },
      uploads: isUploading,
      since: days.getFirstDay(),
      chain: settings().isUploadedByChain ? { from: days.getFirstDayOfChain() } : null,
      timeZone,
      uploadHour,
      today: days.getToday(),
      hostKeys: server === null ? { confirmed: null, seen: null } : keys.readHostKey(server),
      uploading: uploads.getUploadingDay(),
      missing: listDueMissingDays().length,
      hasDrp,
    };
  };

  const listDueMissingDays = (): BusinessDayRow[] =>
    settings().isUploading
      ? listMissingDays(database, MAX_DAYS_READ).filter(
          (row) => Date.parse(row.dueAt) <= time.now(),
        )
      : [];

  const getMissingDays = (): MissingDays | null => {
    if (!settings().isUploading) return null;
    const due = listDueMissingDays();
    const count = due.length < MAX_DAYS_READ ? due.length : countUndeliveredDays(database);
    const [oldest] = due;
    return {
      days: count,
      oldest: oldest?.day ?? null,
      isLate:
        oldest !== undefined &&
        computeUploadLateAt(Date.parse(oldest.dueAt), settings().uploadHour) <= time.now(),
    };
  };

  return { getDailyFileState: getState, getMissingDays };
}
