import type { Release } from './release.ts';

/** A check of a release. */
export interface Check {
  readonly name: string;
  /** Returns the problems, each a sentence for the releaser; null if there is nothing to check. */
  run(release: Release): Promise<readonly string[] | null>;
}

/** Collects the problems of several items; null if there are no items. */
export async function collectProblems<Item>(
  items: readonly Item[],
  findProblems: (item: Item) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  if (items.length === 0) return null;
  const problems: string[] = [];
  for (const item of items) problems.push(...(await findProblems(item)));
  return problems;
}
