import { assertNever } from '../../../shared/contract/index.ts';
import { EXIT_CODES, type ExitCode } from '../../platform/index.ts';
import {
  type CommandLineOptions,
  formatHelp,
  parseCommandLine,
  validateCliOptions,
} from '../../settings/command-line/index.ts';
import { type CommandOutcome, runReadOnlyTillCommand } from '../headless/index.ts';
import { assertProfileReadable, findProfileFolder } from './default-profile.ts';
import { runInOpenTill } from './run-in-open-till.ts';
import { runVerifyEvidence } from './verify-evidence.ts';

export interface CliTerminal {
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  /** The base of relative paths. */
  readonly workingFolder: string;
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Runs the command of the arguments; an invalid option is reported with `EXIT_CODES.failed`. */
export async function runCli(terminal: CliTerminal): Promise<ExitCode> {
  try {
    if (terminal.args[0] === 'verify-evidence' && !terminal.args.includes('--help')) {
      const outcome = runVerifyEvidence(terminal.args.slice(1), terminal.workingFolder);
      terminal.write(outcome.lines.map((line) => `${line}\n`).join(''));
      return outcome.code;
    }
    validateCliOptions(terminal.args);
    if (terminal.args.includes('--help')) {
      terminal.write(formatHelp('mostrador-cli'));
      return EXIT_CODES.done;
    }
    if (terminal.args.includes('--version')) {
      terminal.write(`${terminal.version}\n`);
      return EXIT_CODES.done;
    }
    const commandLine = parseCommandLine(terminal.args, terminal.workingFolder);
    const { code, lines } = await runCommand(commandLine, terminal.version);
    terminal.write(lines.map((line) => `${line}\n`).join(''));
    return code;
  } catch (error) {
    terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT_CODES.failed;
  }
}

async function runCommand(
  commandLine: CommandLineOptions,
  version: string,
): Promise<CommandOutcome> {
  const { command, pin } = commandLine;
  if (command === null) {
    throw new Error(
      'Name a command: --status, --diagnostics FILE, --apply FILE, --upload-daily-file, verify-evidence FILE or chain. --help lists all options.',
    );
  }
  if (pin !== null && command.kind !== 'apply')
    throw new Error('--pin can only be used with --apply.');
  const profile = commandLine.profile ?? findProfileFolder();
  assertProfileReadable(profile);
  switch (command.kind) {
    case 'status':
    case 'diagnostics':
      return await runReadOnlyTillCommand(profile, command, version);
    case 'apply':
    case 'upload':
      return await runInOpenTill(profile, command, version);
    default:
      return assertNever(command);
  }
}
