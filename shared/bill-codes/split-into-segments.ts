/** Marks the end of a field: GS1's FNC1 as scanners send it. */
export const SEPARATOR = '\u001d';

/** What some readers and printers write for FNC1, in letters. Only before the next field. */
const NEXT_FIELD = '(?=[^0-9A-Za-z]*(?:8020|39[01]\\d|390y|96\\d|12\\d))';
const WRITTEN_SEPARATORS = new RegExp(
  `(?:@86|[~\\\\^]?f1|[~\\\\][1f]|[^0-9A-Za-z]?(?:gs|fnc ?1)[^0-9A-Za-z]?)${NEXT_FIELD}`,
  'gi',
);
/** The number of the character behind a sign. Not where a reference stands between parentheses. */
const NUMBERED_SEPARATORS = new RegExp(
  `(?<!802[01])[^0-9A-Za-z](?:0?x?1d|u001d|d?029)[^0-9A-Za-z]?${NEXT_FIELD}`,
  'gi',
);
/** Alt+029 on the number pad, typed instead of the character that it stands for. */
const TYPED_SEPARATOR = /029(?=8020\d|39[01]\d{2}|96\d{8}|12\d{6})/g;
/** A field's number without its value, as it stands between parentheses. */
const LONE_IDENTIFIER = /^(?:41[56]|802[01]|39[01][\dy]|96|12)$/i;

/**
 * Splits a scanned code into what stands between its separators, whatever a scanner sends for them:
 * a control character, a sign, a letter of another keyboard layout, a written mark, or parentheses
 * around the fields' numbers.
 */
export function splitIntoSegments(text: string): readonly string[] {
  const parts = text
    .replace(WRITTEN_SEPARATORS, SEPARATOR)
    .replace(NUMBERED_SEPARATORS, SEPARATOR)
    .replace(/[^0-9A-Za-z]+/g, SEPARATOR)
    .split(SEPARATOR)
    .filter((part) => part !== '');
  const segments: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const isLone = LONE_IDENTIFIER.test(part) && index + 1 < parts.length;
    segments.push(isLone ? part + parts[index + 1] : part);
    if (isLone) index += 1;
  }
  return segments;
}

/** Returns the text with `029` as separators; null if it contains none before a field. */
export function replaceTypedSeparators(text: string): string | null {
  const replaced = text.replace(TYPED_SEPARATOR, SEPARATOR);
  return replaced === text ? null : replaced;
}
