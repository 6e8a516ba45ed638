import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { updateRefusalReasonSchema } from '../../../../shared/contract/index.ts';
import { type Log, writeFileAtomically } from '../../../platform/index.ts';
import { FeedRefusal } from './feed.ts';

/** What is remembered of updates from one start to the next. */
const savedStateSchema = z.object({
  feed: z.object({ serial: z.int().positive(), digest: z.string() }).nullable(),
  /** The version whose installer was started last. */
  started: z.string().nullable(),
  /** Why it was not started after all, found when nobody could be told any more. */
  refused: updateRefusalReasonSchema.nullable(),
});
export type SavedUpdateState = z.infer<typeof savedStateSchema>;

export interface UpdateStateFile {
  get(): SavedUpdateState;
  /** Throws `FeedRefusal` if it cannot be kept: a feed whose number is not kept could come again. */
  save(changes: Partial<SavedUpdateState>): Promise<void>;
}

export function openUpdateStateFile(folder: string, log: Log): UpdateStateFile {
  const file = join(folder, 'kept.json');
  let kept = readSavedState(file, log);
  return {
    get: () => kept,
    save: async (changes) => {
      const next = { ...kept, ...changes };
      if (JSON.stringify(next) === JSON.stringify(kept)) return;
      const written = await writeFileAtomically(file, (handle) =>
        handle.writeFile(JSON.stringify(next)),
      );
      if (!written.ok) {
        log.warn({ problem: written.problem }, 'updates: saving state failed');
        throw new FeedRefusal('disk-full', 'the number of the feed cannot be kept');
      }
      kept = next;
    },
  };
}

function readSavedState(file: string, log: Log): SavedUpdateState {
  try {
    return savedStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isNone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNone) log.warn({ err: error }, 'updates: saved state unreadable');
    return { feed: null, started: null, refused: null };
  }
}
