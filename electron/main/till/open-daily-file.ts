import {
  DEFAULT_CHAIN_TIME_ZONE,
  DEFAULT_FILE_MODE,
  DEFAULT_SFTP_PORT,
  DEFAULT_UPLOAD_TIME,
  getVersionFacts,
} from '../../../shared/rules/index.ts';
import {
  createReconciliation,
  type Reconciliation,
  type ReconciliationSettings,
} from '../../back-office/reconciliation/index.ts';
import type { Refunds } from '../../counter/refunds/index.ts';
import { getDailyFilesFolder, getExportsFolder } from '../../platform/index.ts';
import type { Settings, TillSettings } from '../../settings/index.ts';
import type { SharedParts } from './open-payment-parts.ts';

/** Opens the daily file of one environment's till. */
export function openDailyFile(
  shared: SharedParts,
  parts: {
    readonly settings: Settings;
    readonly refunds: Refunds;
    readonly onChange: () => void;
  },
): Reconciliation {
  const { connection, pageEvents, profileFolder, tillSettings } = shared;
  const { environment } = tillSettings();
  return createReconciliation({
    database: shared.database,
    clock: shared.clock,
    log: shared.log,
    audit: shared.audit,
    refunds: parts.refunds,
    service: () => connection.service(),
    connected: () => connection.waitForService(),
    settings: () => toReconciliationSettings(tillSettings()),
    secrets: async () => {
      const secrets = await parts.settings.readSecrets(environment);
      if (secrets === null) return null;
      return { password: secrets.sftpPassword ?? null, privateKey: secrets.sftpPrivateKey ?? null };
    },
    folder: getDailyFilesFolder(profileFolder, environment),
    exportsFolder: getExportsFolder(profileFolder),
    onChange: (day) => {
      pageEvents.emit('reconciliation.changed', { day });
      pageEvents.emitStatus();
      parts.onChange();
    },
  });
}

function toReconciliationSettings(till: TillSettings): ReconciliationSettings {
  const { reconciliation, chainName, version, drpBillers = [] } = till;
  return {
    chainName,
    timeZone: reconciliation?.timeZone ?? DEFAULT_CHAIN_TIME_ZONE,
    uploadHour: {
      time: reconciliation?.uploadTime ?? DEFAULT_UPLOAD_TIME.time,
      zone: reconciliation?.uploadZone ?? DEFAULT_UPLOAD_TIME.zone,
    },
    uploads: reconciliation?.uploads ?? false,
    isOfChain: till.chain !== undefined,
    hasDrp: getVersionFacts(version).capabilities.drp && drpBillers.length > 0,
    server: toUploadServer(till),
    posNumber: till.posNumber,
  };
}

/** The upload server of the daily file in these settings; null if none is set. */
export function toUploadServer({ reconciliation }: TillSettings): ReconciliationSettings['server'] {
  if (reconciliation === undefined) return null;
  const { host, port = DEFAULT_SFTP_PORT, user, folder = '', hostKey = null } = reconciliation;
  const fileMode = Number.parseInt(reconciliation.mode ?? DEFAULT_FILE_MODE, 8);
  return { host, port, user, folder, hostKey, fileMode };
}
