import { z } from 'zod';
import { chainSettingsSchema, provisioningSchema } from '../provisioning.ts';
import { flag, serviceVersionSchema } from '../value-schemas.ts';

/** The settings sections with a server: of the service, the daily file, and the chain. */

const { shape } = provisioningSchema;
const reconciliationShape = shape.reconciliation.unwrap().shape;

/**
 * Tested with the account endpoint before it is saved. Omitted keys, `caFile` and `proxy` stay
 * unchanged; null removes `caFile` or `proxy`.
 */
export const serviceSectionSchema = z.strictObject({
  section: z.literal('service'),
  baseUrl: shape.baseUrl.unwrap(),
  vendor: shape.vendor.unwrap(),
  version: serviceVersionSchema,
  apiKey: shape.apiKey.unwrap().optional(),
  secretKey: shape.secretKey.unwrap().optional(),
  caFile: z.string().min(1).max(1000).nullable().optional(),
  proxy: z.string().min(1).max(300).nullable().optional(),
  deadlineSeconds: shape.deadlineSeconds.unwrap().nullable(),
});

/** Training runs its own service: only its version and the timeout can be set. */
export const trainingServiceSectionSchema = z.strictObject({
  section: z.literal('training-service'),
  version: serviceVersionSchema,
  deadlineSeconds: shape.deadlineSeconds.unwrap().nullable(),
});

/** The server of the daily file; null for none. An omitted secret stays unchanged. */
export const reconciliationSectionSchema = z.strictObject({
  section: z.literal('reconciliation'),
  to: z
    .strictObject({
      timeZone: reconciliationShape.timeZone.unwrap().nullable(),
      uploadTime: reconciliationShape.uploadTime.unwrap().nullable(),
      uploadZone: reconciliationShape.uploadZone.unwrap().nullable(),
      host: reconciliationShape.host.min(1),
      port: reconciliationShape.port.unwrap().nullable(),
      user: reconciliationShape.user.min(1),
      password: z.string().min(1).max(300).nullable().optional(),
      /** The text of the key, or the path of its file; null removes it. */
      privateKey: z
        .discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(20_000) }),
          z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
        ])
        .nullable()
        .optional(),
      folder: reconciliationShape.folder.unwrap().nullable(),
      /** Unchanged if omitted; null: a person confirms the first key of the server. */
      hostKey: reconciliationShape.hostKey.unwrap().nullable().optional(),
      mode: reconciliationShape.mode.unwrap().nullable(),
      uploads: flag,
    })
    .nullable(),
  /** Saved although the server was unreachable, because a person insisted; recorded in the audit log. */
  isUntried: flag,
});

/**
 * `enrolled`: the file that `mostrador chain enroll` wrote, as text or path. `fields`: an omitted
 * password or `caFile` stays unchanged. `none`: removes the chain.
 */
export const chainSectionSchema = z.strictObject({
  section: z.literal('chain'),
  to: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('enrolled'),
      file: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(1_000_000) }),
        z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
      ]),
    }),
    z.strictObject({
      kind: z.literal('fields'),
      hosts: chainSettingsSchema.shape.hosts,
      database: chainSettingsSchema.shape.database,
      user: chainSettingsSchema.shape.user,
      password: chainSettingsSchema.shape.password,
      caFile: z.string().min(1).max(1000).optional(),
      shop: chainSettingsSchema.shape.shop.unwrap().nullable(),
    }),
  ]),
  /**
   * Saved although the database was unreachable, or removed although unsent changes remain, because a
   * person insisted; recorded in the audit log.
   */
  isUntried: flag,
});
