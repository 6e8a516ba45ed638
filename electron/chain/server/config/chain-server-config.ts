import { join } from 'node:path';
import { z } from 'zod';
import {
  databaseHostSchema,
  environmentNameSchema,
  hostSchema,
  provisioningSchema,
} from '../../../../shared/contract/index.ts';
import { getMachineFolder } from '../../../operations/fleet/index.ts';
import { readPrivateJson } from './private-json.ts';

const hourSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour like 04:40');

/** The block `dailyFile` of the configuration file; every field is optional. */
const dailyFileSchema = z.strictObject({
  /**
   * The hour until which the file waits for missing tills, in the time zone of the upload; default
   * `04:40`.
   */
  waitUntil: hourSchema.optional(),
  /** The number of pages of the service's list to read per hour; default 3600. */
  pagesAnHour: z.number().int().min(60).max(36_000).optional(),
});

/** The block `retention`; without it, the database's values apply, initially 100 and 400. */
const retentionSchema = z.strictObject({
  /** After this many days, account numbers are shortened to their last four characters. */
  accountDays: z.number().int().min(40).max(4_000),
  /** After this many days, whole months are dropped. */
  dropDays: z.number().int().min(101).max(4_000),
});

const loginSchema = z.strictObject({
  user: z.string().min(1).max(63),
  password: z.string().min(1).max(300),
});

/** A TCP port. */
const portSchema = z.number().int().min(1).max(65_535);
const { baseUrl, caFile, proxy, vendor, version, apiKey, secretKey, chainName, reconciliation } =
  provisioningSchema.shape;

export const chainServerConfigSchema = z.strictObject({
  /**
   * `host:port` of each server of the database; the connection uses the one that accepts writes.
   */
  hosts: z.array(databaseHostSchema).min(1).max(10),
  database: z.string().min(1).max(63),
  /** PEM: the certificate authority of these servers. */
  ca: z.string().min(1).max(200_000),
  /** The login that makes the file, compares, and deletes old data. */
  maker: loginSchema.optional(),
  /** The login that adds webhook notices, and can do nothing else. */
  hook: loginSchema.optional(),
  hooks: z
    .strictObject({
      port: portSchema.optional(),
      /** Default: loopback, behind a reverse proxy; all interfaces with a certificate. */
      host: hostSchema.optional(),
      /** 32 random bytes each, as base64url: the last part of the webhook address. */
      tokens: z
        .array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes as base64url'))
        .min(1)
        .max(4),
      /** PEM files, checked for changes every hour. */
      certificateFile: z.string().max(1000).optional(),
      keyFile: z.string().max(1000).optional(),
    })
    .optional(),
  /** A loopback port for the health report. */
  health: portSchema.optional(),
  /** The environment of the service and of the tills: nothing is uploaded from another one's database. */
  environment: environmentNameSchema.optional(),
  chainName: chainName.optional(),
  /** The service whose list the chain is compared with. */
  service: z
    .strictObject({
      baseUrl: baseUrl.unwrap(),
      caFile,
      proxy,
      vendor,
      version,
      apiKey: apiKey.unwrap(),
      secretKey: secretKey.unwrap(),
    })
    .optional(),
  /** The SFTP server of the daily file: as in a till's provisioning file. */
  reconciliation,
  /** How the file is made, and how the service's list is read. */
  dailyFile: dailyFileSchema.optional(),
  retention: retentionSchema.optional(),
});
export type ChainServerConfig = z.infer<typeof chainServerConfigSchema>;

/** Returns the path of the configuration file. */
export function getConfigFile(
  optionPath: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (optionPath !== undefined) return optionPath;
  return join(env.CREDENTIALS_DIRECTORY ?? getMachineFolder().folder, 'chain.json');
}

/** Returns the folder of the files that the process writes. */
export function getDataFolder(
  optionPath: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (optionPath !== undefined) return optionPath;
  if (env.STATE_DIRECTORY !== undefined) return env.STATE_DIRECTORY;
  return process.platform === 'linux'
    ? '/var/lib/mostrador-chain'
    : join(getMachineFolder().folder, 'chain');
}

/** Throws an error that names the field, never its value. */
export async function readChainServerConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ChainServerConfig> {
  const parsed = chainServerConfigSchema.safeParse(await readPrivateJson(file, env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...(issue?.path ?? []), ...unknownKeys.slice(0, 1)].map(String).join('.');
  const reason =
    unknownKeys.length > 0 ? 'is not a known field' : `is invalid: ${issue?.message ?? ''}`;
  throw new Error(`${file}: ${field || 'the file'} ${reason}.`);
}
