import { resolve } from 'node:path';
import {
  assertProfileReadable,
  findProfileFolder,
  runInOpenTill,
} from '../../../operations/cli/index.ts';
import type { ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainTerminal } from './chain-terminal.ts';

/** Takes the open till of this computer out of its chain. */
export async function runLeaveCommand(
  { options }: ChainCommandLine,
  { workingFolder, env, version, write }: ChainTerminal,
): Promise<ExitCode> {
  const getPath = (name: string): string | null => {
    const file = options.get(name);
    return file === undefined ? null : resolve(workingFolder, file);
  };
  const profile = getPath('profile') ?? findProfileFolder(env.SUDO_USER ?? null);
  assertProfileReadable(profile);
  const command = { kind: 'leave-chain', pin: getPath('pin') ?? '' } as const;
  const { code, lines } = await runInOpenTill(profile, command, version);
  write(lines.map((line) => `${line}\n`).join(''));
  return code;
}
