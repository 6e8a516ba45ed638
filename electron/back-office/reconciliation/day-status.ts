import type { DailyFileState } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import {
  type BusinessDays,
  computeLateFrom,
  countMissingDays,
  type DayRow,
  listMissingDays,
  type TrustedTime,
} from './days/index.ts';
import type { ReconciliationSettings } from './ports.ts';
import type { PinnedKeys, Uploader } from './upload/index.ts';

/** The files that are due and not in. */
export interface MissingDays {
  readonly days: number;
  readonly oldest: string | null;
  /** The window of the oldest is over. */
  readonly isLate: boolean;
}

/** So many are read one by one; more are counted. */
const MAX_DAYS_READ = 31;

/** How the daily files stand: for their room, and for the status line. */
export function createDayStatus(ports: {
  readonly database: Database;
  readonly settings: () => ReconciliationSettings;
  readonly time: TrustedTime;
  readonly days: BusinessDays;
  readonly keys: PinnedKeys;
  readonly uploads: Uploader;
}): { state(): DailyFileState; missing(): MissingDays | null } {
  const { database, settings, time, days, keys, uploads } = ports;

  const state = (): DailyFileState => {
    const { server, uploads: doesUpload, timeZone, uploadHour, hasDrp } = settings();
    return {
      server: server && {
        host: server.host,
        port: server.port,
        user: server.user,
        folder: server.folder,
      },
      uploads: doesUpload,
      since: days.getFirstDay(),
      chain: settings().isOfChain ? { from: days.getChainStart() } : null,
      timeZone,
      uploadHour,
      today: days.getToday(),
      hostKeys: server === null ? { confirmed: null, seen: null } : keys.readHostKey(server),
      uploading: uploads.getUploadingDay(),
      missing: dueMissing().length,
      hasDrp,
    };
  };

  const dueMissing = (): DayRow[] =>
    settings().uploads
      ? listMissingDays(database, MAX_DAYS_READ).filter(
          (row) => Date.parse(row.dueAt) <= time.now(),
        )
      : [];

  const missing = (): MissingDays | null => {
    if (!settings().uploads) return null;
    const due = dueMissing();
    const all = due.length < MAX_DAYS_READ ? due.length : countMissingDays(database);
    const [oldest] = due;
    return {
      days: all,
      oldest: oldest?.day ?? null,
      isLate:
        oldest !== undefined &&
        computeLateFrom(Date.parse(oldest.dueAt), settings().uploadHour) <= time.now(),
    };
  };

  return { state, missing };
}
