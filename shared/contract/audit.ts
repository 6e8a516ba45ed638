import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import {
  anyText,
  anyTextOrNull,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
} from './value-schemas.ts';

/** A filter of the audit log. A field that is null does not filter. */
export const auditFilterSchema = z.strictObject({
  /** The first and the last day, both included, in the till's time zone. */
  from: shopDateSchema.nullable(),
  to: shopDateSchema.nullable(),
  /** The person who did it, or whose PIN approved it. */
  personId: identifierSchema.nullable(),
  kind: z.string().min(1).max(80).nullable(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditEntrySchema = z.strictObject({
  /** Counted from 1 without a gap. */
  number: integer,
  at: instantSchema,
  /** Hyphenated English words. A later version may have written a kind that is unknown here. */
  kind: anyText,
  /** Null if the till did it without a person. */
  byName: anyTextOrNull,
  /** The person whose PIN approved it; null if the actor's own role was enough. */
  approverName: anyTextOrNull,
  /**
   * The object of the action, the reason, and amounts with their currency, under the names of
   * `AUDIT_DETAILS`.
   */
  details: z.array(z.strictObject({ name: anyText, value: anyText })),
  /** SHA-256 in hex over the previous row and all fields of this row. */
  digest: anyText,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The result of checking the whole hash chain. */
export const auditVerdictSchema = z.strictObject({
  rows: integer,
  /** The newest row. A saved copy proves later that no earlier row was changed. */
  head: z.strictObject({ number: integer, digest: anyText }).nullable(),
  problem: z
    .discriminatedUnion('kind', [
      /** This row, or the one before it, was changed. */
      z.strictObject({ kind: z.literal('changed'), number: integer }),
      /** Rows `from` to `to` are missing. */
      z.strictObject({
        kind: z.literal('missing'),
        from: integer,
        to: integer,
      }),
      /** `backup` contains these rows, but the log now ends before them. */
      z.strictObject({
        kind: z.literal('cut-off'),
        from: integer,
        to: integer,
        backup: anyText,
      }),
      /** The row differs from the one that sealed the backup, so the whole log was rewritten. */
      z.strictObject({
        kind: z.literal('replaced'),
        number: integer,
        backup: anyText,
      }),
    ])
    .nullable(),
  /** The newest backup whose seal matches; only the hash chain protects later rows. */
  sealed: z.strictObject({ backup: anyText, at: instantSchema, number: integer }).nullable(),
  /** Number of backup seals that were compared; null if the backup folder could not be read. */
  seals: integerOrNull,
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
    z.strictObject({ entries: z.array(auditEntrySchema), next: anyTextOrNull }),
  ),
  /** The kinds and people that the log contains, as filter options. */
  'audit.filterOptions': defineCall(
    'audit',
    emptyObjectSchema,
    z.strictObject({
      kinds: z.array(anyText),
      people: z.array(z.strictObject({ id: identifierSchema, name: anyText })),
    }),
  ),
  /** Checks the whole hash chain, and compares it with the seals of the available backups. */
  'audit.verify': defineCall('audit', emptyObjectSchema, auditVerdictSchema),
  /** Writes the filtered entries, with digests, as CSV into the till's export folder. */
  'audit.export': defineCall(
    'audit',
    z.strictObject({ filter: auditFilterSchema }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};
