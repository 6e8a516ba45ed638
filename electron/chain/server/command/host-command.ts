import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findProfileFolder } from '../../../operations/cli/index.ts';
import { EXIT_CODES, type ExitCode, readRegularFile } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { NOT_PRIVATE_REASON } from '../config/index.ts';
import { ChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import {
  backUpChain,
  createHostComputer,
  type HostComputer,
  readHostSecrets,
  restoreHost,
  setUpHost,
} from './host/index.ts';

const MAX_UNLOCK_BYTES = 1_000;
const RESTORED_NOWHERE_QUESTION =
  'If the file of the move was restored on another computer, even once, both would make daily files, each with a part of the sales. Is it certain that it was restored nowhere?';
/** The options of a set-up without a restore. */
const SET_UP_OPTIONS = ['address', 'profile', 'credentials', 'pin', 'shop'];

/** Sets up the chain on this computer and prints a code for another till; or makes a backup. */
export async function runHostCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const { options } = commandLine;
  const { workingFolder, version, write, computer = createHostComputer() } = terminal;
  const obstacle = computer.findObstacle();
  if (obstacle !== null) throw new Error(obstacle);
  if (options.has('backup')) {
    write(`${await backUpChain(computer, version)}\n`);
    return EXIT_CODES.done;
  }
  const restore = options.get('restore');
  if (restore === undefined && options.has('unlock'))
    throw new Error('--unlock can only be used with --restore.');
  if (restore !== undefined) {
    const unlock = options.get('unlock');
    const restoreOptions = {
      archiveFile: resolve(workingFolder, restore),
      unlockKey: unlock === undefined ? null : await readUnlockFile(unlock, terminal),
      replacesChain: options.has('replace'),
      isRestoredNowhere: () => isRestoredNowhere(commandLine, terminal),
      address: options.get('address'),
    };
    await restoreHost(computer, restoreOptions, write);
    return await runRemainingSetUp(computer, commandLine, terminal);
  }
  return await runHostSetUp(computer, commandLine, terminal);
}

/** Whether a person is certain, by the option or the answer, that no other computer has the chain. */
export async function isRestoredNowhere(
  { options }: ChainCommandLine,
  { confirm }: ChainTerminal,
): Promise<boolean> {
  if (options.has('restored-nowhere')) return true;
  return (await confirm?.(RESTORED_NOWHERE_QUESTION)) ?? false;
}

/** After a step that must not be repeated: an error names the command that continues. */
export async function runRemainingSetUp(
  computer: HostComputer,
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  try {
    return await runHostSetUp(computer, commandLine, terminal);
  } catch (error) {
    const code = error instanceof ChainCommandError ? error.code : EXIT_CODES.failed;
    const message = error instanceof Error ? error.message : String(error);
    const words = SET_UP_OPTIONS.flatMap((name) => {
      const value = commandLine.options.get(name);
      return value === undefined ? [] : [`--${name}`, formatWord(value)];
    });
    const command = ['sudo mostrador-cli chain host', ...words].join(' ');
    throw new ChainCommandError(
      code,
      `${message}\nEverything before that is done. Instead of the same command, now run: ${command}`,
    );
  }
}

function formatWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Runs all steps that are not done yet, and prints a code. */
async function runHostSetUp(
  computer: HostComputer,
  { options }: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const { workingFolder, env, version, write } = terminal;
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
    replacesTrial: options.has('replace') && !options.has('restore'),
    isScreen: terminal.isScreen === true,
  };
  await setUpHost(computer, setUpOptions, write);
  return EXIT_CODES.done;
}

/** Reads the owner's recovery key, or the passphrase of a move, from a file that only this user can read. */
export async function readUnlockFile(
  option: string,
  { workingFolder }: ChainTerminal,
): Promise<string> {
  const file = resolve(workingFolder, option);
  const read = await readRegularFile(file, MAX_UNLOCK_BYTES, ({ mode }) =>
    (mode & 0o077) === 0 ? null : NOT_PRIVATE_REASON,
  );
  const text = read.ok ? read.value.text.trim() : '';
  if (text !== '') return text;
  const { reason } = { reason: 'must not be empty', ...(read.ok ? {} : read.problem) };
  throw new Error(`${file}: this ${reason}.`);
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
