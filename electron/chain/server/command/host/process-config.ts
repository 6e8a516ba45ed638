import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import type { ChainAddress } from '../../../client/index.ts';
import {
  type ChainServerConfig,
  chainServerConfigSchema,
  readChainServerConfig,
  readPrivateJson,
} from '../../config/index.ts';
import { buildProcessFile } from '../init-command.ts';
import type { HostComputer } from './host-computer.ts';
import { writeSystemFile } from './host-files.ts';
import type { LocalTill } from './local-till.ts';

const { apiKey, secretKey, proxy, reconciliation } = provisioningSchema.shape;

/** What the key store of a till opens only to the till, and what its settings may lack. */
const secretsSchema = z.object({
  apiKey,
  secretKey,
  proxy,
  reconciliation: reconciliation.unwrap().partial().optional(),
});
export type HostSecrets = z.infer<typeof secretsSchema>;

/** Reads a file such as the `secrets.json` of a fleet; other fields in it are not used. */
export async function readHostSecrets(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<HostSecrets> {
  const parsed = secretsSchema.safeParse(await readPrivateJson(file, env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${file}: ${issue?.path.join('.') ?? 'the file'} is invalid: ${issue?.message ?? ''}. Correct it, and run this again.`,
  );
}

export function getProcessConfigFile({ settingsFolder }: HostComputer): string {
  return join(settingsFolder, 'chain.json');
}

/** What the process needs besides its logins. */
export type ProcessSettings = Pick<
  ChainServerConfig,
  'chainName' | 'environment' | 'service' | 'reconciliation'
>;

/** Returns the configuration of before; null if there is none. */
export async function readProcessConfig(computer: HostComputer): Promise<ChainServerConfig | null> {
  const file = getProcessConfigFile(computer);
  return existsSync(file) ? await readChainServerConfig(file, {}) : null;
}

/** Throws if the configuration is another chain's. */
export function assertOwnConfig(
  computer: HostComputer,
  config: ChainServerConfig | null,
  ca: string | null,
): void {
  if (config === null || config.ca === ca) return;
  throw new Error(
    `${getProcessConfigFile(computer)} belongs to another chain, which has another database. Stop its process, move the file away, and run this again.`,
  );
}

/**
 * Combines the settings of this computer's till, the secrets, and the configuration of before. Throws a
 * text that says what is missing.
 */
export function composeProcessSettings(
  computer: HostComputer,
  till: LocalTill | null,
  secrets: HostSecrets,
  previous: ProcessSettings | null,
): ProcessSettings {
  if (till === null) {
    const { chainName, environment, service, reconciliation: server } = previous ?? {};
    return assertComplete({ chainName, environment, service, reconciliation: server });
  }
  const { settings, hostKey } = till;
  const candidate = {
    chainName: settings.chainName,
    environment: settings.environment,
    service: {
      baseUrl: settings.baseUrl,
      vendor: settings.vendor,
      version: settings.version,
      proxy: secrets.proxy ?? previous?.service?.proxy ?? settings.proxy,
      caFile:
        settings.caPem === undefined
          ? previous?.service?.caFile
          : getServiceAuthorityFile(computer),
      apiKey: secrets.apiKey ?? previous?.service?.apiKey,
      secretKey: secrets.secretKey ?? previous?.service?.secretKey,
    },
    reconciliation: {
      ...previous?.reconciliation,
      ...settings.reconciliation,
      ...(hostKey === null ? {} : { hostKey }),
      ...secrets.reconciliation,
      uploads: true,
    },
  };
  return assertComplete(candidate);
}

/** Writes `chain.json`, with logins of its own. */
export async function writeProcessConfig(
  computer: HostComputer,
  admin: ChainAddress,
  settings: ProcessSettings,
  previous: ChainServerConfig | null,
): Promise<void> {
  const { hosts, database, ca } = admin;
  const logins = previous ?? (await buildProcessFile(admin));
  await writeSystemFile(getProcessConfigFile(computer), {
    ...logins,
    hosts,
    database,
    ca,
    ...settings,
  });
}

const completeSchema = chainServerConfigSchema
  .pick({ chainName: true, environment: true, service: true, reconciliation: true })
  .required({ chainName: true, service: true, reconciliation: true });

function assertComplete(candidate: object): ProcessSettings {
  const parsed = completeSchema.safeParse(JSON.parse(JSON.stringify(candidate)));
  const missing = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
  const { password, privateKey, hostKey } = { ...parsed.data?.reconciliation };
  if (parsed.success && password === undefined && privateKey === undefined)
    missing.push('reconciliation.password');
  if (parsed.success && hostKey === undefined) missing.push('reconciliation.hostKey');
  if (parsed.success && missing.length === 0) return parsed.data;
  throw new Error(formatMissing(missing));
}

function formatMissing(missing: readonly string[]): string {
  return [
    `The process that makes the daily file lacks: ${missing.join(', ')}.`,
    "The till's keys are in its key store, which opens them only to the till. Write a file that only you can read (chmod 600), such as",
    '  {"apiKey": "…", "secretKey": "…", "reconciliation": {"password": "…"}}',
    "and pass it with --credentials FILE. What else is missing, an owner sets in F7, Settings, Service and Daily file, on this computer's till; or write it into the file too.",
  ].join('\n');
}

/** The authority of the service is public; the account of the process must be able to read it. */
export async function writeServiceAuthority(
  computer: HostComputer,
  caPem: string | undefined,
): Promise<void> {
  if (caPem === undefined) return;
  const file = getServiceAuthorityFile(computer);
  await writeSystemFile(file, caPem);
  await chmod(file, 0o644);
}

function getServiceAuthorityFile({ settingsFolder }: HostComputer): string {
  return join(settingsFolder, 'service-ca.pem');
}
