import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { updateRefusalReasonSchema } from '../../../../shared/contract/index.ts';
import { type Log, writeFileAtomically } from '../../../platform/index.ts';
import { FeedRefusal } from './feed.ts';

/** The update state that is saved between starts. */
const savedStateSchema = z.object({
  feed: z.object({ serial: z.int().positive(), digest: z.string() }).nullable(),
  /** The version whose installer was started last. */
  started: z.string().nullable(),
  /** The reason why it was not started, found too late to show it in that run. */
  refused: updateRefusalReasonSchema.nullable(),
});
export type SavedUpdateState = z.infer<typeof savedStateSchema>;

export interface UpdateStateFile {
  get(): SavedUpdateState;
  /**
   * Throws `FeedRefusal` if the state cannot be saved: a feed whose serial is not saved could be
   * replayed.
   */
  save(changes: Partial<SavedUpdateState>): Promise<void>;
}

export function openUpdateStateFile(folder: string, log: Log): UpdateStateFile {
  const file = join(folder, 'kept.json');
  let savedState = readSavedState(file, log);
  return {
    get: () => savedState,
    save: async (changes) => {
      const next = { ...savedState, ...changes };
      if (JSON.stringify(next) === JSON.stringify(savedState)) return;
      const written = await writeFileAtomically(file, (handle) =>
        handle.writeFile(JSON.stringify(next)),
      );
      if (!written.ok) {
        log.warn({ problem: written.problem }, 'updates: saving state failed');
        throw new FeedRefusal('disk-full', 'the number of the feed cannot be saved');
      }
      savedState = next;
    },
  };
}

function readSavedState(file: string, log: Log): SavedUpdateState {
  try {
    return savedStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) log.warn({ err: error }, 'updates: saved state unreadable');
    return { feed: null, started: null, refused: null };
  }
}
