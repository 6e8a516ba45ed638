import { z } from 'zod';
import { chainSettingsSchema, provisioningSchema } from '../provisioning.ts';
import { flag, serviceVersionSchema } from '../values.ts';

/** The sections of the settings that name a server: the service's, the daily file's, the chain's. */

const { shape } = provisioningSchema;
const reconciliationShape = shape.reconciliation.unwrap().shape;

/**
 * Tried with the account endpoint before it is kept. A key that is left out stays, and so do
 * `caFile` and `proxy`; null removes those two.
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

/** Training runs its own service: only its version and the deadline can be set. */
export const trainingServiceSectionSchema = z.strictObject({
  section: z.literal('training-service'),
  version: serviceVersionSchema,
  deadlineSeconds: shape.deadlineSeconds.unwrap().nullable(),
});

/** The server of the daily file; null for none. A secret that is left out stays. */
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
      /** The key itself, or the path of its file; null removes it. */
      privateKey: z
        .discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(20_000) }),
          z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
        ])
        .nullable()
        .optional(),
      folder: reconciliationShape.folder.unwrap().nullable(),
      /** Left out, it stays; null: a person confirms the key that the server shows first. */
      hostKey: reconciliationShape.hostKey.unwrap().nullable().optional(),
      mode: reconciliationShape.mode.unwrap().nullable(),
      uploads: flag,
    })
    .nullable(),
  /** Kept although the server could not be reached: a person insisted, which is noted. */
  isUntried: flag,
});

/**
 * `enrolled`: the file that `mostrador chain enroll` wrote, its text or where it lies. `fields`: a
 * password or an authority (the path of its file) that is left out stays. `none`: no chain.
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
   * Kept although the database could not be reached; or left although it does not know all of this till
   * yet. A person insisted, which is noted.
   */
  isUntried: flag,
});
