import { statSync } from 'node:fs';

/**
 * Returns a check of whether the paths of an open ledger still refer to the opened files. SQLite
 * continues to write to a file that was deleted or replaced, and that data is lost when the till
 * closes. The two `stat` calls take some microseconds.
 */
export function createFileIdentityCheck(file: string): () => boolean {
  const identities = new Map<string, string>();
  // The journal may be created only by the first write.
  const names = [file, `${file}-wal`];
  const isUnchanged = (name: string): boolean => {
    const stats = statSync(name, { bigint: true, throwIfNoEntry: false });
    const identity = stats === undefined ? null : `${stats.dev}/${stats.ino}`;
    const expected = identities.get(name);
    if (expected !== undefined) return expected === identity;
    if (identity !== null) identities.set(name, identity);
    return true;
  };
  for (const name of names) isUnchanged(name);
  return () => names.every(isUnchanged);
}
