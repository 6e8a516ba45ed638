import type { BillerMatch } from '../../../shared/contract/index.ts';
import styles from './billers.module.css';

export interface NamePart {
  readonly at: number;
  readonly text: string;
  readonly isHighlighted: boolean;
}

/** Splits a name at its matches: ranges with an exclusive end, in UTF-16 units. */
export function splitAtMatches(name: string, matches: BillerMatch['matches']): readonly NamePart[] {
  const parts: NamePart[] = [];
  let at = 0;
  const take = (end: number, isHighlighted: boolean): void => {
    if (end <= at) return;
    parts.push({ at, text: name.slice(at, end), isHighlighted });
    at = end;
  };
  for (const [start, end] of matches) {
    take(Math.min(start, name.length), false);
    take(Math.min(end, name.length), true);
  }
  take(name.length, false);
  return parts;
}

/** The name with the matches highlighted. */
export function HighlightedName(props: {
  readonly name: string;
  readonly matches: BillerMatch['matches'];
}) {
  return (
    <span className={styles.name}>
      {splitAtMatches(props.name, props.matches).map((part) =>
        part.isHighlighted ? (
          <mark key={part.at} className={styles.highlight}>
            {part.text}
          </mark>
        ) : (
          <span key={part.at}>{part.text}</span>
        ),
      )}
    </span>
  );
}
