import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import {
  anyTextSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/** The most kinds to which a page of the log can be filtered. */
export const MAX_AUDIT_KINDS = 40;

/** A filter of the audit log. A field that is null does not filter. */
export const auditFilterSchema = z.strictObject({
  /** The first and the last day, both included, in the till's time zone. */
  from: shopDateSchema.nullable(),
  to: shopDateSchema.nullable(),
  /** The person who did it, or whose PIN approved it. */
  personId: identifierSchema.nullable(),
  /** Any of these. */
  kinds: z.array(z.string().min(1).max(80)).min(1).max(MAX_AUDIT_KINDS).nullable(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditEntrySchema = z.strictObject({
  /** Counted from 1 without a gap. */
  number: integerSchema,
  at: instantSchema,
  /** Hyphenated English words. A later version may have written a kind that is unknown here. */
  kind: anyTextSchema,
  /** Null if the till did it without a person. */
  byName: nullableTextSchema,
  /** The person whose PIN approved it; null if the actor's own role was enough. */
  approverName: nullableTextSchema,
  /**
   * The object of the action, the reason, and amounts with their currency, under the names of
   * `AUDIT_DETAILS`.
   */
  details: z.array(z.strictObject({ name: anyTextSchema, value: anyTextSchema })),
  /** SHA-256 in hex over the previous row and all fields of this row. */
  digest: anyTextSchema,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The result of checking the whole hash chain. */
export const auditVerdictSchema = z.strictObject({
  rows: integerSchema,
  /** The newest row. A saved copy proves later that no earlier row was changed. */
  head: z.strictObject({ number: integerSchema, digest: anyTextSchema }).nullable(),
  problem: z
    .discriminatedUnion('kind', [
      /** This row, or the one before it, was changed. */
      z.strictObject({ kind: z.literal('changed'), number: integerSchema }),
      /** Rows `from` to `to` are missing. */
      z.strictObject({
        kind: z.literal('missing'),
        from: integerSchema,
        to: integerSchema,
      }),
      /** `backup` contains these rows, but the log now ends before them. */
      z.strictObject({
        kind: z.literal('cut-off'),
        from: integerSchema,
        to: integerSchema,
        backup: anyTextSchema,
      }),
      /** The row differs from the one that sealed the backup, so the whole log was rewritten. */
      z.strictObject({
        kind: z.literal('replaced'),
        number: integerSchema,
        backup: anyTextSchema,
      }),
    ])
    .nullable(),
  /** The newest backup whose seal matches; only the hash chain protects later rows. */
  sealed: z
    .strictObject({ backup: anyTextSchema, at: instantSchema, number: integerSchema })
    .nullable(),
  /** Number of backup seals that were compared; null if the backup folder could not be read. */
  seals: nullableIntegerSchema,
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;

export const auditCalls = {
  /** Newest first. `cursor` is the `next` of the previous page; null for the first page. */
  'audit.page': defineCall(
    'audit',
    z.strictObject({
      filter: auditFilterSchema,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ entries: z.array(auditEntrySchema), next: nullableTextSchema }),
  ),
  /** The kinds and people that the log contains, as filter options. */
  'audit.filterOptions': defineCall(
    'audit',
    emptyObjectSchema,
    z.strictObject({
      kinds: z.array(anyTextSchema),
      people: z.array(z.strictObject({ id: identifierSchema, name: anyTextSchema })),
    }),
  ),
  /** Checks the whole hash chain, and compares it with the seals of the available backups. */
  'audit.verify': defineCall('audit', emptyObjectSchema, auditVerdictSchema),
  /** Writes the filtered entries, with digests, as CSV into the till's export folder. */
  'audit.export': defineCall(
    'audit',
    z.strictObject({ filter: auditFilterSchema }),
    z.strictObject({ file: anyTextSchema, rows: integerSchema }),
  ),
};
