/**
 * Arabic letters in their joined forms. Unicode has a character for each form and maps it to its
 * letter, so no separate table is needed. The order: isolated, final, initial, medial; a letter with
 * two forms joins only the letter before it.
 */
let formsByLetter: ReadonlyMap<string, readonly string[]> | null = null;

const FORM_RANGES = [
  [0xfe80, 0xfefc],
  // Letters of Persian, Urdu and others.
  [0xfb50, 0xfbe7],
  [0xfbfc, 0xfbff],
] as const;

function buildForms(): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const [first, last] of FORM_RANGES) {
    const knownLetters = new Set(forms.keys());
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const form = String.fromCodePoint(codePoint);
      const letters = form.normalize('NFKC');
      if (letters === form || knownLetters.has(letters)) continue;
      forms.set(letters, [...(forms.get(letters) ?? []), form]);
    }
  }
  return forms;
}

const ARABIC_PATTERN = /\p{Script=Arabic}/u;
/** Joins on both sides and has no forms: the tatweel and the zero-width joiner. */
const JOINER_PATTERN = /[\u0640\u200d]/;
const COMBINING_MARK_PATTERN = /\p{Mn}/u;

/** Replaces each Arabic letter by the form for its position, and leaves all other characters. */
export function joinArabicLetters(line: string): string {
  if (!ARABIC_PATTERN.test(line)) return line;
  formsByLetter ??= buildForms();
  const forms = formsByLetter;
  const countForms = (letter: string | undefined): number =>
    letter === undefined ? 0 : JOINER_PATTERN.test(letter) ? 4 : (forms.get(letter)?.length ?? 0);
  const units = mergeLamAlef([...line], forms);
  const letters = units.flatMap((unit, at) =>
    COMBINING_MARK_PATTERN.test(unit) ? [] : [{ unit, at }],
  );
  for (const [index, { unit, at }] of letters.entries()) {
    const letterForms = forms.get(unit);
    if (letterForms === undefined) continue;
    const joinsPrevious = countForms(letters[index - 1]?.unit) === 4;
    const joinsNext = letterForms.length === 4 && countForms(letters[index + 1]?.unit) >= 2;
    const form = letterForms[(joinsPrevious ? 1 : 0) + (joinsNext ? 2 : 0)];
    units[at] = form ?? letterForms[0] ?? unit;
  }
  return units.join('');
}

/** Lam and alef are written as one character. */
function mergeLamAlef(
  characters: readonly string[],
  forms: ReadonlyMap<string, readonly string[]>,
): string[] {
  const units: string[] = [];
  for (const character of characters) {
    const pair = `${units.at(-1) ?? ''}${character}`;
    if (pair.length === 2 && forms.has(pair)) units[units.length - 1] = pair;
    else units.push(character);
  }
  return units;
}
