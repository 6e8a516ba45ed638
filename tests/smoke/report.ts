import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, homedir, release, type as systemName, version as systemVersion } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/till-process.ts';
import type { StepResult } from './run-steps.ts';

const NAME_COLUMNS = 14;
const STATE_COLUMNS = 11;
const MAX_OUTPUT_LINES = 60;
const WORDS = { ok: 'ok', failed: 'FAILED', 'not-asked': 'not asked' } as const;
const WARNING_LEVEL = 40;

/** One line; a failed step has three. */
export function formatResult(result: StepResult): string {
  const start = `${WORDS[result.state].padEnd(STATE_COLUMNS)}${result.name.padEnd(NAME_COLUMNS)}`;
  const indent = ' '.repeat(STATE_COLUMNS + NAME_COLUMNS);
  switch (result.state) {
    case 'ok':
      return `${start}${result.detail}`;
    case 'not-asked':
      return `${start}${result.reason}`;
    case 'failed':
      return [
        `${start}expected: ${result.expected}`,
        `seen:     ${result.actual.replaceAll('\n', `\n${indent}          `)}`,
        `next:     ${result.next}`,
      ].join(`\n${indent}`);
  }
}

/** `shellName` is what ran; `electronReason` is why it is not Electron. */
export function formatVerdict(
  results: readonly StepResult[],
  { shellName, electronReason }: { shellName: string; electronReason: string | null },
): string {
  const count = (state: StepResult['state']): number =>
    results.filter((result) => result.state === state).length;
  const failed = results.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const counts = `${count('ok')} ok, ${failed.length} failed, ${count('not-asked')} not asked`;
  const verdict =
    failed.length === 0
      ? `PASSED in ${shellName}: ${counts}.`
      : `FAILED in ${shellName}: ${counts}. Failed: ${failed.join(', ')}.`;
  return electronReason === null
    ? verdict
    : `${verdict}\nThis says nothing about Electron, which did not run: ${electronReason}`;
}

/** The system and its desktop, without names of persons and computers. */
export function describeSystem(): readonly string[] {
  const { XDG_SESSION_TYPE, XDG_CURRENT_DESKTOP, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const displays = [
    ...(DISPLAY ? ['DISPLAY'] : []),
    ...(WAYLAND_DISPLAY ? ['WAYLAND_DISPLAY'] : []),
  ];
  const desktop = [
    XDG_SESSION_TYPE ?? 'no session type',
    XDG_CURRENT_DESKTOP ?? 'no desktop',
    displays.length > 0 ? `${displays.join(' and ')} set` : 'no display set',
  ];
  return [
    `Date      ${new Date().toISOString()}`,
    `Source    commit ${readCommit()}`,
    `System    ${systemName()} ${release()} ${arch()}, ${readDistribution() ?? systemVersion()}`,
    ...(process.platform === 'linux' ? [`Desktop   ${desktop.join(', ')}`] : []),
  ];
}

function readCommit(): string {
  const args = ['describe', '--always', '--dirty'];
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

function readDistribution(): string | null {
  try {
    return /^PRETTY_NAME="?(.+?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The warnings and errors in the log of this profile. */
export function readLogWarnings(profile: string): readonly string[] {
  try {
    const folder = join(profile, 'logs');
    return readdirSync(folder)
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => Number(/"level":(\d+)/.exec(line)?.[1] ?? 0) >= WARNING_LEVEL)
      .slice(-MAX_OUTPUT_LINES);
  } catch {
    return [];
  }
}

/** Returns why the file cannot be written; null if it is. */
export function writeReport(
  file: string,
  report: {
    readonly system: readonly string[];
    readonly results: readonly StepResult[];
    readonly verdict: string;
    readonly output: string;
    readonly logWarnings: readonly string[];
    readonly strayErrors: readonly string[];
    readonly profile: string;
  },
): string | null {
  const output = report.output.split('\n').filter((line) => line.trim() !== '');
  const text = [
    'npm run smoke',
    '',
    ...report.system,
    '',
    ...report.results.map(formatResult),
    '',
    report.verdict,
    ...report.results.flatMap(formatWholeError),
    ...formatPart('Errors beside the questions', report.strayErrors),
    ...formatPart('Standard error of the till', output.slice(-MAX_OUTPUT_LINES)),
    ...formatPart('Warnings in its log', report.logWarnings),
    '',
  ].join('\n');
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, removePersonalPaths(text, report.profile));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function formatWholeError(result: StepResult): readonly string[] {
  if (result.state !== 'failed' || result.error === result.actual) return [];
  return formatPart(`The whole error of ${result.name}`, result.error.split('\n'));
}

function formatPart(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `--- ${title}`, ...lines];
}

/** Also as they are escaped in JSON on Windows, and in addresses of files. */
function removePersonalPaths(text: string, profile: string): string {
  const replace = (before: string, path: string, name: string): string =>
    [path, path.replaceAll('\\', '\\\\'), path.replaceAll('\\', '/')].reduce(
      (result, form) => result.replaceAll(form, name),
      before,
    );
  const withoutProfile = replace(text, profile, 'PROFILE');
  const home = homedir();
  // The home of a service is sometimes the root folder.
  return dirname(home) === home ? withoutProfile : replace(withoutProfile, home, '~');
}
