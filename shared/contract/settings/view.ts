import { z } from 'zod';
import { declareSetting } from '../declare-setting.ts';
import { chainSettingsSchema, provisioningSchema } from '../provisioning.ts';
import { storedHostSchema, storedPrinterSettingsSchema } from '../setting-schemas.ts';
import { booleanSchema, integerSchema, nullableTextSchema } from '../value-schemas.ts';
import { omitSecrets, SECRET_NAMES, type WithDefaults } from './declarations.ts';

const { shape } = provisioningSchema;
const reconciliation = shape.reconciliation.unwrap();

/**
 * The settings without secrets and without the content of files, in the form of the provisioning
 * file. A field that is not set is omitted; `applyDefaults` adds what applies instead.
 */
export const publicSettingsSchema = omitSecrets(provisioningSchema)
  .omit({ cashiers: true, caFile: true })
  .extend({
    /** As stored: a name or a host of an earlier version still opens the till. */
    chainName: z.string(),
    posNumber: z.string(),
    shop: shape.shop.omit({ logo: true }).extend({ name: z.string() }),
    baseUrl: declareSetting(z.string().max(300).optional(), shape.baseUrl.setting),
    printer: declareSetting(storedPrinterSettingsSchema, shape.printer.setting),
    /** Without the user name and password that the address may contain. */
    proxy: declareSetting(z.string().max(300).optional(), { default: null }),
    reconciliation: declareSetting(
      omitSecrets(reconciliation)
        .extend({ host: declareSetting(storedHostSchema, reconciliation.shape.host.setting) })
        .optional(),
      shape.reconciliation.setting,
    ),
    chain: declareSetting(
      omitSecrets(chainSettingsSchema)
        .omit({ ca: true })
        .extend({ hosts: z.array(z.string().max(300)).min(1).max(8) })
        .optional(),
      shape.chain.setting,
    ),
  });
export type PublicSettings = z.infer<typeof publicSettingsSchema>;
export type EffectivePublicSettings = WithDefaults<typeof publicSettingsSchema.shape>;

/** The settings for display, without the values of secrets. */
export const settingsViewSchema = z.strictObject({
  settings: publicSettingsSchema,
  /** The secrets that are set; `proxy` if its address contains a password. */
  held: z.array(z.enum(SECRET_NAMES)),
  /** The version of these settings; a change must contain the one that it is based on. */
  revision: integerSchema,
  hasLogo: booleanSchema,
  hasCa: booleanSchema,
  /** SHA-256 of the certificate of the chain's authority, in the format of browsers. */
  chainCaFingerprint: nullableTextSchema,
  /** The names of the billers in the settings; null if the catalogue does not have it. */
  billerNames: z.array(z.strictObject({ id: integerSchema, name: nullableTextSchema })),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;
