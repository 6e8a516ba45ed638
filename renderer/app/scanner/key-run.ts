/**
 * Distinguishes a keyboard-wedge scanner from a person by the timing of the keys alone. A person's
 * keys are further apart. A code is a run of close keys with enough digits, or a run longer than
 * any person types at this pace, regardless of the keys before or after it. The first key of a run,
 * and a single key just before it, cannot be distinguished from a person's and are delivered. The
 * later keys are held back, and are replayed if the run turns out not to be a scanner's.
 */

/** The maximum time between two keys of a scanner, in milliseconds. */
export const MAX_KEY_GAP_MS = 50;
/**
 * The first gap of a code may be longer, because some scanners start slowly: a single key that a
 * code follows within this time is the code's first key.
 */
export const MAX_LEAD_GAP_MS = 250;
/** A key is single if there was no key for this long before it. */
export const MIN_LONE_KEY_GAP_MS = 500;
/** A code has at least this many digits, or `MIN_CODE_LENGTH` characters. */
const MIN_CODE_DIGITS = 6;
/** The minimum length of a code of any characters, for example an address or words. */
const MIN_CODE_LENGTH = 10;

export type Key =
  | { readonly kind: 'character'; readonly text: string; readonly at: number }
  /** Enter or Tab, which scanners send after a code. */
  | { readonly kind: 'end'; readonly at: number }
  | { readonly kind: 'other'; readonly at: number };

export interface KeyRun {
  /**
   * A single key before the run, which was delivered; if the run is a code, it is its first
   * character.
   */
  readonly lead: string;
  /** True if nothing was typed just before its first key. */
  readonly isAlone: boolean;
  /** All characters of the run, including the first, which was delivered. */
  readonly text: string;
  readonly heldText: string;
  readonly lastAt: number;
  /** True right after a code: the next keys belong to it (CR and LF). */
  readonly isAfterCode: boolean;
}

export interface KeyRunUpdate {
  readonly run: KeyRun;
  /** Held-back characters of normal typing, to be inserted before this key. */
  readonly releasedText: string;
  readonly code: string | null;
  /** Whether this key is delivered. */
  readonly isDelivered: boolean;
}

export const INITIAL_KEY_RUN: KeyRun = {
  lead: '',
  isAlone: true,
  text: '',
  heldText: '',
  lastAt: Number.NEGATIVE_INFINITY,
  isAfterCode: false,
};

export function handleKey(run: KeyRun, key: Key): KeyRunUpdate {
  const gap = key.at - run.lastAt;
  const isClose = gap >= 0 && gap <= MAX_KEY_GAP_MS;
  if (!isClose) {
    const silence = handleSilence(run);
    return { ...silence, run: startRun(run, key, gap), isDelivered: true };
  }
  if (key.kind === 'character') return appendCharacter(run, key.text, key.at);
  if (run.isAfterCode) return swallowKey(run, key.at);
  const code = parseCode(run.lead + run.text);
  if (code === null)
    return { run: INITIAL_KEY_RUN, releasedText: run.heldText, code: null, isDelivered: true };
  // Some scanners separate or end the fields of a code with such a key, so it must not press
  // anything.
  if (key.kind === 'other') return swallowKey(run, key.at);
  const nextRun = { ...INITIAL_KEY_RUN, lastAt: key.at, isAfterCode: true };
  return { run: nextRun, releasedText: '', code, isDelivered: false };
}

function swallowKey(run: KeyRun, at: number): KeyRunUpdate {
  return { run: { ...run, lastAt: at }, releasedText: '', code: null, isDelivered: false };
}

/**
 * Handles a pause in the keys. A busy computer may deliver the rest of a code late. The timestamps
 * of those keys still show that they belong to the run, and the whole code is then reported again.
 */
export function handleSilence(run: KeyRun): KeyRunUpdate {
  const code = run.heldText === '' ? null : parseCode(run.lead + run.text);
  const silentRun = { ...run, heldText: '' };
  return {
    run: silentRun,
    releasedText: code === null ? run.heldText : '',
    code,
    isDelivered: true,
  };
}

function startRun(previousRun: KeyRun, key: Key, gap: number): KeyRun {
  if (key.kind !== 'character') return INITIAL_KEY_RUN;
  const hasLead =
    gap <= MAX_LEAD_GAP_MS &&
    previousRun.isAlone &&
    previousRun.lead === '' &&
    previousRun.heldText === '';
  return {
    ...INITIAL_KEY_RUN,
    lead: hasLead && previousRun.text.length === 1 ? previousRun.text : '',
    isAlone: gap > MIN_LONE_KEY_GAP_MS,
    text: key.text,
    lastAt: key.at,
  };
}

function appendCharacter(run: KeyRun, text: string, at: number): KeyRunUpdate {
  const next = { ...run, text: run.text + text, lastAt: at, isAfterCode: false };
  // Right after a code, no key of this run was delivered, and none will be.
  return {
    run: { ...next, heldText: run.heldText + text },
    releasedText: '',
    code: null,
    isDelivered: false,
  };
}

function countDigits(text: string): number {
  return [...text].filter((character) => /\d/.test(character)).length;
}

/**
 * The code without the characters that scanners add around it, and without its symbology (`]C1`),
 * whose bracket other keyboard layouts write as another character.
 */
export function parseCode(text: string): string | null {
  if (countDigits(text) < MIN_CODE_DIGITS && [...text].length < MIN_CODE_LENGTH) return null;
  const code = text
    .replace(/^[^\p{L}\p{N}][A-Za-z]\d(?=.*\d)/u, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return code === '' ? null : code;
}
