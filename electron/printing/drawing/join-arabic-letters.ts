/**
 * Arabic letters in their joined forms. Unicode has a character for each form and names the letter
 * that it belongs to, so no table of our own is needed. The order: alone, final, initial, medial; a
 * letter with two forms joins only the letter before it.
 */
let formsByLetter: ReadonlyMap<string, readonly string[]> | null = null;

const FORM_RANGES = [
  [0xfe80, 0xfefc],
  // Letters of Persian, Urdu and others.
  [0xfb50, 0xfbe7],
  [0xfbfc, 0xfbff],
] as const;

function buildForms(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [first, last] of FORM_RANGES) {
    const known = new Set(found.keys());
    for (let code = first; code <= last; code += 1) {
      const form = String.fromCodePoint(code);
      const letters = form.normalize('NFKC');
      if (letters === form || known.has(letters)) continue;
      found.set(letters, [...(found.get(letters) ?? []), form]);
    }
  }
  return found;
}

const ARABIC_PATTERN = /\p{Script=Arabic}/u;
/** Joins on both sides and has no forms: the stroke between letters, and the joiner. */
const JOINER_PATTERN = /[\u0640\u200d]/;
const COMBINING_MARK_PATTERN = /\p{Mn}/u;

/** Replaces each Arabic letter by the form for its position, and leaves all other characters. */
export function joinArabicLetters(line: string): string {
  if (!ARABIC_PATTERN.test(line)) return line;
  formsByLetter ??= buildForms();
  const known = formsByLetter;
  const formsOf = (letter: string | undefined): number =>
    letter === undefined ? 0 : JOINER_PATTERN.test(letter) ? 4 : (known.get(letter)?.length ?? 0);
  const units = mergeLamAlef([...line], known);
  const letters = units.flatMap((unit, at) =>
    COMBINING_MARK_PATTERN.test(unit) ? [] : [{ unit, at }],
  );
  for (const [index, { unit, at }] of letters.entries()) {
    const own = known.get(unit);
    if (own === undefined) continue;
    const isAfter = formsOf(letters[index - 1]?.unit) === 4;
    const isBefore = own.length === 4 && formsOf(letters[index + 1]?.unit) >= 2;
    const form = own[(isAfter ? 1 : 0) + (isBefore ? 2 : 0)];
    units[at] = form ?? own[0] ?? unit;
  }
  return units.join('');
}

/** Lam and alef are written as one character. */
function mergeLamAlef(
  characters: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): string[] {
  const units: string[] = [];
  for (const character of characters) {
    const pair = `${units.at(-1) ?? ''}${character}`;
    if (pair.length === 2 && known.has(pair)) units[units.length - 1] = pair;
    else units.push(character);
  }
  return units;
}
