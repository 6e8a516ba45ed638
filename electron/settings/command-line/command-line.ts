import { resolve } from 'node:path';

/** The options that the till was started with. Paths are absolute. */
export interface CommandLineOptions {
  readonly profile: string | null;
  readonly provision: string | null;
  readonly training: boolean;
  /** A backup that is to take the ledger's place. */
  readonly restore: string | null;
  /** A file with the id and the PIN of whoever approves. */
  readonly pin: string | null;
  /** The same, of a supervisor who restores although the ledger in use holds more than the backup. */
  readonly insist: string | null;
  /** What is asked of the till without its window; an open till is asked to do it. */
  readonly command: TillCommand | null;
  /** It ends after the command, and opens no window. */
  readonly endsAfter: boolean;
  /** A file with the owner's recovery key, for a backup that this profile's key does not open. */
  readonly recoveryKey: string | null;
}

export type TillCommand =
  /** The daily files that are due are uploaded, tried for so long. */
  | { readonly kind: 'upload'; readonly tryForMs: number }
  | {
      readonly kind: 'apply';
      readonly file: string;
      readonly pin: string | null;
      readonly isCheckOnly: boolean;
    }
  | ReadOnlyCommand;

/** These change nothing, and hold nothing: neither the profile nor a till at work. */
export type ReadOnlyCommand =
  | { readonly kind: 'status'; readonly isJson: boolean }
  | { readonly kind: 'diagnostics'; readonly file: string };

/** The pauses between attempts reach to the end of the service's window in it. */
const DEFAULT_TRY_FOR_MINUTES = 50;
const MAX_TRY_FOR_MINUTES = 24 * 60;

/** Reads our own options among those that the runtime adds; the last one of a kind counts. */
export function parseCommandLine(argv: readonly string[], folder: string): CommandLineOptions {
  const file = (name: string): string | null => parseFileOption(argv, folder, name);
  const command = parseCommand(argv, file);
  return {
    profile: parseProfileOption(argv, folder),
    provision: file('provision'),
    training: argv.includes('--training'),
    restore: file('restore'),
    pin: file('pin'),
    insist: file('insist'),
    command,
    endsAfter:
      command !== null &&
      (command.kind !== 'apply' || command.isCheckOnly || argv.includes('--exit')),
    recoveryKey: file('recovery-key'),
  };
}

/** The same profile, whatever else is asked for. */
export function parseProfileOption(argv: readonly string[], folder: string): string | null {
  return parseFileOption(argv, folder, 'profile');
}

function parseFileOption(argv: readonly string[], folder: string, name: string): string | null {
  const given = findOption(argv, name);
  return given === null ? null : resolve(folder, given);
}

/** Options that mean nothing alone, and the command that each belongs to. */
const DEPENDENT_OPTIONS = [
  ['try-for', 'upload-daily-file'],
  ['check', 'apply'],
  ['exit', 'apply'],
  ['json', 'status'],
] as const;
/** Of these one at most: each leaves another till behind, or needs its own exit code. */
const COMMANDS_WITH_KEYS = ['upload-daily-file', 'restore'];
const EXCLUSIVE_COMMANDS = [
  'upload-daily-file',
  'apply',
  'status',
  'diagnostics',
  'restore',
  'provision',
];

/** Throws on what does not go together: a scheduler has nobody who would notice. */
function parseCommand(
  argv: readonly string[],
  file: (name: string) => string | null,
): TillCommand | null {
  const isAsked = (name: string): boolean =>
    argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  for (const [name, command] of DEPENDENT_OPTIONS) {
    if (isAsked(name) && !isAsked(command)) throw new Error(`--${name} is for --${command}.`);
  }
  const [first, second] = EXCLUSIVE_COMMANDS.filter(isAsked).filter(
    // Where the key store keeps nothing, an upload and a restore are given the keys with it.
    (name, _at, [other]) => name !== 'provision' || !other || !COMMANDS_WITH_KEYS.includes(other),
  );
  if (second !== undefined) throw new Error(`--${first} and --${second} do not go together.`);
  if (isAsked('status')) return { kind: 'status', isJson: isAsked('json') };
  const diagnostics = file('diagnostics');
  if (diagnostics !== null) return { kind: 'diagnostics', file: diagnostics };
  const apply = file('apply');
  if (apply === null) return parseUploadCommand(argv);
  return { kind: 'apply', file: apply, pin: file('pin'), isCheckOnly: argv.includes('--check') };
}

function parseUploadCommand(argv: readonly string[]): TillCommand | null {
  if (!argv.includes('--upload-daily-file')) return null;
  const text = findOption(argv, 'try-for') ?? String(DEFAULT_TRY_FOR_MINUTES);
  const tryForMinutes = Number(text);
  if (!/^\d+$/.test(text) || tryForMinutes > MAX_TRY_FOR_MINUTES) {
    throw new Error(`--try-for takes minutes from 0 to ${MAX_TRY_FOR_MINUTES}, not ${text}`);
  }
  return { kind: 'upload', tryForMs: tryForMinutes * 60_000 };
}

function findOption(argv: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`--${name}=`)) found = word.slice(name.length + 3);
    else if (word === `--${name}`) found = argv[index + 1] ?? null;
  }
  return found === '' ? null : found;
}
