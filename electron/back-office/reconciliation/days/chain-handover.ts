import { getNextDay } from '../../../../shared/dates/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import { getPreviousDay } from './business-day-times.ts';
import { listMissingDays, readDay } from './day-queries.ts';
import {
  readChainHandover,
  readUploadingSinceDay,
  writeChainHandover,
  writeUploadingSinceDay,
} from './transaction-queries.ts';

/**
 * Each business day of a chain is in exactly one file. Until a day that the chain agreed on, a till
 * that uploaded continues with its own files; from that day on the chain's program makes one file
 * for all tills.
 *
 * - A till that uploaded hands over with the next business day, the first complete one: it still
 *   uploads the file of the day on which it joined the chain, and earlier ones. So does a till
 *   whose uploads were turned off on that same day.
 * - A till that did not upload is in the chain's file from the day on which it joined: the chain
 *   receives all its sales of that day, including those before it joined.
 * - The day that the chain sets overrides the till's: the chain may have begun earlier.
 * - A till that leaves the chain and uploads again, at once or later that day, begins with the next
 *   business day: its sales in the chain are in the chain's file.
 */
/** Applies the current settings. `today` is a business day and must be certain. */
export function updateOwnUploadPeriod(
  database: Database,
  {
    isUploading,
    isUploadedByChain,
  }: Pick<ReconciliationSettings, 'isUploading' | 'isUploadedByChain'>,
  today: string,
): void {
  const since = readUploadingSinceDay(database);
  const { stoppedOn, leftOn, chainFrom } = readChainHandover(database);
  const leftDay = chainFrom !== null && chainFrom <= today ? today : leftOn;
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
      if (next.since !== since) writeUploadingSinceDay(database, next.since);
      writeChainHandover(database, next);
    });
  };

  if (isUploadedByChain) {
    if (chainFrom !== null) return;
    const uploadingSince = since ?? (stoppedOn === today ? today : null);
    const newChainFrom = uploadingSince === null ? today : getNextDay(today);
    write({ since: uploadingSince, stoppedOn: null, leftOn, chainFrom: newChainFrom });
  } else if (isUploading) {
    const firstDay = leftDay === today ? getNextDay(today) : today;
    const isRestarting = since === null || chainFrom !== null;
    write({
      since: isRestarting ? firstDay : since,
      stoppedOn: null,
      leftOn: leftDay,
      chainFrom: null,
    });
  } else {
    const stoppedDay = since === null ? stoppedOn : today;
    write({ since: null, stoppedOn: stoppedDay, leftOn: leftDay, chainFrom: null });
  }
}

/** Returns whether this till still has a file of its own to upload, or does not know yet. */
export function hasFilesDueBeforeChain(database: Database): boolean {
  const { chainFrom } = readChainHandover(database);
  if (chainFrom === null) return true;
  const since = readUploadingSinceDay(database);
  if (since === null || since >= chainFrom) return false;
  const isLastWritten = readDay(database, getPreviousDay(chainFrom)) !== null;
  return !isLastWritten || listMissingDays(database, 1).length > 0;
}
