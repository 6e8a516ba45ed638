import { accessSync, constants } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '../../../shared/contract/index.ts';
import { createClosedTill } from '../../main/till/index.ts';
import { EXIT, type ExitCode } from '../../platform/index.ts';
import {
  type CommandLineOptions,
  formatHelp,
  parseCommandLine,
  validateCliOptions,
} from '../../settings/command-line/index.ts';
import { findFleetProfile, getMachineFolder } from '../fleet/index.ts';
import {
  type CommandOutcome,
  readTill,
  sendRemoteCommand,
  toCommandOutcome,
} from '../unattended/index.ts';
import { getDefaultProfile, getHomeFolder } from './default-profile.ts';

/** How long a till that is just starting is waited for. */
const OPEN_TILL_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

export interface Terminal {
  /** The words behind the program's name. */
  readonly args: readonly string[];
  /** What paths are relative to. */
  readonly workingFolder: string;
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Does what the words ask for; an option that is wrong is complained about, with `EXIT.failed`. */
export async function runCli(terminal: Terminal): Promise<ExitCode> {
  try {
    validateCliOptions(terminal.args);
    if (terminal.args.includes('--help')) {
      terminal.write(formatHelp('mostrador-cli'));
      return EXIT.done;
    }
    if (terminal.args.includes('--version')) {
      terminal.write(`${terminal.version}\n`);
      return EXIT.done;
    }
    const asked = parseCommandLine(terminal.args, terminal.workingFolder);
    const { code, lines } = await runCommand(asked, terminal.version);
    terminal.write(lines.map((line) => `${line}\n`).join(''));
    return code;
  } catch (error) {
    terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.failed;
  }
}

async function runCommand(asked: CommandLineOptions, version: string): Promise<CommandOutcome> {
  const { command, pin } = asked;
  if (command === null) {
    throw new Error(
      'Say what to do: --status, --diagnostics FILE, --apply FILE or --upload-daily-file. --help names every option.',
    );
  }
  if (pin !== null && command.kind !== 'apply') throw new Error('--pin is for --apply.');
  const profile = asked.profile ?? resolveProfile();
  assertReadable(profile);
  switch (command.kind) {
    case 'status':
    case 'diagnostics':
      return await readTill(profile, command, version);
    case 'apply':
    case 'upload':
      return await runInOpenTill(profile, command, version);
    default:
      return assertNever(command);
  }
}

/** Only the till opens its keys. One that has taken its ledger and does not answer yet is starting. */
async function runInOpenTill(
  profile: string,
  command: Extract<CommandLineOptions['command'], { kind: 'apply' | 'upload' }>,
  version: string,
): Promise<CommandOutcome> {
  const giveUpAt = performance.now() + OPEN_TILL_TIMEOUT_MS;
  for (;;) {
    const answer = await sendRemoteCommand(profile, command);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return toCommandOutcome({ kind: 'stopped' });
    const { till, lights } = createClosedTill(profile, version).readReport();
    if (till === null)
      return toCommandOutcome({ kind: 'no-till', problem: { kind: 'not-set-up' } });
    if (!lights.some(({ code }) => code === 'in-use')) return toTillClosedOutcome(command.kind);
    if (performance.now() > giveUpAt) return toCommandOutcome({ kind: 'held' });
    await wait(POLL_INTERVAL_MS);
  }
}

function toTillClosedOutcome(kind: 'apply' | 'upload'): CommandOutcome {
  const after =
    kind === 'upload' ? 'An open till also uploads what is due by itself.' : 'Nothing was changed.';
  return {
    code: EXIT.closed,
    lines: [
      `The till is closed, and this needs its keys, which only the till itself opens. Open Mostrador, and run this again. ${after}`,
    ],
  };
}

/** An administrator asks about the till of this computer, where its file says whose that is. */
function resolveProfile(): string {
  const { platform, env } = process;
  const found =
    process.getuid?.() === 0 ? findFleetProfile(getMachineFolder(), getHomeFolder) : null;
  if (found === null) return getDefaultProfile({ platform, env, home: homedir() });
  return 'profile' in found
    ? found.profile
    : getDefaultProfile({ platform, env: {}, home: found.home });
}

/** A folder that cannot be entered would look like one without a till. */
function assertReadable(profile: string): void {
  try {
    accessSync(profile, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code } = { code: null, ...Object(error) };
    if (code !== 'EACCES' && code !== 'EPERM') return;
    throw new Error(
      `${userInfo().username} may not read ${profile}. Run this as the account that the till belongs to, or as an administrator, or name another folder with --profile.`,
    );
  }
}
