import type { Log } from '../../../platform/index.ts';
import type { ChainDay } from '../chain-day.ts';
import type { ChainQuery } from '../database/index.ts';
import type { JournalEntry, JournalGuard } from '../upload-journal/index.ts';
import { createChainDayActions } from './day-actions.ts';

/** Who hands in a day whose upload only the journal knows. */
export const JOURNAL_ACTOR = 'mostrador chain';

/**
 * Brings journal and database together before anything is uploaded. Returns whether files may be
 * uploaded. Call after the rows of the ended days were inserted.
 */
export async function applyUploadJournal(
  journal: JournalGuard,
  query: ChainQuery,
  fencingToken: number,
  log: Log,
): Promise<boolean> {
  const state = await journal.check();
  switch (state.kind) {
    case 'current':
      for (const { day } of state.provenDays)
        await query('SELECT chain.uploaded_v1($1, $2, $3)', [fencingToken, day, 'uploaded']);
      return true;
    case 'ahead':
      if (state.isAccepted) {
        for (const entry of state.entries) await handInFromJournal(query, entry, log);
        return true;
      }
      break;
    case 'missing':
    case 'unreadable':
    case 'unwritable':
    case 'other-database':
      break;
  }
  log.error({ problem: journal.getProblem() }, 'upload-journal: uploads stopped');
  return false;
}

async function handInFromJournal(query: ChainQuery, entry: JournalEntry, log: Log): Promise<void> {
  const { day, name, sha256, uploadedAt, host } = entry;
  const reason = `journal of uploads: ${name} (${sha256}) was uploaded at ${uploadedAt} from ${host}`;
  // A day that the database does not have is not sent either.
  const result = await createChainDayActions(query).markHandedIn(day, JOURNAL_ACTOR, reason);
  if (result === 'done') log.warn({ day, name, uploadedAt }, 'upload-journal: upload taken over');
}

/** Whether the day was handed in because only the journal knew its upload. */
export function isTakenFromJournal({ handedIn }: ChainDay): boolean {
  return handedIn?.by === JOURNAL_ACTOR;
}

/** Whether the file, made again from the rows, has the bytes that were uploaded. */
export function isSameAsInJournal({ handedIn, sha256 }: ChainDay): boolean {
  return sha256 !== null && handedIn?.reason.includes(sha256) === true;
}
