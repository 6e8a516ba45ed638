import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { updateRefusal } from '../../../shared/contract/index.ts';
import { type Log, writeWholeFile } from '../../platform/index.ts';
import { FeedRefusal } from './feed.ts';

/** What is remembered of updates from one start to the next. */
const keptSchema = z.object({
  feed: z.object({ serial: z.int().positive(), digest: z.string() }).nullable(),
  /** The version whose installer was started last. */
  started: z.string().nullable(),
  /** Why it was not started after all, found when nobody could be told any more. */
  refused: updateRefusal.nullable(),
});
export type Kept = z.infer<typeof keptSchema>;

export interface KeptFile {
  now(): Kept;
  /** Throws `FeedRefusal` if it cannot be kept: a feed whose number is not kept could come again. */
  keep(changes: Partial<Kept>): Promise<void>;
}

export function openKept(folder: string, log: Log): KeptFile {
  const file = join(folder, 'kept.json');
  let kept = readKept(file, log);
  return {
    now: () => kept,
    keep: async (changes) => {
      const next = { ...kept, ...changes };
      if (JSON.stringify(next) === JSON.stringify(kept)) return;
      const written = await writeWholeFile(file, (handle) =>
        handle.writeFile(JSON.stringify(next)),
      );
      if (!written.ok) {
        log.warn({ problem: written.problem }, 'what is kept of updates could not be written');
        throw new FeedRefusal('disk-full', 'the number of the feed cannot be kept');
      }
      kept = next;
    },
  };
}

function readKept(file: string, log: Log): Kept {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isNone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isNone) log.warn({ err: error }, 'what was kept of updates cannot be read');
    return { feed: null, started: null, refused: null };
  }
}
