import type { BillerMatch } from '../../../shared/contract/index.ts';
import styles from './billers.module.css';

export interface NamePart {
  readonly startIndex: number;
  readonly text: string;
  readonly isHighlighted: boolean;
}

/** Splits a name at its matches: ranges with an exclusive end, in UTF-16 units. */
export function splitAtMatches(name: string, matches: BillerMatch['matches']): readonly NamePart[] {
  const parts: NamePart[] = [];
  let position = 0;
  const addPart = (end: number, isHighlighted: boolean): void => {
    if (end <= position) return;
    parts.push({ startIndex: position, text: name.slice(position, end), isHighlighted });
    position = end;
  };
  for (const [start, end] of matches) {
    addPart(Math.min(start, name.length), false);
    addPart(Math.min(end, name.length), true);
  }
  addPart(name.length, false);
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
          <mark key={part.startIndex} className={styles.highlight}>
            {part.text}
          </mark>
        ) : (
          <span key={part.startIndex}>{part.text}</span>
        ),
      )}
    </span>
  );
}
