import type { RescueBackup } from '../../../../shared/contract/index.ts';
import {
  type BackupWorker,
  createBackupWorker,
  findNewestVerifiedBackup,
} from '../../../back-office/backup/index.ts';
import { getBackupsFolder, getLedgerFile } from '../../../platform/index.ts';
import type { TillSettings } from '../../../settings/index.ts';
import { createLedgerKeys, type LedgerKeyPorts } from '../ledger-keys.ts';

/** Finds the backup that can replace a damaged ledger. Changes nothing. */
export function createRescueBackupFinder(
  ports: LedgerKeyPorts & { readonly ledgerCheckWorkerUrl: URL },
): {
  find(settings: TillSettings): Promise<RescueBackup>;
  stop(): Promise<void>;
} {
  let worker: BackupWorker | null = null;
  let search: Promise<RescueBackup> | null = null;

  const findBackup = async ({ environment, backup }: TillSettings): Promise<RescueBackup> => {
    worker ??= createBackupWorker(ports.ledgerCheckWorkerUrl);
    const profileBackups = getBackupsFolder(ports.profileFolder);
    const folder = backup?.folder ?? profileBackups;
    // Without the key no backup can be read, and none is returned.
    const key = await createLedgerKeys(ports, environment, null).open();
    const newest = await findNewestVerifiedBackup(
      {
        // Backups were in the profile until another folder was set.
        folders: [...new Set([folder, profileBackups])],
        environment,
        damagedLedgerFile: getLedgerFile(ports.profileFolder, environment),
      },
      {
        profileFolder: ports.profileFolder,
        runOpenTask: worker.openBackup,
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
    // One search at a time, shared by all callers, because it reads whole files.
    find: (settings) => {
      search ??= findBackup(settings).finally(() => {
        search = null;
      });
      return search;
    },
    stop: async () => {
      await worker?.stop();
      await search?.catch(() => {});
    },
  };
}
