import { z } from 'zod';
import {
  UploadFailure,
  type UploadRecords,
} from '../../../back-office/reconciliation/upload/index.ts';
import { type ChainQuery, isRefused } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { toPartName } from './stored-files.ts';

/** What the uploads record, in the chain's database; each change names the fence. */
export function createChainRecords(ports: {
  readonly ask: ChainQuery;
  readonly fence: number;
  readonly holder: string;
}): UploadRecords {
  const { ask, fence, holder } = ports;
  return {
    // The comparison holds no file back, and runs by itself.
    prepare: async () => {},
    isMissing: async (day) => {
      const row = await readChainDay(ask, day);
      return row !== null && row.uploadedAt === null && row.handedIn === null;
    },
    getOffer: async (day) => {
      const row = await readChainDay(ask, day);
      const own = row === null ? null : toPartName(row.name, fence);
      if (row?.inDoubtAt == null)
        await ask('SELECT chain.set_part_v1($1, $2, $3)', [fence, day, own]);
      return {
        isOpen: row?.inDoubtAt != null,
        earlierName: row?.part ?? null,
        open: async () => {
          try {
            await ask('SELECT chain.open_offer_v1($1, $2, $3, $4)', [fence, day, row?.build, own]);
          } catch (error) {
            if (isRefused(error)) throw new UploadFailure('stopped');
            throw error;
          }
        },
        close: async () => {
          await ask('SELECT chain.close_offer_v1($1, $2)', [fence, day]);
        },
      };
    },
    startAttempt: async (day, by) => {
      const [row] = await ask('SELECT chain.begin_attempt_v1($1, $2, $3, $4) AS number', [
        fence,
        day,
        holder,
        by?.name ?? null,
      ]);
      return z.number().parse(row?.number);
    },
    recordUploaded: async (day, _file, how) => {
      await ask('SELECT chain.uploaded_v1($1, $2, $3)', [fence, day, how]);
    },
    endAttempt: async (day, number, result) => {
      await ask('SELECT chain.end_attempt_v1($1, $2, $3, $4)', [fence, day, number, result]);
    },
  };
}
