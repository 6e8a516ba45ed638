import { getNextDay } from '../../../../shared/dates/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { getDayBefore } from './business-day-times.ts';
import { listMissingDays, readDay } from './day-queries.ts';
import {
  readHandover,
  readUploadingSince,
  writeHandover,
  writeUploadingSince,
} from './transaction-queries.ts';

/**
 * Each business day of a chain is in exactly one file. Until a day that the chain agreed on, the till
 * that uploaded goes on with its own; from then on the chain's program makes one file for all.
 *
 * - A till that uploaded hands over with the next business day, the first that is whole: it still sends
 *   the file of the day on which it entered the chain, and those before it. So does one that was told on
 *   that very day to upload no longer.
 * - A till that did not upload is in the chain's file from the day on which it entered: the chain is
 *   told all that it sold, also what was before that hour.
 * - What the chain says then holds: it may have begun earlier.
 * - A till that leaves the chain and uploads again, at once or later that day, begins with the next
 *   business day: what it sold in the chain is in the chain's file.
 */
/** What the settings ask for, as they are now; `today` is a business day, and certain. */
export function updateUploadDuty(
  database: Database,
  { uploads, isOfChain }: { readonly uploads: boolean; readonly isOfChain: boolean },
  today: string,
): void {
  const since = readUploadingSince(database);
  const { stoppedOn, leftOn, chainFrom } = readHandover(database);
  const left = chainFrom !== null && chainFrom <= today ? today : leftOn;
  const write = (next: {
    readonly since: string | null;
    readonly stoppedOn: string | null;
    readonly leftOn: string | null;
    readonly chainFrom: string | null;
  }): void => {
    const isSame =
      next.since === since &&
      next.stoppedOn === stoppedOn &&
      next.leftOn === leftOn &&
      next.chainFrom === chainFrom;
    if (isSame) return;
    database.commit(() => {
      if (next.since !== since) writeUploadingSince(database, next.since);
      writeHandover(database, next);
    });
  };

  if (isOfChain) {
    if (chainFrom !== null) return;
    const uploaded = since ?? (stoppedOn === today ? today : null);
    const from = uploaded === null ? today : getNextDay(today);
    write({ since: uploaded, stoppedOn: null, leftOn, chainFrom: from });
  } else if (uploads) {
    const first = left === today ? getNextDay(today) : today;
    const isAnew = since === null || chainFrom !== null;
    write({ since: isAnew ? first : since, stoppedOn: null, leftOn: left, chainFrom: null });
  } else {
    const stopped = since === null ? stoppedOn : today;
    write({ since: null, stoppedOn: stopped, leftOn: left, chainFrom: null });
  }
}

/** Whether this till still has a file of its own to send, or does not know yet. */
export function hasFilesDueBeforeChain(database: Database): boolean {
  const { chainFrom } = readHandover(database);
  if (chainFrom === null) return true;
  const since = readUploadingSince(database);
  if (since === null || since >= chainFrom) return false;
  const isLastWritten = readDay(database, getDayBefore(chainFrom)) !== null;
  return !isLastWritten || listMissingDays(database, 1).length > 0;
}
