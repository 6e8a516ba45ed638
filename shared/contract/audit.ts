import { z } from 'zod';
import { call } from './define.ts';
import { shopDate } from './history.ts';
import { identifier, instant, nothing } from './values.ts';

/** A filter of the audit log. A field that is null does not filter. */
export const auditFilter = z.strictObject({
  /** The first and the last day, both included, in the till's zone. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  /** Who did it, or whose PIN allowed it. */
  personId: identifier.nullable(),
  kind: z.string().min(1).max(80).nullable(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditEntry = z.strictObject({
  /** Counted from 1 without a gap. */
  number: z.number().int(),
  at: instant,
  /** In words of the field, with hyphens; one of a later version is possible. */
  kind: z.string(),
  /** Null if the till did it on its own. */
  byName: z.string().nullable(),
  /** Whose PIN allowed it; null if the person's own role did. */
  approverName: z.string().nullable(),
  /**
   * What it was done to, the reason, amounts with their currency: the names are those of the note.
   */
  details: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** SHA-256 in hex over the row before and all of this one. */
  digest: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What the whole chain shows. */
export const auditVerdict = z.strictObject({
  rows: z.number().int(),
  /** The newest row: whoever keeps this can prove later that nothing before it was touched. */
  head: z.strictObject({ number: z.number().int(), digest: z.string() }).nullable(),
  trouble: z
    .discriminatedUnion('kind', [
      /** This row, or the one before it, is not as it was written. */
      z.strictObject({ kind: z.literal('changed'), number: z.number().int() }),
      /** Rows `from` to `to` are not there. */
      z.strictObject({
        kind: z.literal('missing'),
        from: z.number().int(),
        to: z.number().int(),
      }),
      /** A backup was made when this row was there; the log ends before it. */
      z.strictObject({
        kind: z.literal('cut-off'),
        from: z.number().int(),
        to: z.number().int(),
        backup: z.string(),
      }),
      /** The row differs from the one that sealed the backup: the whole log was rewritten. */
      z.strictObject({
        kind: z.literal('replaced'),
        number: z.number().int(),
        backup: z.string(),
      }),
    ])
    .nullable(),
  /** The newest backup whose seal agrees; rows after it are vouched for by the chain alone. */
  sealed: z.strictObject({ backup: z.string(), at: instant, number: z.number().int() }).nullable(),
  /** How many backups' seals could be read and compared. */
  seals: z.number().int(),
});
export type AuditVerdict = z.infer<typeof auditVerdict>;

export const auditCalls = {
  /** The newest first. `cursor` is the `next` of the page before; null for the first. */
  'audit.page': call(
    'audit',
    z.strictObject({
      filter: auditFilter,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ entries: z.array(auditEntry), next: z.string().nullable() }),
  ),
  /** The values to filter by. */
  'audit.choices': call(
    'audit',
    nothing,
    z.strictObject({
      kinds: z.array(z.string()),
      people: z.array(z.strictObject({ id: identifier, name: z.string() })),
    }),
  ),
  /** Checks the whole chain, and compares it with the seals of the backups found. */
  'audit.verify': call('audit', nothing, auditVerdict),
  /** Writes what the filter finds as CSV, digests included, into the till's folder of exports. */
  'audit.export': call(
    'audit',
    z.strictObject({ filter: auditFilter }),
    z.strictObject({ file: z.string(), rows: z.number().int() }),
  ),
};
