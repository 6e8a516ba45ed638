import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDate } from './history.ts';
import {
  anyText,
  anyTextOrNull,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
} from './values.ts';

/** A filter of the audit log. A field that is null does not filter. */
export const auditFilterSchema = z.strictObject({
  /** The first and the last day, both included, in the till's zone. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  /** Who did it, or whose PIN allowed it. */
  personId: identifierSchema.nullable(),
  kind: z.string().min(1).max(80).nullable(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditEntrySchema = z.strictObject({
  /** Counted from 1 without a gap. */
  number: integer,
  at: instantSchema,
  /** In words of the field, with hyphens; one of a later version is possible. */
  kind: anyText,
  /** Null if the till did it on its own. */
  byName: anyTextOrNull,
  /** Whose PIN allowed it; null if the person's own role did. */
  approverName: anyTextOrNull,
  /**
   * What it was done to, the reason, and amounts with their currency, under the names of the
   * record.
   */
  details: z.array(z.strictObject({ name: anyText, value: anyText })),
  /** SHA-256 in hex over the row before and all of this one. */
  digest: anyText,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What the whole hash chain shows. */
export const auditVerdictSchema = z.strictObject({
  rows: integer,
  /** The newest row. Whoever keeps it can prove later that nothing before it was changed. */
  head: z.strictObject({ number: integer, digest: anyText }).nullable(),
  trouble: z
    .discriminatedUnion('kind', [
      /** This row, or the one before it, was changed. */
      z.strictObject({ kind: z.literal('changed'), number: integer }),
      /** Rows `from` to `to` are missing. */
      z.strictObject({
        kind: z.literal('missing'),
        from: integer,
        to: integer,
      }),
      /** A backup was made with this row; the log now ends before it. */
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
  /** The newest backup whose seal agrees; only the hash chain vouches for later rows. */
  sealed: z.strictObject({ backup: anyText, at: instantSchema, number: integer }).nullable(),
  /** How many backups' seals were compared; null if the folder of backups could not be read. */
  seals: integerOrNull,
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;

export const auditCalls = {
  /** The newest first. `cursor` is the `next` of the page before; null for the first. */
  'audit.page': defineCall(
    'audit',
    z.strictObject({
      filter: auditFilterSchema,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ entries: z.array(auditEntrySchema), next: anyTextOrNull }),
  ),
  /** The values to filter by. */
  'audit.choices': defineCall(
    'audit',
    emptyObjectSchema,
    z.strictObject({
      kinds: z.array(anyText),
      people: z.array(z.strictObject({ id: identifierSchema, name: anyText })),
    }),
  ),
  /** Checks the whole hash chain, and compares it with the seals of the backups found. */
  'audit.verify': defineCall('audit', emptyObjectSchema, auditVerdictSchema),
  /** Writes what the filter finds as CSV, digests included, into the till's folder of exports. */
  'audit.export': defineCall(
    'audit',
    z.strictObject({ filter: auditFilterSchema }),
    z.strictObject({ file: anyText, rows: integer }),
  ),
};
