import { isBeginningOfBillCode, SEPARATOR } from '../../../shared/bill-codes/index.ts';

/**
 * Distinguishes a keyboard-wedge scanner from a person by the timing of the keys alone. A person's
 * keys are further apart. A code is a run of close keys with enough digits, or a run longer than
 * any person types at this pace. The first key of a run, and a single key just before it, cannot be
 * distinguished from a person's and are delivered. The later keys are held back, and are replayed
 * if the run turns out not to be a scanner's.
 *
 * A code with more keys just before or after it is torn: a part of it would be another, shorter
 * number. The whole is then dropped, with every key that belongs to it.
 */

/** The maximum time between two keys of a scanner, in milliseconds. */
export const MAX_SCANNER_KEY_GAP_MS = 50;
/**
 * The first gap of a code may be longer, because some scanners start slowly: a single key that a
 * code follows within this time is the code's first key.
 */
export const MAX_FIRST_KEY_GAP_MS = 250;
/** Keys within this time of a code belong to the same scan. */
export const MAX_SAME_SCAN_GAP_MS = 300;
/** A key is single if there was no key for this long before it. */
export const MIN_LONE_KEY_GAP_MS = 500;
/** Held-back typing is replayed this long after the last key. */
export const HELD_TYPING_TIMEOUT_MS = 150;
/** A code has at least this many digits, or `MIN_CODE_LENGTH` characters. */
const MIN_CODE_DIGITS = 6;
/** The longer part of a code of two parts has at least this many characters. */
const MIN_PART_LENGTH = 4;
/** The minimum length of a code of any characters, for example an address or words. */
const MIN_CODE_LENGTH = 10;
/** Longer than any QR code: a device that sends more is defective, or no scanner. */
export const MAX_SCAN_LENGTH = 8_000;

export type ScannerKey =
  | { readonly kind: 'character'; readonly text: string; readonly atMs: number }
  /** Enter or Tab, which scanners send after a code. */
  | { readonly kind: 'end'; readonly atMs: number }
  | { readonly kind: 'other'; readonly atMs: number };

export interface KeyRun {
  /** The characters of earlier runs, if each began within `MAX_SAME_SCAN_GAP_MS` of the one before. */
  readonly earlierText: string;
  /** True if those characters are one run and no key was pressed after it. */
  readonly isEarlierTextOneRun: boolean;
  /**
   * A single key before the run, which was delivered; if the run is a code, it is its first
   * character.
   */
  readonly precedingSingleKey: string;
  /** True if nothing was typed just before its first key. */
  readonly startedAfterPause: boolean;
  /** All characters of the run, including the first, which was delivered. */
  readonly text: string;
  readonly heldText: string;
  readonly lastKeyAtMs: number;
  /** True right after a code: the next keys belong to it (CR and LF). */
  readonly isAfterCode: boolean;
  /** True after the end key of a line of a bill's code: the next line belongs to it. */
  readonly isBetweenLines: boolean;
  /** True if its code was reported: later keys may still belong to it. */
  readonly isCodeReported: boolean;
  /** True once the scan is known to be torn: its remaining keys are dropped. */
  readonly isTornScan: boolean;
}

export interface KeyRunUpdate {
  readonly nextRun: KeyRun;
  /** Held-back characters of normal typing, to be inserted before this key. */
  readonly textToReplay: string;
  readonly scannedCode: string | null;
  /** True if a torn scan was detected: nothing of it may stay in a field. */
  readonly isTornScan: boolean;
  /** Whether this key is delivered. */
  readonly isKeyDelivered: boolean;
}

export const INITIAL_KEY_RUN: KeyRun = {
  earlierText: '',
  isEarlierTextOneRun: false,
  precedingSingleKey: '',
  startedAfterPause: true,
  text: '',
  heldText: '',
  lastKeyAtMs: Number.NEGATIVE_INFINITY,
  isAfterCode: false,
  isBetweenLines: false,
  isCodeReported: false,
  isTornScan: false,
};

const NO_CHANGE = {
  textToReplay: '',
  scannedCode: null,
  isTornScan: false,
  isKeyDelivered: true,
} as const;

export function handleScannerKey(run: KeyRun, key: ScannerKey): KeyRunUpdate {
  const gap = key.atMs - run.lastKeyAtMs;
  const isNear = gap >= 0 && gap <= MAX_SAME_SCAN_GAP_MS;
  if (isNear && run.isTornScan) return dropTornKey(run, key);
  if (isNear && run.text.length >= MAX_SCAN_LENGTH) return tearScan(run, key.atMs);
  if (isNear && gap <= MAX_SCANNER_KEY_GAP_MS) return handleCloseKey(run, key);
  if (isNear && !run.isAfterCode) return handleNearKey(run, key, gap);
  return { ...handleKeyPause(run), nextRun: startRun(key, gap), isKeyDelivered: true };
}

/** Handles a key that a scanner may have sent right after the previous one. */
function handleCloseKey(run: KeyRun, key: ScannerKey): KeyRunUpdate {
  if (key.kind === 'character') return continueRun(run, key);
  if (run.isAfterCode)
    return { ...NO_CHANGE, nextRun: { ...run, lastKeyAtMs: key.atMs }, isKeyDelivered: false };
  if (!isScan(run)) return endTyping(run, key);
  if (key.kind === 'end') return endLine(run, key.atMs);
  // Some scanners separate or end the fields of a code with such a key.
  return separateFields(run, key.atMs, run.isBetweenLines);
}

function continueRun(run: KeyRun, key: ScannerKey & { kind: 'character' }): KeyRunUpdate {
  // Right after a code, no key of this run was delivered, and none will be.
  const heldText = run.heldText + key.text;
  const longerRun = { ...run, text: run.text + key.text, heldText, lastKeyAtMs: key.atMs };
  const nextRun = {
    ...longerRun,
    isAfterCode: false,
    isBetweenLines: false,
    isCodeReported: false,
  };
  return { ...NO_CHANGE, nextRun, isKeyDelivered: false };
}

/** Marks the end of a field: a control key, or Alt and the numbers of a character, are one mark. */
function separateFields(run: KeyRun, at: number, isBetweenLines: boolean): KeyRunUpdate {
  const text = run.text.endsWith(SEPARATOR) ? run.text : run.text + SEPARATOR;
  const nextRun = { ...run, text, lastKeyAtMs: at, isBetweenLines };
  return { ...NO_CHANGE, nextRun, isKeyDelivered: false };
}

/** Some scanners send a bill's code as several lines, which are joined. */
function endLine(run: KeyRun, at: number): KeyRunUpdate {
  const isLineOfBillCode =
    run.earlierText === '' && isBeginningOfBillCode(run.precedingSingleKey + run.text);
  return isLineOfBillCode ? separateFields(run, at, true) : endScan(run, at);
}

/** Handles a key after a gap that is long for a scanner and short for a person. */
function handleNearKey(run: KeyRun, key: ScannerKey, gap: number): KeyRunUpdate {
  if (!isScan(run)) {
    return key.kind === 'character' ? startNextRun(run, key, gap) : endTyping(run, key);
  }
  if (key.kind === 'end') return endLine(run, key.atMs);
  if (key.kind === 'character' && run.isBetweenLines) return continueRun(run, key);
  // A character after it is then too late as well.
  if (key.kind === 'other') return { ...NO_CHANGE, nextRun: run, isKeyDelivered: false };
  return tearScan(run, key.atMs);
}

function tearScan(run: KeyRun, at: number): KeyRunUpdate {
  const nextRun = { ...run, heldText: '', lastKeyAtMs: at, isTornScan: true };
  return { ...NO_CHANGE, nextRun, isTornScan: true, isKeyDelivered: false };
}

/** The end key of a scan presses nothing. */
function endScan(run: KeyRun, at: number): KeyRunUpdate {
  const nextRun = { ...INITIAL_KEY_RUN, lastKeyAtMs: at, isAfterCode: true };
  return { ...report(run), nextRun, isKeyDelivered: false };
}

/** Handles a key after typed characters. They may still be the first part of a torn scan. */
function endTyping(run: KeyRun, key: ScannerKey): KeyRunUpdate {
  const earlierText = run.earlierText + run.precedingSingleKey + run.text;
  const nextRun = {
    ...INITIAL_KEY_RUN,
    earlierText,
    startedAfterPause: false,
    lastKeyAtMs: key.atMs,
  };
  return { ...NO_CHANGE, nextRun, textToReplay: run.heldText };
}

function dropTornKey(run: KeyRun, key: ScannerKey): KeyRunUpdate {
  const nextRun = key.kind === 'end' ? { ...INITIAL_KEY_RUN, isAfterCode: true } : run;
  return { ...NO_CHANGE, nextRun: { ...nextRun, lastKeyAtMs: key.atMs }, isKeyDelivered: false };
}

/**
 * Handles a pause in the keys. A busy computer may deliver the rest of a code late. The timestamps
 * of those keys still show that they belong to the run, and the whole code is then reported again.
 */
export function handleKeyPause(run: KeyRun): KeyRunUpdate {
  const pausedRun = { ...run, heldText: '' };
  if (run.isCodeReported || run.isTornScan) return { ...NO_CHANGE, nextRun: pausedRun };
  if (!isScan(run)) return { ...NO_CHANGE, nextRun: pausedRun, textToReplay: run.heldText };
  const reported = report(run);
  return {
    ...reported,
    nextRun: { ...pausedRun, isCodeReported: true, isTornScan: reported.isTornScan },
  };
}

/** The pause after which `handleKeyPause` is due, in milliseconds, or null if no key waits for it. */
export function getPauseTimeoutMs(run: KeyRun): number | null {
  if (run.isCodeReported || run.isTornScan) return null;
  // The end of a code is certain only after the longest gap of a torn one.
  if (isScan(run)) return MAX_SAME_SCAN_GAP_MS;
  return run.heldText === '' ? null : HELD_TYPING_TIMEOUT_MS;
}

function startRun(key: ScannerKey, gap: number): KeyRun {
  if (key.kind !== 'character') return INITIAL_KEY_RUN;
  const startedAfterPause = gap > MIN_LONE_KEY_GAP_MS;
  return { ...INITIAL_KEY_RUN, startedAfterPause, text: key.text, lastKeyAtMs: key.atMs };
}

function startNextRun(
  run: KeyRun,
  key: ScannerKey & { kind: 'character' },
  gap: number,
): KeyRunUpdate {
  const canLead =
    run.startedAfterPause &&
    run.text.length === 1 &&
    run.earlierText + run.precedingSingleKey === '';
  const nextRun = {
    ...INITIAL_KEY_RUN,
    ...(canLead && gap <= MAX_FIRST_KEY_GAP_MS
      ? { precedingSingleKey: run.text }
      : {
          earlierText: run.earlierText + run.precedingSingleKey + run.text,
          isEarlierTextOneRun: run.earlierText + run.precedingSingleKey === '',
        }),
    startedAfterPause: false,
    text: key.text,
    lastKeyAtMs: key.atMs,
  };
  return { ...NO_CHANGE, nextRun, textToReplay: run.heldText };
}

/** Whether a scanner sent the run, the whole or a part of it. */
function isScan(run: KeyRun): boolean {
  return isCode(run.precedingSingleKey + run.text) || isTornInTwo(run);
}

/** Whether two parts, each too short for a code, are one. No person types as fast. */
function isTornInTwo({ earlierText, isEarlierTextOneRun, text }: KeyRun): boolean {
  return (
    isEarlierTextOneRun &&
    Math.max(earlierText.length, text.length) >= MIN_PART_LENGTH &&
    countDigits(earlierText + text) >= MIN_CODE_DIGITS
  );
}

function report(run: KeyRun): KeyRunUpdate {
  const code = run.earlierText === '' ? parseScannedCode(run.precedingSingleKey + run.text) : null;
  return { ...NO_CHANGE, nextRun: run, scannedCode: code, isTornScan: code === null };
}

function countDigits(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

/** Asked for each key, so it reads no more of a long text than it has to. */
function isCode(text: string): boolean {
  // A character has at most two units.
  const isLongEnough =
    text.length >= 2 * MIN_CODE_LENGTH ||
    [...text].length >= MIN_CODE_LENGTH ||
    countDigits(text) >= MIN_CODE_DIGITS;
  return isLongEnough && /[\p{L}\p{N}]/u.test(text);
}

/**
 * The code without the characters that scanners add around it, and without its symbology (`]C1`).
 * Only `]` begins a symbology: behind any other sign, a letter and a digit belong to the code.
 */
export function parseScannedCode(text: string): string | null {
  if (!isCode(text)) return null;
  const code = text.replace(/^[^\p{L}\p{N}\]]*\][A-Za-z]\d(?=.*\d)/u, '');
  return /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(code)?.[0] ?? null;
}
