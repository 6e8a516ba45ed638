import { accessSync, constants } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '../../shared/contract/index.ts';
import { type Asked, checkCliOptions, helpText, readCommandLine } from '../command-line/index.ts';
import { fleetProfile, machineFolder } from '../fleet/index.ts';
import { EXIT, type ExitCode } from '../platform/index.ts';
import { closedTill } from '../till/index.ts';
import { askOpenTill, lookAt, type Outcome, outcomeOf } from '../unattended/index.ts';
import { defaultProfile, homeOf } from './default-profile.ts';

/** How long a till that is just starting is waited for. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 500;

export interface Terminal {
  /** The words behind the program's name. */
  readonly words: readonly string[];
  /** What paths are relative to. */
  readonly folder: string;
  readonly version: string;
  readonly say: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Does what the words ask for; an option that is wrong is complained about, with `EXIT.failed`. */
export async function runCli(terminal: Terminal): Promise<ExitCode> {
  try {
    checkCliOptions(terminal.words);
    if (terminal.words.includes('--help')) {
      terminal.say(helpText('mostrador-cli'));
      return EXIT.done;
    }
    if (terminal.words.includes('--version')) {
      terminal.say(`${terminal.version}\n`);
      return EXIT.done;
    }
    const asked = readCommandLine(terminal.words, terminal.folder);
    const { code, lines } = await outcomeOfAsked(asked, terminal.version);
    terminal.say(lines.map((line) => `${line}\n`).join(''));
    return code;
  } catch (error) {
    terminal.complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.failed;
  }
}

async function outcomeOfAsked(asked: Asked, version: string): Promise<Outcome> {
  const { command, pin } = asked;
  if (command === null) {
    throw new Error(
      'Say what to do: --status, --diagnostics FILE, --apply FILE or --upload-daily-file. --help names every option.',
    );
  }
  if (pin !== null && command.kind !== 'apply') throw new Error('--pin is for --apply.');
  const profile = asked.profile ?? profileHere();
  refuseUnreadable(profile);
  switch (command.kind) {
    case 'status':
    case 'diagnostics':
      return await lookAt(profile, command, version);
    case 'apply':
    case 'upload':
      return await askedOfOpenTill(profile, command, version);
    default:
      return assertNever(command);
  }
}

/** Only the till opens its keys. One that has taken its ledger and does not answer yet is starting. */
async function askedOfOpenTill(
  profile: string,
  command: Extract<Asked['command'], { kind: 'apply' | 'upload' }>,
  version: string,
): Promise<Outcome> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await askOpenTill(profile, command);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return outcomeOf({ kind: 'stopped' });
    const { till, lights } = closedTill(profile, version).report();
    if (till === null) return outcomeOf({ kind: 'no-till', problem: { kind: 'not-set-up' } });
    if (!lights.some(({ code }) => code === 'in-use')) return closed(command.kind);
    if (performance.now() > giveUpAt) return outcomeOf({ kind: 'held' });
    await wait(ASK_EVERY_MS);
  }
}

function closed(kind: 'apply' | 'upload'): Outcome {
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
function profileHere(): string {
  const { platform, env } = process;
  const found = process.getuid?.() === 0 ? fleetProfile(machineFolder(), homeOf) : null;
  if (found === null) return defaultProfile({ platform, env, home: homedir() });
  return 'profile' in found
    ? found.profile
    : defaultProfile({ platform, env: {}, home: found.home });
}

/** A folder that cannot be entered would look like one without a till. */
function refuseUnreadable(profile: string): void {
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
