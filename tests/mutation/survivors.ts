/**
 * The mutants that the tests do not notice, as a list in the repository. A mutant is known by the text
 * that it replaces, so that an edit elsewhere in the file does not make it another one.
 */

export interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
}

export interface KnownSurvivor extends Survivor {
  /** Why no test can notice it; null if nobody has examined it. */
  readonly reason: string | null;
}

/** A survivor of a run, with its line in the file, counted from 1. */
export interface LocatedSurvivor extends Survivor {
  readonly line: number;
}

export interface SurvivorComparison {
  /** Neither noticed by a test nor listed. */
  readonly added: readonly LocatedSurvivor[];
  /** Listed, but noticed by a test now, or gone. */
  readonly removed: readonly KnownSurvivor[];
  readonly kept: readonly KnownSurvivor[];
}

/** Compares the survivors of a run with the listed ones of the same files. Equal mutants are counted. */
export function compareSurvivors(
  survivors: readonly LocatedSurvivor[],
  known: readonly KnownSurvivor[],
): SurvivorComparison {
  const unmatched = [...known];
  const kept: KnownSurvivor[] = [];
  const added: LocatedSurvivor[] = [];
  for (const survivor of survivors) {
    const index = unmatched.findIndex((candidate) => isSameMutant(candidate, survivor));
    const [match] = index === -1 ? [] : unmatched.splice(index, 1);
    if (match === undefined) added.push(survivor);
    else kept.push(match);
  }
  return { added, removed: unmatched, kept };
}

function isSameMutant(a: Survivor, b: Survivor): boolean {
  return a.file === b.file && a.original === b.original && a.replacement === b.replacement;
}

/** Returns the list after a run: what was examined keeps its reason. In the order of the files. */
export function updateSurvivors(
  comparison: SurvivorComparison,
  untouched: readonly KnownSurvivor[],
): KnownSurvivor[] {
  const all = [
    ...untouched,
    ...comparison.kept,
    ...comparison.added.map(
      ({ line: _, ...survivor }): KnownSurvivor => ({ ...survivor, reason: null }),
    ),
  ];
  const toKey = ({ file, original, replacement }: Survivor): string =>
    [file, original, replacement].join('\n');
  return all.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}
