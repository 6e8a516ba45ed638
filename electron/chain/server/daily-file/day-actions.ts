import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getNextDay } from '../../../../shared/dates/index.ts';
import type { ChainQuery } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { readStoredFileBytes } from './stored-files.ts';

/** A person's actions on a day's file; each is recorded with its reason. */
export interface ChainDayActions {
  /** The file was delivered by other means: it is no longer sent, and its bytes stay. */
  markHandedIn(day: string, by: string, reason: string): Promise<DayActionResult>;
  /** The file was not handed in after all. */
  unmarkHandedIn(day: string, by: string, reason: string): Promise<DayActionResult>;
  /** The service does not have the file that may have arrived: the same bytes are sent again. */
  sendAgain(day: string, by: string, reason: string): Promise<DayActionResult>;
  /** Writes the file as it was made into a folder; never overwrites a file. */
  save(day: string, folder: string): Promise<{ readonly file: string } | DayActionResult>;
}

export type DayActionResult =
  | 'done'
  | 'not-a-day'
  | 'no-reason'
  | 'no-file'
  | 'already-uploaded'
  | 'handed-in'
  | 'not-handed-in';

const DAY_ACTION_RESULTS: readonly DayActionResult[] = [
  'done',
  'not-a-day',
  'already-uploaded',
  'handed-in',
  'not-handed-in',
];

export function createChainDayActions(query: ChainQuery): ChainDayActions {
  const runAction =
    (text: string) =>
    async (day: string, by: string, reason: string): Promise<DayActionResult> => {
      if (!isDay(day)) return 'not-a-day';
      if (reason.trim() === '') return 'no-reason';
      const [row] = await query(text, [day, by, reason.trim()]);
      const result = DAY_ACTION_RESULTS.find((dayResult) => dayResult === row?.result);
      if (result === undefined) throw new Error(`unknown result of a day action: ${row?.result}`);
      return result;
    };
  return {
    markHandedIn: runAction('SELECT chain.hand_in_v1($1, $2, $3) AS result'),
    unmarkHandedIn: runAction('SELECT chain.take_back_hand_in_v1($1, $2, $3) AS result'),
    sendAgain: runAction('SELECT chain.send_again_v1($1, $2, $3) AS result'),
    save: async (day, folder) => {
      const row = isDay(day) ? await readChainDay(query, day) : null;
      if (row === null) return 'not-a-day';
      if (row.build === null) return 'no-file';
      const file = join(folder, row.name);
      const handle = await open(file, 'wx', 0o600);
      await writePieces(handle, file, readStoredFileBytes(query, row.build));
      return { file };
    },
  };
}

async function writePieces(
  handle: FileHandle,
  file: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && getNextDay(text) > text;
}
