/**
 * Tells a keyboard-wedge scanner from a person by the times of the keys alone. A person's keys are
 * further apart than a scanner's; a code is a run of close keys with enough digits, or longer than
 * any hand keeps up such a pace, whatever prefix comes before it and whatever key behind it.
 *
 * The first key of a run cannot be told from a person's and passes, as does one that stood alone
 * before it. From the second of the run on the keys are held back: they come out again as typing
 * where the run turns out to be none of a scanner's.
 */

/** Two keys of a scanner are at most so far apart, in milliseconds. */
export const CLOSE_MS = 50;
/**
 * The first gap of a code may be longer: some scanners are slow to wake. A key that stood alone
 * and was followed so soon by a code is the code's first one.
 */
export const LEAD_MS = 250;
/** A key stands alone where none came so long before it. */
export const ALONE_MS = 500;
/** A code has at least so many digits, */
const LEAST_DIGITS = 6;
/** or so many characters of any kind: an address, words. */
const LEAST_CHARACTERS = 10;

export type Key =
  | { readonly kind: 'character'; readonly text: string; readonly at: number }
  /** Enter or Tab: what scanners put behind a code. */
  | { readonly kind: 'end'; readonly at: number }
  | { readonly kind: 'other'; readonly at: number };

export interface Run {
  /** A key before the run that is the code's first one, should it be a code; it has passed. */
  readonly lead: string;
  /** Nothing was typed right before its first key. */
  readonly isAlone: boolean;
  /** All characters of the run; the first one has passed. */
  readonly text: string;
  readonly held: string;
  readonly lastAt: number;
  /** What comes right behind a code belongs to it (CR and LF). */
  readonly isAfterCode: boolean;
}

export interface Heard {
  readonly run: Run;
  /** Characters that were held back and are typing after all, before this key. */
  readonly released: string;
  readonly code: string | null;
  /** What becomes of this key. */
  readonly passes: boolean;
}

export const SILENT: Run = {
  lead: '',
  isAlone: true,
  text: '',
  held: '',
  lastAt: Number.NEGATIVE_INFINITY,
  isAfterCode: false,
};

export function hear(run: Run, key: Key): Heard {
  const gap = key.at - run.lastAt;
  const isClose = gap >= 0 && gap <= CLOSE_MS;
  if (!isClose) {
    const before = fallSilent(run);
    return { ...before, run: begin(run, key, gap), passes: true };
  }
  if (key.kind === 'character') return character(run, key.text, key.at);
  if (run.isAfterCode) return swallowed(run, key.at);
  const code = codeOf(run.lead + run.text);
  if (code === null) return { run: SILENT, released: run.held, code: null, passes: true };
  // Some scanners part the fields of a code by such a key, or end it with one: it presses nothing.
  if (key.kind === 'other') return swallowed(run, key.at);
  const after = { ...SILENT, lastAt: key.at, isAfterCode: true };
  return { run: after, released: '', code, passes: false };
}

function swallowed(run: Run, at: number): Heard {
  return { run: { ...run, lastAt: at }, released: '', code: null, passes: false };
}

/**
 * Nothing came for a while. A busy computer may deliver the rest of a code late: the times of its
 * keys still say that it belongs to the run, and the whole code is then heard once more.
 */
export function fallSilent(run: Run): Heard {
  const code = run.held === '' ? null : codeOf(run.lead + run.text);
  const rest = { ...run, held: '' };
  return { run: rest, released: code === null ? run.held : '', code, passes: true };
}

function begin(before: Run, key: Key, gap: number): Run {
  if (key.kind !== 'character') return SILENT;
  const isLed = gap <= LEAD_MS && before.isAlone && before.lead === '' && before.held === '';
  return {
    ...SILENT,
    lead: isLed && before.text.length === 1 ? before.text : '',
    isAlone: gap > ALONE_MS,
    text: key.text,
    lastAt: key.at,
  };
}

function character(run: Run, text: string, at: number): Heard {
  const next = { ...run, text: run.text + text, lastAt: at, isAfterCode: false };
  // Right behind a code nothing of this run has passed yet, and nothing will.
  return { run: { ...next, held: run.held + text }, released: '', code: null, passes: false };
}

function digitsOf(text: string): number {
  return [...text].filter((character) => /\d/.test(character)).length;
}

/**
 * The code within what was read: without what scanners are set to put around it, and without the
 * mark of its symbology (`]C1`), whose bracket other keyboard layouts write as another sign.
 */
export function codeOf(text: string): string | null {
  if (digitsOf(text) < LEAST_DIGITS && [...text].length < LEAST_CHARACTERS) return null;
  const code = text
    .replace(/^[^\p{L}\p{N}][A-Za-z]\d(?=.*\d)/u, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return code === '' ? null : code;
}
