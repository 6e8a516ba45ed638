import { readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Approval, Problem, Result } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import type { Fleet } from '../operations/fleet/index.ts';
import { type CommandOutcome, formatProblem } from '../operations/unattended/index.ts';
import { EXIT, type Log, newUuid, systemClock, writeFileAtomically } from '../platform/index.ts';
import type { CommandLineOptions } from '../settings/command-line/index.ts';
import {
  createTrainingProvisioning,
  readProvisioningFile,
  type Settings,
} from '../settings/index.ts';
import type { Shell } from '../shell/electron/index.ts';
import { consumePinFile, restoreAtStart, type TillHost } from './till/index.ts';

/** A second user, or a copied disk, is not to be a second till of one number. */
export async function assertOwnTill(fleet: Fleet): Promise<void> {
  const stranger = await fleet.findForeignTillProblem();
  if (stranger !== null) throw new Error(await fleet.formatProblem(stranger));
}

/** Where the machine-wide file does not set up an empty profile, nothing else is to. */
export async function applyFleetSetup(fleet: Fleet): Promise<void> {
  const done = await fleet.start();
  if (!done.ok) throw new Error(await fleet.formatProblem(done.problem));
}

/** The PIN of `--pin FILE` or `--insist FILE`. Only where it is for something: its file is removed. */
export async function readRequestedApproval(asked: CommandLineOptions): Promise<Approval | null> {
  const { pin, insist, restore, provision, command } = asked;
  // A patch takes its PIN by itself, in the till that checks it.
  if (command?.kind === 'apply') return null;
  if (insist !== null && restore === null) throw new Error('--insist is for --restore.');
  if (pin !== null && restore === null && provision === null) {
    throw new Error('--pin is for --apply, --provision and --restore.');
  }
  if (pin !== null && insist !== null) {
    throw new Error('--insist takes the PIN by itself: leave --pin out.');
  }
  if (insist !== null) return await consumePinFile('--insist', insist);
  return pin === null ? null : await consumePinFile('--pin', pin);
}

/** `--restore FILE`. One that is refused ends the start: the till would be another than was asked for. */
export async function applyRequestedRestore(
  shell: Shell,
  settings: Result<Settings>,
  approval: Approval | null,
  checkWorker: URL,
): Promise<void> {
  const { restore, insist, recoveryKey: keyFile } = shell.commandLine;
  if (restore === null) return;
  if (!settings.ok) throw new Error(`--restore ${restore}: ${formatProblem(settings.problem)}`);
  const done = await restoreAtStart(
    {
      profileFolder: shell.profileFolder,
      clock: systemClock,
      newId: newUuid,
      log: shell.log,
      vault: shell.vault,
      checkWorker,
      adopt: settings.value.prepareFromBackup,
    },
    {
      file: restore,
      environment: settings.value.active()?.environment ?? null,
      approval,
      insists: insist !== null,
      recoveryKey: keyFile === null ? null : await readFile(keyFile, 'utf8'),
    },
  );
  if (!done.ok) throw new Error(`--restore ${restore}: ${formatProblem(done.problem)}`);
  if (keyFile !== null) await rm(keyFile);
}

/**
 * `--provision FILE` and `--training`. A file that does not fit ends the start of a till that is not
 * set up: nothing else was asked. One that is set up opens with its old settings, and a light says
 * what was refused: no shop stays closed because of a file.
 */
export async function applyRequestedProvisioning(
  asked: Pick<CommandLineOptions, 'provision' | 'training' | 'endsAfter'>,
  host: Pick<TillHost, 'till' | 'isSetUp' | 'provisionByCommand' | 'notices'>,
  approval: Approval | null,
  keptAt: { readonly profileFolder: string; readonly isVaultStrong: () => Promise<boolean> },
): Promise<void> {
  const { provision, training } = asked;
  if (provision !== null) {
    const read = await readProvisioningFile(provision);
    const kept = read.ok
      ? await host.provisionByCommand(read.value.provisioning, read.value.folder, approval)
      : read;
    if (kept.ok) {
      // Where keys are kept in memory alone, the file is needed at the next start.
      if (await keptAt.isVaultStrong())
        await writeLeftoverFileMarker(keptAt.profileFolder, provision);
      return;
    }
    const why = `--provision ${provision}: ${formatProblem(kept.problem)}${formatPinHint(kept.problem)}`;
    if (host.till() === null || asked.endsAfter) throw new Error(why);
    process.stderr.write(`${why}\nThe till opens with the settings that it had.\n`);
    host.notices.noteRefused({ option: 'provision', problem: kept.problem });
  } else if (training && !host.isSetUp()) {
    const kept = await host.provisionByCommand(
      createTrainingProvisioning(FIRST_LANGUAGE),
      process.cwd(),
      approval,
    );
    if (!kept.ok) throw new Error(`--training: ${formatProblem(kept.problem)}`);
  }
}

const LEFTOVER_FILE_MARKER = 'provisioning-left.txt';

/** The file with its keys and PINs has done its work; at each start it is looked for again. */
async function writeLeftoverFileMarker(profileFolder: string, file: string): Promise<void> {
  const kept = await writeFileAtomically(join(profileFolder, LEFTOVER_FILE_MARKER), (handle) =>
    handle.writeFile(resolve(file)),
  );
  if (!kept.ok) throw new Error(formatProblem(kept.problem));
}

/**
 * A light as long as that file is still where it was read, with a secret in it; afterwards it is
 * forgotten. What cannot be read or understood just now may hold them all the same: it is not.
 */
export async function refreshLeftoverFileNotice(
  profileFolder: string,
  host: Pick<TillHost, 'notices'>,
  log: Log,
): Promise<void> {
  const marker = join(profileFolder, LEFTOVER_FILE_MARKER);
  const named = await readText(marker);
  if (named.state === 'gone') return;
  if (named.state === 'unreadable') {
    log.error({ err: named.error }, 'startup-request: leftover file marker unreadable');
    return host.notices.noteFileLeft(LEFTOVER_FILE_MARKER);
  }
  const left = await readText(named.text);
  if (left.state !== 'gone' && (left.state === 'unreadable' || hasPossibleSecrets(left.text))) {
    return host.notices.noteFileLeft(basename(named.text));
  }
  await rm(marker, { force: true });
}

async function readText(
  file: string,
): Promise<
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'gone' }
  | { readonly state: 'unreadable'; readonly error: unknown }
> {
  try {
    return { state: 'read', text: await readFile(file, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    return isGone ? { state: 'gone' } : { state: 'unreadable', error };
  }
}

const SECRET_FIELDS = new Set(['apiKey', 'secretKey', 'pin', 'password', 'privateKey']);

/** Also what is no JSON: an editor may be about to save it. */
function hasPossibleSecrets(text: string): boolean {
  let found = false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''), (name, value) => {
      const isProxy = name === 'proxy' && String(value).includes('@');
      if (isProxy || (SECRET_FIELDS.has(name) && value !== '')) found = true;
    });
  } catch {
    return true;
  }
  return found;
}

function formatPinHint({ kind }: Problem): string {
  if (!['not-allowed', 'wrong-pin', 'wait', 'locked-out', 'not-found'].includes(kind)) return '';
  return (
    '\nThis till is set up: give the PIN of one of its owners with --pin PIN-FILE, which ' +
    'holds {"cashierId": "carmen", "pin": "…"}. Nothing was changed.'
  );
}

/** Nothing that changes the till by its command line may look as if it had been done. */
export function toProfileInUseOutcome({ provision }: CommandLineOptions): CommandOutcome {
  const option = provision === null ? '--restore' : '--provision';
  const instead = provision === null ? '' : ', or change its settings with --apply, which it takes';
  return {
    code: EXIT.held,
    lines: [
      `${option}: Mostrador is open in this profile, and nothing was changed. Close it first${instead}.`,
    ],
  };
}
