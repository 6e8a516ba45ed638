import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  environmentName,
  language,
  type Problem,
  type Provisioning,
  provisioningSchema,
} from '../../shared/contract/index.ts';

/**
 * What a till remembers of its provisioning that is not secret, one for each environment. Keys,
 * PINs and the SFTP password or key are not in here, and cannot be: the schema refuses them.
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
export function accountPrint(provisioning: Provisioning): string {
  const { baseUrl = '', vendor = '', apiKey = '' } = provisioning;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, vendor, apiKey]))
    .digest('hex');
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
  /** The environment in use; null on a till that was never set up. */
  environment: environmentName.nullable(),
  language: language.nullable(),
  tills: z.partialRecord(environmentName, tillSettings),
  /** Sealed by the vault, as text. */
  sealed: z.partialRecord(environmentName, z.string()),
});
export type SettingsFile = z.infer<typeof settingsFile>;

export const EMPTY_SETTINGS: SettingsFile = {
  environment: null,
  language: null,
  tills: {},
  sealed: {},
};

/** Reads what a file or the wizard said; the problem names the first field that does not fit. */
export function parseProvisioning(input: unknown): { value: Provisioning } | { problem: Problem } {
  const parsed = provisioningSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const field = [...(issue?.path ?? []), ...unknown.slice(0, 1)].join('.');
    const reason = unknown.length > 0 ? 'unknown field' : (issue?.message ?? 'not readable');
    return { problem: { kind: 'provisioning', field: field || '(file)', reason } };
  }
  return missingField(parsed.data) ?? { value: parsed.data };
}

function missingField(provisioning: Provisioning): { problem: Problem } | null {
  if (provisioning.environment === 'training') return null;
  for (const field of ['baseUrl', 'vendor', 'apiKey', 'secretKey'] as const) {
    if (provisioning[field] === undefined) {
      return {
        problem: { kind: 'provisioning', field, reason: `needed in ${provisioning.environment}` },
      };
    }
  }
  if (
    !URL.canParse(provisioning.baseUrl ?? '') ||
    new URL(provisioning.baseUrl ?? '').protocol !== 'https:'
  ) {
    return {
      problem: {
        kind: 'provisioning',
        field: 'baseUrl',
        reason: 'an address that begins with https://',
      },
    };
  }
  return null;
}
