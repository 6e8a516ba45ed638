import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findProfileFolder } from '../../../operations/cli/index.ts';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import {
  backUpChain,
  createHostComputer,
  type HostComputer,
  readHostSecrets,
  setUpHost,
} from './host/index.ts';

/** Sets up the chain on this computer and prints a code for another till; or makes a backup. */
export async function runHostCommand(
  { options }: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const { workingFolder, env, version, write, computer = createHostComputer() } = terminal;
  const obstacle = computer.findObstacle();
  if (obstacle !== null) throw new Error(obstacle);
  if (options.has('backup')) {
    write(`${await backUpChain(computer, version)}\n`);
    return EXIT_CODES.done;
  }
  const [pin, profile] = [options.get('pin'), options.get('profile')];
  const setUpOptions = {
    address: options.get('address'),
    profileFolder: profile === undefined ? null : resolve(workingFolder, profile),
    // The till of whoever used sudo, unless the machine file names another.
    defaultProfileFolder: findProfileFolder(env.SUDO_USER ?? null),
    version,
    secrets: await readSecretsOption(computer, options.get('credentials'), terminal),
    pinFile: pin === undefined ? null : resolve(workingFolder, pin),
    shop: options.get('shop'),
    isScreen: terminal.isScreen === true,
  };
  await setUpHost(computer, setUpOptions, write);
  return EXIT_CODES.done;
}

/** A fleet has its secrets beside the file that sets its tills up. */
async function readSecretsOption(
  { settingsFolder }: HostComputer,
  option: string | undefined,
  { workingFolder, env }: ChainTerminal,
) {
  const fleetFile = join(settingsFolder, 'secrets.json');
  if (option !== undefined) return await readHostSecrets(resolve(workingFolder, option), env);
  return existsSync(fleetFile) ? await readHostSecrets(fleetFile, env) : {};
}
