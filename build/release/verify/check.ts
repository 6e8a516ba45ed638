import type { Release } from './release.ts';

/** One thing that is looked at. It answers with what is wrong, each a sentence for who releases. */
export interface Check {
  readonly name: string;
  /** Null where there is nothing in the release that it could look at. */
  run(release: Release): Promise<readonly string[] | null>;
}

/** The lines of a problem for each of several things of one kind. */
export async function collectProblems<Thing>(
  things: readonly Thing[],
  problemsOf: (thing: Thing) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  if (things.length === 0) return null;
  const found: string[] = [];
  for (const thing of things) found.push(...(await problemsOf(thing)));
  return found;
}
