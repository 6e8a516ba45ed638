import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  environmentName,
  language,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';

/**
 * The part of a till's provisioning that is not secret, one for each environment. Keys, PINs and
 * the SFTP password or key cannot be in here: the schema refuses them.
 */
export const tillSettings = provisioningSchema
  .omit({
    apiKey: true,
    secretKey: true,
    cashiers: true,
    reconciliation: true,
    caFile: true,
    shop: true,
  })
  .extend({
    /** Which account of which service this is, for comparing; see `accountPrint`. */
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
  });
export type TillSettings = z.infer<typeof tillSettings>;

/** Tells one account of a service from another, without holding its key. */
export function accountPrint(provisioning: Partial<Provisioning>): string {
  const { baseUrl = '', vendor = '', apiKey = '' } = provisioning;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, vendor, apiKey]))
    .digest('hex');
}

/** The proxy without user name and password; an address that cannot be read is left out. */
export function withoutPassword(proxy: string | undefined): string | undefined {
  const address = proxy === undefined ? null : URL.parse(proxy);
  if (!address) return undefined;
  if (address.username === '' && address.password === '') return proxy;
  address.username = '';
  address.password = '';
  return address.href;
}

export const secrets = z.strictObject({
  apiKey: z.string().optional(),
  secretKey: z.string().optional(),
  /** With the name and the password that its address may hold. */
  proxy: z.string().optional(),
  sftpPassword: z.string().optional(),
  sftpPrivateKey: z.string().optional(),
});
export type Secrets = z.infer<typeof secrets>;

export const settingsFile = z.strictObject({
  /** Counts the changes kept: a change names the state that it was made on. */
  revision: z.number().int().default(0),
  /** The environment in use; null on a till that was never set up. */
  environment: environmentName.nullable(),
  language: language.nullable(),
  tills: z.partialRecord(environmentName, tillSettings),
  /** Sealed by the vault, as text. */
  sealed: z.partialRecord(environmentName, z.string()),
});
export type SettingsFile = z.infer<typeof settingsFile>;

export const EMPTY_SETTINGS: SettingsFile = {
  revision: 0,
  environment: null,
  language: null,
  tills: {},
  sealed: {},
};
