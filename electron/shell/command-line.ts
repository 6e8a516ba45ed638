import { resolve } from 'node:path';

/** The options that the till was started with. Paths are absolute. */
export interface Asked {
  readonly profile: string | null;
  readonly provision: string | null;
  readonly training: boolean;
  /** A backup that is to take the ledger's place. */
  readonly restore: string | null;
  /** A file with a supervisor's id and PIN, if the ledger in use holds more than the backup. */
  readonly insist: string | null;
}

/** Reads our own options among those that the runtime adds; the last one of a kind counts. */
export function readCommandLine(argv: readonly string[], folder: string): Asked {
  const file = (name: string): string | null => {
    const given = option(argv, name);
    return given === null ? null : resolve(folder, given);
  };
  return {
    profile: file('profile'),
    provision: file('provision'),
    training: argv.includes('--training'),
    restore: file('restore'),
    insist: file('insist'),
  };
}

function option(argv: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (const [index, word] of argv.entries()) {
    if (word.startsWith(`--${name}=`)) found = word.slice(name.length + 3);
    else if (word === `--${name}`) found = argv[index + 1] ?? null;
  }
  return found === '' ? null : found;
}
