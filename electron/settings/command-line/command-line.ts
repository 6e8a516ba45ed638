import { resolve } from 'node:path';

/** The options that the till was started with. Paths are absolute. */
export interface CommandLineOptions {
  readonly profile: string | null;
  readonly provision: string | null;
  readonly training: boolean;
  /** A backup that replaces the ledger. */
  readonly restore: string | null;
  /** A file with the id and the PIN of the person who approves. */
  readonly pin: string | null;
  /**
   * The same, for a supervisor who restores although the current ledger contains more than the
   * backup.
   */
  readonly insist: string | null;
  /** The command that runs without a window; if the till is open, it runs the command. */
  readonly command: TillCommand | null;
  /** Whether the program exits after the command, without opening a window. */
  readonly exitsAfterCommand: boolean;
  /** A file with the owner's recovery key, for a backup that this profile's key cannot open. */
  readonly recoveryKey: string | null;
}

export type TillCommand =
  /** Uploads the daily files that are due, and retries for this long. */
  | { readonly kind: 'upload'; readonly tryForMs: number }
  | {
      readonly kind: 'apply';
      readonly file: string;
      readonly pin: string | null;
      readonly isCheckOnly: boolean;
    }
  | ReadOnlyCommand;

/** These commands change nothing and lock nothing: neither the profile nor an open till. */
export type ReadOnlyCommand =
  | { readonly kind: 'status'; readonly isJson: boolean }
  | { readonly kind: 'diagnostics'; readonly file: string };

/** Long enough that the retries last until the end of the service's upload window. */
const DEFAULT_TRY_FOR_MINUTES = 50;
const MAX_TRY_FOR_MINUTES = 24 * 60;

/**
 * Parses our options among those that the runtime adds; the last occurrence of an option counts.
 */
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
    exitsAfterCommand:
      command !== null &&
      (command.kind !== 'apply' || command.isCheckOnly || argv.includes('--exit')),
    recoveryKey: file('recovery-key'),
  };
}

/** Parses only the profile option, with the same result as `parseCommandLine`. */
export function parseProfileOption(argv: readonly string[], folder: string): string | null {
  return parseFileOption(argv, folder, 'profile');
}

function parseFileOption(argv: readonly string[], folder: string, name: string): string | null {
  const value = findOption(argv, name);
  return value === null ? null : resolve(folder, value);
}

/** Options that require a command, and that command. */
const DEPENDENT_OPTIONS = [
  ['try-for', 'upload-daily-file'],
  ['check', 'apply'],
  ['exit', 'apply'],
  ['json', 'status'],
] as const;
/**
 * Only one of these at a time: each changes the till's state or has its own exit code. Without a
 * system key store, an upload or a restore also needs `--provision` for the keys.
 */
const COMMANDS_WITH_KEYS = ['upload-daily-file', 'restore'];
const EXCLUSIVE_COMMANDS = [
  'upload-daily-file',
  'apply',
  'status',
  'diagnostics',
  'restore',
  'provision',
];

/**
 * Throws if options cannot be combined: no person would notice that when a scheduler runs the
 * command.
 */
function parseCommand(
  argv: readonly string[],
  file: (name: string) => string | null,
): TillCommand | null {
  const hasOption = (name: string): boolean =>
    argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  for (const [name, command] of DEPENDENT_OPTIONS) {
    if (hasOption(name) && !hasOption(command))
      throw new Error(`--${name} can only be used with --${command}.`);
  }
  const [first, second] = EXCLUSIVE_COMMANDS.filter(hasOption).filter(
    // Without a persistent key store, `--provision` supplies the keys for an upload or a restore.
    (name, _at, [other]) => name !== 'provision' || !other || !COMMANDS_WITH_KEYS.includes(other),
  );
  if (second !== undefined) throw new Error(`--${first} and --${second} cannot be combined.`);
  if (hasOption('status')) return { kind: 'status', isJson: hasOption('json') };
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
    throw new Error(
      `--try-for must be a whole number of minutes from 0 to ${MAX_TRY_FOR_MINUTES}, not ${text}.`,
    );
  }
  return { kind: 'upload', tryForMs: tryForMinutes * 60_000 };
}

function findOption(argv: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`--${name}=`)) value = word.slice(name.length + 3);
    else if (word === `--${name}`) value = argv[index + 1] ?? null;
  }
  return value === '' ? null : value;
}
