import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRequestExpired } from '../../electron/counter/payments/outcome/index.ts';
import { NOT_PERFORMED_AFTER_MS, RESEND_WINDOW_MS } from '../../shared/rules/index.ts';
import { recordFigures } from './record-figures.ts';

/** Checks payment.pml exhaustively with SPIN, and replays its violations on the till's own function. */

const MODEL = join(import.meta.dirname, 'payment.pml');
const PROGRAMS = ['/usr/bin/spin', '/usr/bin/cc'];
const isInstalled = PROGRAMS.every((path) => existsSync(path));
/** `npm test` installs what is missing there, so that the tests below cannot be skipped unseen. */
const canInstall =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 5, 12);

const KINDS = [null, 'closed-though-performed', 'performed-after-closing', 'performed-twice'];

interface Violation {
  readonly kind: string;
  /** Minutes, like all that follow. */
  readonly dateAhead: number;
  readonly readingAhead: number;
  readonly now: number;
  readonly date: number;
  readonly waited: number;
}

interface Check {
  readonly states: number;
  readonly transitions: number;
  readonly violations: readonly Violation[];
}

/** The definitions replace those of the model, for example `-DWAIT=15`. */
function checkModel(definitions: readonly string[] = []): Check {
  const folder = mkdtempSync(join(tmpdir(), 'till-promela-'));
  try {
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    execFileSync('spin', [...definitions, '-a', MODEL], options);
    execFileSync('cc', ['-O1', '-DSAFETY', '-DPRINTF', '-o', 'verifier', 'pan.c'], options);
    const output = execFileSync(join(folder, 'verifier'), ['-m100000'], options);
    // Otherwise a part of the states was not visited.
    expect(output).not.toContain('max search depth too small');
    expect(output).not.toContain('Search not completed');
    return {
      states: Number(/(\d+) states, stored/.exec(output)?.[1]),
      transitions: Number(/(\d+) transitions/.exec(output)?.[1]),
      violations: output
        .split('\n')
        .filter((line) => line.trimStart().startsWith('VIOLATION'))
        .map(parseViolation),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseViolation(line: string): Violation {
  const [kind = 0, dateAhead, readingAhead, now, date, waited] = (line.match(/-?\d+/g) ?? []).map(
    Number,
  );
  return { kind: KINDS[kind], dateAhead, readingAhead, now, date, waited } as Violation;
}

/** Whether the till itself calls the payment not performed after the look-up that ended this trace. */
function replay({ readingAhead, now, date, waited }: Violation): boolean {
  const toMs = (minute: number): number => START_MS + minute * MINUTE_MS;
  return hasRequestExpired(
    { sends: [{ result: 'unknown', requestDate: new Date(toMs(date)).toISOString() }] } as never,
    { uptime: now * MINUTE_MS, time: { kind: 'agreed', time: toMs(now + readingAhead) } as never },
    { quietSince: (now - waited) * MINUTE_MS, requestExpiryUptime: null },
  );
}

const listPairs = (violations: readonly Violation[]): readonly string[] =>
  [...new Set(violations.map((one) => `${one.dateAhead} ${one.readingAhead}`))].toSorted();

describe.skipIf(!isInstalled && !canInstall)('Promela model of a payment', () => {
  it('needs 16 minutes unless the Date is ahead and the reading 2 minutes ahead', () => {
    expect(NOT_PERFORMED_AFTER_MS).toBe(16 * MINUTE_MS);
    expect(RESEND_WINDOW_MS).toBe(1409 * MINUTE_MS);
    const { states, transitions, violations } = checkModel();
    recordFigures('payment in Promela', [states, transitions, 'to the end', 'see below']);
    expect(states).toBeGreaterThan(1_000_000);
    expect(listPairs(violations)).toEqual(['1 15', '1 2', '15 15', '15 2']);
    expect(violations.filter((one) => !replay(one))).toEqual([]);
  });

  it('finds what a shorter wait and a longer resend window break', () => {
    const { violations } = checkModel(['-DWAIT=15', '-DRESEND=1411']);
    const closings = violations.filter(({ kind }) => kind !== 'performed-twice');
    expect(listPairs(closings)).toContain('0 1');
    expect(closings.length).toBeLessThan(violations.length);
    // The till waits a minute longer than this model.
    expect(closings.filter((one) => one.readingAhead <= 1 && replay(one))).toEqual([]);
  });
});
