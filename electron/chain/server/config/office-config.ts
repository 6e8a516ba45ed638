import { join } from 'node:path';
import { z } from 'zod';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { getMachineFolder } from '../../../operations/fleet/index.ts';
import { dailyFileSchema, retentionSchema } from './config-blocks.ts';
import { readPrivateJson } from './private-json.ts';

const loginSchema = z.strictObject({
  user: z.string().min(1).max(63),
  password: z.string().min(1).max(300),
});

/** A port of this computer. */
const portSchema = z.number().int().min(1).max(65_535);
const { baseUrl, caFile, proxy, vendor, version, apiKey, secretKey, chainName, reconciliation } =
  provisioningSchema.shape;

export const officeConfigSchema = z.strictObject({
  /** `host:port` of each server of the database; the one that takes writes is found. */
  hosts: z
    .array(z.string().regex(/^(\[[0-9a-f:]+\]|[^\s:[\]]+):\d{1,5}$/i, 'host:port'))
    .min(1)
    .max(10),
  database: z.string().min(1).max(63),
  /** PEM: who vouches for those servers. */
  ca: z.string().min(1).max(200_000),
  /** Makes the file, compares, forgets what is old. */
  maker: loginSchema.optional(),
  /** Adds what webhooks name, and nothing else. */
  hook: loginSchema.optional(),
  hooks: z
    .strictObject({
      port: portSchema.optional(),
      /** Loopback if left out, behind a reverse proxy; everywhere with a certificate. */
      host: z.string().min(1).max(300).optional(),
      /** 32 random bytes each, as base64url: the last part of the address that the service calls. */
      tokens: z
        .array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, '32 bytes as base64url'))
        .min(1)
        .max(4),
      /** Files in PEM, looked at again every hour. */
      certificateFile: z.string().max(1000).optional(),
      keyFile: z.string().max(1000).optional(),
    })
    .optional(),
  /** A port of loopback, where the process says how it is. */
  health: portSchema.optional(),
  chainName: chainName.optional(),
  /** The service, for the list that the chain is compared with. */
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
  /** Where the daily file goes: as in a till's provisioning file. */
  reconciliation,
  /** How it is made, and how the service's list is read. */
  dailyFile: dailyFileSchema.optional(),
  retention: retentionSchema.optional(),
});
export type OfficeConfig = z.infer<typeof officeConfigSchema>;

/** Where the process looks for its file. */
export function getConfigFile(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (asked !== undefined) return asked;
  return join(env.CREDENTIALS_DIRECTORY ?? getMachineFolder().folder, 'chain.json');
}

/** Throws in words that name the field, never its value. */
export async function readOfficeConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OfficeConfig> {
  const parsed = officeConfigSchema.safeParse(await readPrivateJson(file, env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...(issue?.path ?? []), ...unknown.slice(0, 1)].map(String).join('.');
  const why = unknown.length > 0 ? 'is not a field of it' : `does not fit: ${issue?.message ?? ''}`;
  throw new Error(`${file}: ${field || 'the file'} ${why}.`);
}
