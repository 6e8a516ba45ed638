import { versionFacts } from '../../shared/rules/index.ts';
import {
  createReconciliation,
  DEFAULT_ZONE,
  type Reconciliation,
  type ReconciliationPorts,
  type ReconciliationSettings,
} from '../reconciliation/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import { dailyFilesFolder, exportsFolder } from './paths.ts';

const SFTP_PORT = 22;

/** The daily file of one environment's till. */
export function openDailyFile(
  ports: Pick<
    ReconciliationPorts,
    'database' | 'clock' | 'log' | 'audit' | 'service' | 'connected' | 'onChange'
  > & {
    readonly profileFolder: string;
    readonly settings: Settings;
    readonly tillSettings: () => TillSettings;
  },
): Reconciliation {
  const { environment } = ports.tillSettings();
  return createReconciliation({
    ...ports,
    settings: () => dailyFileSettings(ports.tillSettings()),
    secrets: async () => {
      const kept = await ports.settings.secrets(environment);
      if (kept === null) return null;
      return { password: kept.sftpPassword ?? null, privateKey: kept.sftpPrivateKey ?? null };
    },
    folder: dailyFilesFolder(ports.profileFolder, environment),
    exportsFolder: exportsFolder(ports.profileFolder),
  });
}

function dailyFileSettings(till: TillSettings): ReconciliationSettings {
  const { reconciliation, chainName, version, drpBillers = [] } = till;
  return {
    chainName,
    timeZone: reconciliation?.timeZone ?? DEFAULT_ZONE,
    uploads: reconciliation?.uploads ?? false,
    hasDrp: versionFacts(version).capabilities.drp && drpBillers.length > 0,
    server: serverOf(till),
  };
}

/** Where the daily file goes by these settings; null if no server is set. */
export function serverOf({ reconciliation }: TillSettings): ReconciliationSettings['server'] {
  if (reconciliation === undefined) return null;
  const { host, port = SFTP_PORT, user, folder = '' } = reconciliation;
  return { host, port, user, folder };
}
