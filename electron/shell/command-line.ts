import { resolve } from 'node:path';

/** What the person who started the till asked for. Paths are absolute. */
export interface Asked {
  readonly profile: string | null;
  readonly provision: string | null;
  readonly training: boolean;
}

/** Reads our own options among those that the runtime adds; the last one of a kind counts. */
export function readCommandLine(argv: readonly string[], folder: string): Asked {
  const profile = option(argv, 'profile');
  const provision = option(argv, 'provision');
  return {
    profile: profile === null ? null : resolve(folder, profile),
    provision: provision === null ? null : resolve(folder, provision),
    training: argv.includes('--training'),
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
