import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { updateRefusalReasonSchema } from '../../../../shared/contract/index.ts';
import { type Log, writeFileAtomically } from '../../../platform/index.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** The update state that is saved between starts. */
const savedStateSchema = z.object({
  /** The version whose installer was started last. */
  started: z.string().nullable(),
  /** The reason why it was not started, found too late to show it in that run. */
  refused: updateRefusalReasonSchema.nullable(),
});
export type SavedUpdateState = z.infer<typeof savedStateSchema>;

export interface UpdateStateFile {
  get(): SavedUpdateState;
  /** Throws `UpdateRefusal` if the state cannot be saved. */
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
        throw new UpdateRefusal('disk-full', 'the state of the update cannot be saved');
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
    return { started: null, refused: null };
  }
}
