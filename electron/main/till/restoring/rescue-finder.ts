import type { Rescue } from '../../../../shared/contract/index.ts';
import {
  type BackupWorker,
  createBackupWorker,
  findNewestBackup,
} from '../../../back-office/backup/index.ts';
import type { TillSettings } from '../../../settings/index.ts';
import { type KeyPorts, openKeys } from '../open-keys.ts';
import { getBackupsFolder, getLedgerFile } from '../profile-paths.ts';

/** Finds the backup that can replace a damaged ledger. Changes nothing. */
export function createRescueFinder(ports: KeyPorts & { readonly checkWorker: URL }): {
  find(settings: TillSettings): Promise<Rescue>;
  stop(): Promise<void>;
} {
  let inspector: BackupWorker | null = null;
  let finding: Promise<Rescue> | null = null;

  const look = async ({ environment, backup }: TillSettings): Promise<Rescue> => {
    inspector ??= createBackupWorker(ports.checkWorker);
    const own = getBackupsFolder(ports.profileFolder);
    const folder = backup?.folder ?? own;
    // If it does not open, no backup can be read, and none is named.
    const key = await openKeys(ports, environment, null).open();
    const newest = await findNewestBackup(
      {
        // Backups were in the profile until another folder was set.
        folders: [...new Set([folder, own])],
        environment,
        ledger: getLedgerFile(ports.profileFolder, environment),
      },
      {
        profileFolder: ports.profileFolder,
        open: inspector.open,
        dataKey: key.ok ? key.value : null,
        recoveryKey: null,
      },
    );
    ports.log.warn(
      { folder, newest: newest?.file ?? null },
      'rescue: newest usable backup selected',
    );
    return { folder, newest: newest && { ...newest, approvers: [...newest.approvers] } };
  };

  return {
    // One search at a time for all callers, because it reads whole files.
    find: (settings) => {
      finding ??= look(settings).finally(() => {
        finding = null;
      });
      return finding;
    },
    stop: async () => {
      await inspector?.stop();
      await finding?.catch(() => {});
    },
  };
}
