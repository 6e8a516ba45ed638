import { applyDefaults, provisioningSchema } from '../../../../shared/contract/index.ts';
import { type Clock, type Log, readNamedFile } from '../../../platform/index.ts';
import { type BillPaymentService, createBillPaymentService } from '../../../service/index.ts';
import { connectToChain } from '../../client/index.ts';
import type { ChainServerConfig, ChainServerService } from '../config/index.ts';
import { createDailyFileService, type DailyFileServicePorts } from './daily-file-service.ts';
import { toDailyFileSettings } from './daily-file-settings.ts';
import { createFailedRequestsLog } from './service-log.ts';

/**
 * Creates the service of the daily file from the configuration; null if the configuration has
 * nothing for it to do. Throws an error in plain words if a field is missing.
 */
export function createDailyFileFromConfig(
  config: ChainServerConfig,
  ports: Pick<DailyFileServicePorts, 'clock' | 'log' | 'journal'>,
): ChainServerService | null {
  const { maker, chainName, reconciliation } = config;
  if (maker === undefined) return null;
  if (reconciliation === undefined) {
    ports.log.warn({}, 'daily-file: disabled, reconciliation missing in config');
    return null;
  }
  if (chainName === undefined) {
    throw new Error(
      'The configuration of the process lacks chainName, which begins the name of the daily file. Add it as it is in the tills.',
    );
  }
  const { shape } = provisioningSchema.shape.reconciliation.unwrap();
  const { timeZone, uploadTime, uploadZone, uploads, host, port, user, folder, hostKey, mode } =
    applyDefaults(shape, reconciliation, 'production');
  if (uploads && hostKey === null) {
    ports.log.warn({}, 'daily-file: upload disabled, host key missing in config');
  }
  const settings = {
    chainName,
    timeZone,
    uploadHour: {
      time: uploadTime,
      zone: uploadZone,
    },
    isUploading: uploads,
    isUploadedByChain: false,
    hasDrp: false,
    server: {
      host,
      port,
      user,
      folder,
      hostKey,
      fileMode: Number.parseInt(mode, 8),
    },
  };
  const { password = null, privateKey = null } = reconciliation;
  const { hosts, database, ca } = config;
  return {
    name: 'daily-file',
    start: async () => {
      const service = await createServiceFromConfig(config, ports);
      const running = await createDailyFileService({
        ...ports,
        environment: config.environment ?? null,
        connect: (options) => connectToChain({ hosts, database, ca, ...maker }, options),
        settings: () => settings,
        secrets: async () => ({ password, privateKey }),
        dailyFile: toDailyFileSettings(config.dailyFile, config.retention),
        service: () => service,
      }).start();
      return {
        getStatus: running.getStatus,
        stop: async () => {
          await running.stop();
          await service?.close();
        },
      };
    },
  };
}

async function createServiceFromConfig(
  { service }: ChainServerConfig,
  ports: { readonly clock: Clock; readonly log: Log },
): Promise<BillPaymentService | null> {
  if (service === undefined) {
    ports.log.warn({}, 'daily-comparison: disabled, service keys missing in config');
    return null;
  }
  const { caFile, vendor = '', version, ...rest } = service;
  if (version === undefined || vendor === '') {
    throw new Error(
      'The configuration of the process lacks service.version or service.vendor. Add both as they are in the tills.',
    );
  }
  const caPem = caFile === undefined ? null : (await readNamedFile(caFile)).toString('utf8');
  const log = createFailedRequestsLog(ports.log);
  return createBillPaymentService({ ...rest, vendor, version, caPem }, { ...ports, log });
}
