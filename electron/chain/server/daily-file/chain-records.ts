import { z } from 'zod';
import {
  UploadFailure,
  type UploadRecords,
} from '../../../back-office/reconciliation/upload/index.ts';
import { type Log, toIsoTime } from '../../../platform/index.ts';
import { type ChainQuery, isWriteRefusedError } from '../database/index.ts';
import type { JournalGuard } from '../upload-journal/index.ts';
import { readChainDay } from './chain-days.ts';
import { toUnfinishedFileName } from './stored-files.ts';

/** Stores the upload records in the chain's database; each change carries the fencing token. */
export function createChainUploadRecords(ports: {
  readonly query: ChainQuery;
  readonly fencingToken: number;
  readonly holder: string;
  readonly journal: Pick<JournalGuard, 'record'>;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}): UploadRecords {
  const { query, fencingToken, holder, journal, log, now } = ports;
  return {
    // The comparison runs separately and does not delay the file.
    prepare: async () => {},
    isMissing: async (day) => {
      const row = await readChainDay(query, day);
      return row !== null && row.uploadedAt === null && row.handedIn === null;
    },
    getUploadDoubt: async (day) => {
      const row = await readChainDay(query, day);
      const partName = row === null ? null : toUnfinishedFileName(row.name, fencingToken);
      if (row?.inDoubtAt == null)
        await query('SELECT chain.set_part_v1($1, $2, $3)', [fencingToken, day, partName]);
      return {
        isInDoubt: row?.inDoubtAt != null,
        earlierName: row?.part ?? null,
        mark: async () => {
          try {
            await query('SELECT chain.open_offer_v1($1, $2, $3, $4)', [
              fencingToken,
              day,
              row?.build,
              partName,
            ]);
          } catch (error) {
            if (isWriteRefusedError(error)) throw new UploadFailure('stopped');
            throw error;
          }
        },
        clear: async () => {
          await query('SELECT chain.close_offer_v1($1, $2)', [fencingToken, day]);
        },
      };
    },
    startAttempt: async (day, by) => {
      const [row] = await query('SELECT chain.begin_attempt_v1($1, $2, $3, $4) AS number', [
        fencingToken,
        day,
        holder,
        by?.name ?? null,
      ]);
      return z.number().parse(row?.number);
    },
    recordUploaded: async (day, { name, bytes, sha256 }, how) => {
      const entry = { day, name, bytes, sha256, uploadedAt: toIsoTime(now()) };
      // In this order: a database that was set back is then always behind the journal.
      await journal.record(entry).catch((error: unknown) => {
        // The next check adds it from the database, and uploads nothing if it cannot.
        log.error({ err: error, day }, 'upload-journal: append failed');
      });
      await query('SELECT chain.uploaded_v1($1, $2, $3)', [fencingToken, day, how]);
    },
    endAttempt: async (day, number, result) => {
      await query('SELECT chain.end_attempt_v1($1, $2, $3, $4)', [
        fencingToken,
        day,
        number,
        result,
      ]);
    },
  };
}
