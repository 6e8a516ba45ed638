import type { Rescue } from '../../shared/contract/index.ts';
import { createInspector, type Inspector, newestGood } from '../backup/index.ts';
import type { Log } from '../platform/index.ts';
import type { TillSettings } from '../settings/index.ts';
import { backupsFolder, ledgerFile } from './paths.ts';

/** For a till whose ledger is damaged: which backup brings it back. Nothing is changed here. */
export function createRescue(ports: {
  readonly profileFolder: string;
  readonly checkWorker: URL;
  readonly log: Log;
}): {
  find(settings: TillSettings): Promise<Rescue>;
  stop(): Promise<void>;
} {
  let inspector: Inspector | null = null;
  let finding: Promise<Rescue> | null = null;

  const look = async ({ environment, backup }: TillSettings): Promise<Rescue> => {
    inspector ??= createInspector(ports.checkWorker);
    const own = backupsFolder(ports.profileFolder);
    const folder = backup?.folder ?? own;
    const newest = await newestGood(
      {
        // Copies were kept in the profile until another folder was set.
        folders: [...new Set([folder, own])],
        environment,
        ledger: ledgerFile(ports.profileFolder, environment),
      },
      inspector.inspect,
    );
    ports.log.warn({ folder, newest: newest?.file ?? null }, 'a backup for the damaged ledger');
    return { folder, newest: newest && { ...newest, approvers: [...newest.approvers] } };
  };

  return {
    // One look at a time, whoever asks: it reads whole files.
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
