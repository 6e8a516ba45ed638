import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dayAfter } from '../../../shared/dates/index.ts';
import type { ChainQuery } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { keptBytes } from './kept-files.ts';

/** What a person can do about a day's file; each is noted with its reason. */
export interface ChainDayActs {
  /** The file arrived by other means: it is no longer sent, and its bytes stay. */
  markHandedIn(day: string, by: string, reason: string): Promise<DayActResult>;
  /** It was not handed in after all. */
  takeBackHandedIn(day: string, by: string, reason: string): Promise<DayActResult>;
  /** The service does not have the file that may have arrived: the same bytes go out again. */
  sendAgain(day: string, by: string, reason: string): Promise<DayActResult>;
  /** Writes the file as it was made into a folder; never over another. */
  save(day: string, folder: string): Promise<{ readonly file: string } | DayActResult>;
}

export type DayActResult =
  | 'done'
  | 'not-a-day'
  | 'no-reason'
  | 'no-file'
  | 'already-uploaded'
  | 'handed-in'
  | 'not-handed-in';

const RESULTS: readonly DayActResult[] = [
  'done',
  'not-a-day',
  'already-uploaded',
  'handed-in',
  'not-handed-in',
];

export function createDayActs(ask: ChainQuery): ChainDayActs {
  const act =
    (text: string) =>
    async (day: string, by: string, reason: string): Promise<DayActResult> => {
      if (!isDay(day)) return 'not-a-day';
      if (reason.trim() === '') return 'no-reason';
      const [row] = await ask(text, [day, by, reason.trim()]);
      const result = RESULTS.find((one) => one === row?.result);
      if (result === undefined) throw new Error(`not a result of a day's act: ${row?.result}`);
      return result;
    };
  return {
    markHandedIn: act('SELECT chain.hand_in_v1($1, $2, $3) AS result'),
    takeBackHandedIn: act('SELECT chain.take_back_hand_in_v1($1, $2, $3) AS result'),
    sendAgain: act('SELECT chain.send_again_v1($1, $2, $3) AS result'),
    save: async (day, folder) => {
      const row = isDay(day) ? await readChainDay(ask, day) : null;
      if (row === null) return 'not-a-day';
      if (row.build === null) return 'no-file';
      const file = join(folder, row.name);
      const handle = await open(file, 'wx', 0o600);
      await writeAll(handle, file, keptBytes(ask, row.build));
      return { file };
    },
  };
}

async function writeAll(
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
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayAfter(text) > text;
}
