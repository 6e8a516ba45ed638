import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '../../../shared/contract/index.ts';
import { assertProfileFilesAreRegular, EXIT_CODES, type ExitCode } from '../../platform/index.ts';
import {
  type CommandLineOptions,
  formatHelp,
  parseCommandLine,
  validateCliOptions,
} from '../../settings/command-line/index.ts';
import {
  type CommandOutcome,
  createClosedTillReader,
  runReadOnlyTillCommand,
  sendRemoteCommand,
  toUploadCommandOutcome,
} from '../headless/index.ts';
import { findProfileFolder } from './default-profile.ts';
import { runVerifyEvidence } from './verify-evidence.ts';

/** How long to wait for a till that is starting. */
const OPEN_TILL_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

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
  assertReadable(profile);
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

/**
 * Only the till can open its keys. A till that holds its ledger and does not answer yet is
 * starting.
 */
async function runInOpenTill(
  profile: string,
  command: Extract<CommandLineOptions['command'], { kind: 'apply' | 'upload' }>,
  version: string,
): Promise<CommandOutcome> {
  const deadline = performance.now() + OPEN_TILL_TIMEOUT_MS;
  for (;;) {
    const answer = await sendRemoteCommand(profile, command);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return toUploadCommandOutcome({ kind: 'stopped' });
    assertProfileFilesAreRegular(profile);
    const { till, lights } = createClosedTillReader(profile, version).readStatusReport();
    if (till === null)
      return toUploadCommandOutcome({ kind: 'no-till', problem: { kind: 'not-set-up' } });
    if (!lights.some(({ code }) => code === 'in-use')) return toTillClosedOutcome(command.kind);
    if (performance.now() > deadline) return toUploadCommandOutcome({ kind: 'held' });
    await wait(POLL_INTERVAL_MS);
  }
}

function toTillClosedOutcome(kind: 'apply' | 'upload'): CommandOutcome {
  const hint =
    kind === 'upload' ? 'An open till also uploads by itself what is due.' : 'Nothing was changed.';
  return {
    code: EXIT_CODES.closed,
    lines: [
      `The till is closed, and only an open till can use its keys. Open Mostrador, and run this again. ${hint}`,
    ],
  };
}

/** A folder that cannot be opened would look like one without a till. */
function assertReadable(profile: string): void {
  try {
    accessSync(profile, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code } = { code: null, ...Object(error) };
    if (code !== 'EACCES' && code !== 'EPERM') return;
    throw new Error(
      `${userInfo().username} is not allowed to read ${profile}. Run this as the account that the till belongs to or as an administrator, or name another folder with --profile.`,
    );
  }
}
