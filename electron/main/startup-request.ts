import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Approval, Problem, Result } from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import type { FleetSetup } from '../operations/fleet/index.ts';
import {
  type CommandOutcome,
  consumePinFile,
  formatProblemLine,
} from '../operations/headless/index.ts';
import {
  createUuid,
  EXIT_CODES,
  type Log,
  readNamedFile,
  systemClock,
  writeFileAtomically,
} from '../platform/index.ts';
import type { CommandLineOptions } from '../settings/command-line/index.ts';
import {
  createTrainingProvisioning,
  readProvisioningFile,
  type Settings,
} from '../settings/index.ts';
import type { Shell } from '../shell/electron/index.ts';
import { type TillHost, validateAndStageRestore } from './till/index.ts';

/**
 * Throws if this account on this computer must not open this till: a second user, or a copied disk,
 * must not become a second till with the same number.
 */
export async function assertTillBelongsToAccount(fleet: FleetSetup): Promise<void> {
  const problem = await fleet.findForeignTillProblem();
  if (problem !== null) throw new Error(await fleet.formatStartProblem(problem));
}

/** Throws if the machine-wide file fails to set up an empty profile: nothing else may set it up. */
export async function applyFleetSetup(fleet: FleetSetup): Promise<void> {
  const started = await fleet.start();
  if (!started.ok) throw new Error(await fleet.formatStartProblem(started.problem));
}

/**
 * The PIN of `--pin FILE` or `--insist FILE`. Read only if another option needs it, because the
 * file is then deleted.
 */
export async function readRequestedApproval(options: CommandLineOptions): Promise<Approval | null> {
  const { pin, insist, restore, provision, command } = options;
  // The till that checks the patch reads its PIN.
  if (command?.kind === 'apply') return null;
  if (insist !== null && restore === null)
    throw new Error('--insist can only be used with --restore.');
  if (pin !== null && restore === null && provision === null) {
    throw new Error('--pin can only be used with --apply, --provision or --restore.');
  }
  if (pin !== null && insist !== null) {
    throw new Error('--insist replaces --pin: leave out --pin.');
  }
  if (insist !== null) return await consumePinFile('--insist', insist);
  return pin === null ? null : await consumePinFile('--pin', pin);
}

/**
 * `--restore FILE`. Throws if it is refused: the till would open with another ledger than the one
 * asked for.
 */
export async function applyRequestedRestore(
  shell: Shell,
  settings: Result<Settings>,
  approval: Approval | null,
  ledgerCheckWorkerUrl: URL,
): Promise<void> {
  const { restore, insist, recoveryKey: keyFile } = shell.commandLine;
  if (restore === null) return;
  if (!settings.ok) throw new Error(`--restore ${restore}: ${formatProblemLine(settings.problem)}`);
  const restored = await validateAndStageRestore(
    {
      profileFolder: shell.profileFolder,
      clock: systemClock,
      createId: createUuid,
      log: shell.log,
      vault: shell.vault,
      ledgerCheckWorkerUrl: ledgerCheckWorkerUrl,
      prepareSettingsFromBackup: settings.value.prepareSettingsFromBackup,
    },
    {
      file: restore,
      environment: settings.value.getActiveTillSettings()?.environment ?? null,
      approval,
      insists: insist !== null,
      recoveryKey: keyFile === null ? null : await readRecoveryKeyFile(keyFile),
    },
  );
  if (!restored.ok) throw new Error(`--restore ${restore}: ${formatProblemLine(restored.problem)}`);
  if (keyFile !== null) await rm(keyFile);
}

async function readRecoveryKeyFile(file: string): Promise<string> {
  try {
    return (await readNamedFile(file)).toString('utf8');
  } catch (error) {
    throw new Error(`--recovery-key ${file}: the file cannot be read (${String(error)}).`);
  }
}

/**
 * `--provision FILE` and `--training`. A refused file ends the start of a till that is not set up,
 * because there is nothing else to do. A till that is set up opens with its old settings and the
 * status line shows what was refused: no shop stays closed because of a file.
 */
export async function applyRequestedProvisioning(
  options: Pick<CommandLineOptions, 'provision' | 'training' | 'exitsAfterCommand'>,
  host: Pick<TillHost, 'till' | 'isSetUp' | 'provisionByCommand' | 'notices'>,
  approval: Approval | null,
  secretStorage: { readonly profileFolder: string; readonly isVaultStrong: () => Promise<boolean> },
): Promise<void> {
  const { provision, training } = options;
  if (provision !== null) {
    const file = await readProvisioningFile(provision);
    const provisioned = file.ok
      ? await host.provisionByCommand(file.value.provisioning, file.value.folder, approval)
      : file;
    if (provisioned.ok) {
      // If keys are held in memory only, the next start needs the file.
      if (await secretStorage.isVaultStrong())
        await writeLeftoverFileMarker(secretStorage.profileFolder, provision);
      return;
    }
    const message = `--provision ${provision}: ${formatProblemLine(provisioned.problem)}${formatPinHint(provisioned.problem)}`;
    if (host.till() === null || options.exitsAfterCommand) throw new Error(message);
    process.stderr.write(`${message}\nThe till opens with its old settings.\n`);
    host.notices.setRejectedStartupRequest({ option: 'provision', problem: provisioned.problem });
  } else if (training && !host.isSetUp()) {
    const provisioned = await host.provisionByCommand(
      createTrainingProvisioning(DEFAULT_LANGUAGE),
      process.cwd(),
      approval,
    );
    if (!provisioned.ok) throw new Error(`--training: ${formatProblemLine(provisioned.problem)}`);
  }
}

const LEFTOVER_FILE_MARKER = 'provisioning-left.txt';

/**
 * Records the path of the provisioning file, which holds keys and PINs and is no longer needed;
 * each start checks whether it still exists.
 */
async function writeLeftoverFileMarker(profileFolder: string, file: string): Promise<void> {
  const written = await writeFileAtomically(join(profileFolder, LEFTOVER_FILE_MARKER), (handle) =>
    handle.writeFile(resolve(file)),
  );
  if (!written.ok) throw new Error(formatProblemLine(written.problem));
}

/**
 * Shows a notice while the recorded file still exists and contains a secret; removes the record
 * afterwards. A file that cannot be read or parsed now may still contain secrets, so its record is
 * kept.
 */
export async function refreshLeftoverSecretsFileNotice(
  profileFolder: string,
  host: Pick<TillHost, 'notices'>,
  log: Log,
): Promise<void> {
  const marker = join(profileFolder, LEFTOVER_FILE_MARKER);
  const markerText = await readText(marker);
  if (markerText.state === 'gone') return;
  if (markerText.state === 'unreadable') {
    log.error({ err: markerText.error }, 'startup-request: leftover file marker unreadable');
    return host.notices.setLeftoverSecretsFile(LEFTOVER_FILE_MARKER);
  }
  const leftoverFile = await readText(markerText.text);
  if (
    leftoverFile.state !== 'gone' &&
    (leftoverFile.state === 'unreadable' || hasPossibleSecrets(leftoverFile.text))
  ) {
    return host.notices.setLeftoverSecretsFile(basename(markerText.text));
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
    const content = await readNamedFile(file);
    return { state: 'read', text: content.toString('utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    return isGone ? { state: 'gone' } : { state: 'unreadable', error };
  }
}

const SECRET_FIELDS = new Set(['apiKey', 'secretKey', 'pin', 'password', 'privateKey']);

/** True also for text that is not JSON: an editor may be about to save it. */
function hasPossibleSecrets(text: string): boolean {
  let hasSecret = false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''), (name, value) => {
      const isProxy = name === 'proxy' && String(value).includes('@');
      if (isProxy || (SECRET_FIELDS.has(name) && value !== '')) hasSecret = true;
    });
  } catch {
    return true;
  }
  return hasSecret;
}

function formatPinHint({ kind }: Problem): string {
  if (!['not-allowed', 'wrong-pin', 'wait', 'locked-out', 'not-found'].includes(kind)) return '';
  return (
    '\nThis till is set up: give the PIN of one of its owners with --pin PIN-FILE, which ' +
    'holds {"cashierId": "carmen", "pin": "…"}. Nothing was changed.'
  );
}

/** A command-line request that was not carried out must not look as if it had been. */
export function toProfileInUseOutcome({ provision }: CommandLineOptions): CommandOutcome {
  const option = provision === null ? '--restore' : '--provision';
  const instead = provision === null ? '' : ', or change its settings with --apply, which it takes';
  return {
    code: EXIT_CODES.held,
    lines: [
      `${option}: Mostrador is open in this profile, and nothing was changed. Close it first${instead}.`,
    ],
  };
}
