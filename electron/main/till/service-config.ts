import type { ServiceConfig } from '../../service/index.ts';
import {
  type EffectiveSettings,
  type Settings,
  type TillSecrets,
  type TillSettings,
  withDefaultSettings,
} from '../../settings/index.ts';
import type { EmbeddedTraining } from '../../training/thread/index.ts';

/** The deadline of a request, in milliseconds. */
export function getRequestTimeoutMs({
  deadlineSeconds,
}: Pick<EffectiveSettings, 'deadlineSeconds'>): number {
  return deadlineSeconds * 1000;
}

/** The client's configuration from these settings; null if there are no keys. */
export function toServiceConfig(
  settings: TillSettings,
  secrets: TillSecrets | null,
  training: EmbeddedTraining | null,
): ServiceConfig | null {
  const { environment, version, caPem, baseUrl, vendor } = settings;
  const deadlineMs = getRequestTimeoutMs(withDefaultSettings(settings));
  if (environment === 'training') {
    if (!training) return null;
    return {
      baseUrl: training.baseUrl,
      vendor: training.vendor,
      apiKey: training.apiKey,
      secretKey: training.secretKey,
      caPem: training.caPem,
      version,
      deadlineMs,
    };
  }
  if (!secrets?.apiKey || !secrets.secretKey || !baseUrl || !vendor) return null;
  const { apiKey, secretKey } = secrets;
  const proxy = secrets.proxy ?? settings.proxy;
  return {
    baseUrl,
    vendor,
    apiKey,
    secretKey,
    version,
    deadlineMs,
    ...(caPem === undefined ? {} : { caPem }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

export interface NetworkSettings {
  readonly caPem: string | null;
  readonly proxy: string | null;
}

/** How a till with these settings connects to servers other than the service. */
export async function readNetworkSettings(
  { caPem, proxy, environment }: TillSettings,
  settings: Pick<Settings, 'readSecrets'>,
): Promise<NetworkSettings> {
  const secrets = environment === 'training' ? null : await settings.readSecrets(environment);
  return { caPem: caPem ?? null, proxy: secrets?.proxy ?? proxy ?? null };
}
