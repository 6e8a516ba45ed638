import { statSync } from 'node:fs';

/**
 * Whether the files of an open ledger are still the ones that bear their names. SQLite goes on
 * writing into a file that somebody has deleted or replaced, and what it writes is lost when the
 * till closes. Two looks at a folder cost some millionths of a second.
 */
export function createFileIdentityCheck(file: string): () => boolean {
  const known = new Map<string, string>();
  // The journal may only come with the first write.
  const names = [file, `${file}-wal`];
  const look = (name: string): boolean => {
    const found = statSync(name, { bigint: true, throwIfNoEntry: false });
    const identity = found === undefined ? null : `${found.dev}/${found.ino}`;
    const before = known.get(name);
    if (before !== undefined) return before === identity;
    if (identity !== null) known.set(name, identity);
    return true;
  };
  for (const name of names) look(name);
  return () => names.every(look);
}
