import { resolve } from 'node:path';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { cancelMove, createHostComputer, moveHostOut } from './host/index.ts';
import { isRestoredNowhere, readUnlockFile, runRemainingSetUp } from './host-command.ts';

const MIN_PASSPHRASE_LENGTH = 12;

/** Takes the chain of this computer into a file for another one, or brings it back. */
export async function runMoveCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const { workingFolder, version, write, computer = createHostComputer() } = terminal;
  const { options } = commandLine;
  const obstacle = computer.findObstacle();
  if (obstacle !== null) throw new Error(obstacle);
  const [out, unlock] = [options.get('out'), options.get('unlock')];
  if (options.has('cancel')) {
    if (out !== undefined || unlock !== undefined)
      throw new Error('--cancel cannot be combined with --out and --unlock.');
    await cancelMove(computer, () => isRestoredNowhere(commandLine, terminal));
    return await runRemainingSetUp(computer, commandLine, terminal);
  }
  if (out === undefined || unlock === undefined)
    throw new Error('chain move needs --out FILE and --unlock FILE, or --cancel.');
  const passphrase = await readUnlockFile(unlock, terminal);
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    throw new Error(
      `The passphrase in ${unlock} must have at least ${MIN_PASSPHRASE_LENGTH} characters.`,
    );
  }
  const file = resolve(workingFolder, out);
  await moveHostOut(computer, { file, passphrase, version });
  write(
    `The chain is in ${file}, and runs on this computer no more. Take the file to the other computer, and run there:\n  sudo mostrador-cli chain host --restore FILE --unlock PASSPHRASE-FILE\nEach till then takes the new address with the code that it prints.\n`,
  );
  return EXIT_CODES.done;
}
