import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  chainSettingsSchema,
  environmentNameSchema,
  languageSchema,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';

/**
 * The part of a till's provisioning that is not secret, one for each environment. Keys, PINs and
 * the SFTP password or key cannot be in here: the schema refuses them.
 */
export const tillSettingsSchema = provisioningSchema
  .omit({
    apiKey: true,
    secretKey: true,
    cashiers: true,
    reconciliation: true,
    chain: true,
    caFile: true,
    shop: true,
  })
  .extend({
    /** Which account of which service this is, for comparing; see `computeAccountFingerprint`. */
    accountPrint: z.string(),
    /** The certificate authority's PEM text: the file itself may be gone tomorrow. */
    caPem: z.string().optional(),
    shop: provisioningSchema.shape.shop.omit({ logo: true }).extend({
      /** A PNG as Base64. */
      logoPng: z.string().optional(),
    }),
    reconciliation: provisioningSchema.shape.reconciliation
      .unwrap()
      .omit({ password: true, privateKey: true })
      .optional(),
    chain: chainSettingsSchema.omit({ password: true, office: true }).optional(),
  });
export type TillSettings = z.infer<typeof tillSettingsSchema>;

/** Tells one account of a service from another, without holding its key. */
export function computeAccountFingerprint(
  provisioning: Partial<Omit<Provisioning, 'cashiers'>>,
): string {
  const { baseUrl = '', vendor = '', apiKey = '' } = provisioning;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, vendor, apiKey]))
    .digest('hex');
}

/** The proxy without user name and password; an address that cannot be read is left out. */
export function removeProxyPassword(proxy: string | undefined): string | undefined {
  const address = proxy === undefined ? null : URL.parse(proxy);
  if (!address) return undefined;
  if (address.username === '' && address.password === '') return proxy;
  address.username = '';
  address.password = '';
  return address.href;
}

export const secretsSchema = z.strictObject({
  apiKey: z.string().optional(),
  secretKey: z.string().optional(),
  /** With the name and the password that its address may hold. */
  proxy: z.string().optional(),
  sftpPassword: z.string().optional(),
  sftpPrivateKey: z.string().optional(),
  chainPassword: z.string().optional(),
  /** Kept before the database is told of it: from then on either of the two may be the one. */
  chainNewPassword: z.string().optional(),
  /** The role by which an owner looks into the chain. */
  officeUser: z.string().optional(),
  officePassword: z.string().optional(),
  /** Which passwords the till has replaced, as digests: a file that still has one is not believed. */
  chainReplaced: z.array(z.string()).optional(),
  /** The till made it: it is in no file. */
  isChainPasswordOwn: z.boolean().optional(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The settings of a till and what goes with them, before or after a change. */
export interface SettingsAndSecrets {
  readonly settings: TillSettings;
  readonly secrets: Secrets;
}

/** Counts up when a version of Mostrador writes what those before it cannot read. */
export const SETTINGS_FORMAT = 1;

export const settingsFileSchema = z.strictObject({
  format: z.literal(SETTINGS_FORMAT).default(SETTINGS_FORMAT),
  /** Counts the changes kept: a change names the state that it was made on. */
  revision: z.number().int().default(0),
  /** The environment in use; null on a till that was never set up. */
  environment: environmentNameSchema.nullable(),
  language: languageSchema.nullable(),
  tills: z.partialRecord(environmentNameSchema, tillSettingsSchema),
  /** Sealed by the vault, as text. */
  sealed: z.partialRecord(environmentNameSchema, z.string()),
});
export type SettingsFile = z.infer<typeof settingsFileSchema>;

export const EMPTY_SETTINGS: SettingsFile = {
  format: SETTINGS_FORMAT,
  revision: 0,
  environment: null,
  language: null,
  tills: {},
  sealed: {},
};
