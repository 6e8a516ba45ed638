import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderSync } from '../../../../platform/index.ts';
import type { HostComputer } from './host-computer.ts';
import { writeSystemFile } from './host-files.ts';

const SLEEP_SETTINGS = `# Written by chain host: this computer serves the chain's tills, also at night.
[Sleep]
AllowSuspend=no
AllowHibernation=no
AllowSuspendThenHibernate=no
AllowHybridSleep=no
`;

/**
 * Forbids this computer to suspend and to hibernate, also when a person asks for it or closes its lid.
 * systemd reads the file each time. Its till alone does not keep it awake: in a chain it uploads nothing.
 */
export async function forbidSleep(computer: HostComputer): Promise<void> {
  const file = getSettingsFile(computer);
  createFolderSync(computer.sleepFolder);
  // Others have settings there too; the program's umask would forbid reading them.
  await chmod(computer.sleepFolder, 0o755);
  await writeSystemFile(file, SLEEP_SETTINGS);
  await chmod(file, 0o644);
}

/** Lets the computer sleep as before. */
export async function allowSleep(computer: HostComputer): Promise<void> {
  await rm(getSettingsFile(computer), { force: true });
}

function getSettingsFile({ sleepFolder }: HostComputer): string {
  return join(sleepFolder, 'mostrador-chain.conf');
}
