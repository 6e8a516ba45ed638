import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  applyDefaults,
  chainSettingsSchema,
  declareSetting,
  environmentNameSchema,
  languageSchema,
  type Provisioning,
  publicSettingsSchema,
  SECRET_NAMES,
  type SecretName,
  type WithDefaults,
} from '../../shared/contract/index.ts';

/**
 * The part of a till's provisioning that is not secret, one per environment. The schema rejects
 * keys, PINs and the SFTP password or key.
 */
export const tillSettingsSchema = publicSettingsSchema.extend({
  /** Identifies the account and the service, for comparisons; see `computeAccountFingerprint`. */
  accountPrint: z.string(),
  /** The PEM text of the certificate authority: the file itself may be deleted later. */
  caPem: z.string().optional(),
  shop: publicSettingsSchema.shape.shop.extend({
    /** A PNG as Base64. */
    logoPng: z.string().optional(),
  }),
  chain: declareSetting(
    publicSettingsSchema.shape.chain
      .unwrap()
      .extend({ ca: chainSettingsSchema.shape.ca })
      .optional(),
    publicSettingsSchema.shape.chain.setting,
  ),
});
export type TillSettings = z.infer<typeof tillSettingsSchema>;

/** The settings with their defaults: what the parts of a till use. */
export type EffectiveSettings = WithDefaults<typeof tillSettingsSchema.shape>;

export function withDefaultSettings(settings: TillSettings): EffectiveSettings {
  return applyDefaults(tillSettingsSchema.shape, settings, settings.environment);
}

/** Identifies an account of a service without containing its key. */
export function computeAccountFingerprint(
  provisioning: Partial<Omit<Provisioning, 'cashiers'>>,
): string {
  const { baseUrl = '', vendor = '', apiKey = '' } = provisioning;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, vendor, apiKey]))
    .digest('hex');
}

/** Returns the proxy's address without user name and password; undefined if it cannot be parsed. */
export function removeProxyPassword(proxy: string | undefined): string | undefined {
  const address = proxy === undefined ? null : URL.parse(proxy);
  if (!address) return undefined;
  if (address.username === '' && address.password === '') return proxy;
  address.username = '';
  address.password = '';
  return address.href;
}

export const tillSecretsSchema = z.strictObject({
  /** `proxy` includes the user name and the password in its address. */
  ...(Object.fromEntries(SECRET_NAMES.map((name) => [name, z.string().optional()])) as Record<
    SecretName,
    z.ZodOptional<z.ZodString>
  >),
  /**
   * Stored before it is set in the database: from then on either of the two passwords may be the
   * valid one.
   */
  chainNewPassword: z.string().optional(),
  /** The role with which an owner reads the chain's database. */
  officeUser: z.string().optional(),
  /** Digests of passwords that the till has replaced: one of these in a file is ignored. */
  chainReplaced: z.array(z.string()).optional(),
  /** The till generated the password: it is in no file. */
  isChainPasswordOwn: z.boolean().optional(),
});
export type TillSecrets = z.infer<typeof tillSecretsSchema>;

/** The settings and secrets of a till, before or after a change. */
export interface SettingsAndSecrets {
  readonly settings: TillSettings;
  readonly secrets: TillSecrets;
}

/** Increased when a version of Mostrador writes a format that earlier versions cannot read. */
export const SETTINGS_FORMAT = 1;

export const settingsFileSchema = z.strictObject({
  format: z.literal(SETTINGS_FORMAT).default(SETTINGS_FORMAT),
  /** Counts saved changes: each change refers to the state that it was made on. */
  revision: z.number().int().default(0),
  /** The active environment; null on a till that was never set up. */
  environment: environmentNameSchema.nullable(),
  language: languageSchema.nullable(),
  tills: z.partialRecord(environmentNameSchema, tillSettingsSchema),
  /** Secrets as text, sealed by the vault. */
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
