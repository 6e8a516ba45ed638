import { z } from 'zod';

const count = z.number().int().nonnegative();
const statusLevel = z.enum(['green', 'yellow', 'red']);

/** The till's status, sent with each push. It contains no customer data. */
export const pushedTillStatusSchema = z.object({
  /** The program's version. */
  version: z.string().max(40),
  /** The POS number set in the till: it shows two tills with the same number. */
  pos: z.string().max(100),
  /**
   * Seconds by the service's clock: everything performed before it has been sent, and nothing will
   * be added. Null if the till does not know.
   */
  until: count.nullable(),
  /** The till is closing: it performs nothing until the next hello. */
  closed: z.boolean(),
  /** Seconds by the service's clock: the first send of the oldest payment that is unresolved. */
  open_since: count.nullable(),
  unresolved: count,
  /** The number of papers waiting for the printer. */
  papers: count,
  backup_at: z.iso.datetime({ offset: true }).nullable(),
  /** Seconds by which the machine's clock is ahead of the service's; null if not known. */
  clock_offset: z.number().nullable(),
  /** The newest entry of the audit log: the chain keeps a copy as proof. */
  audit_number: count.nullable(),
  audit_digest: z.string().max(128).nullable(),
  service: statusLevel,
  printer: statusLevel,
  /** The ids of the notices that are done: the database, which calls them hints, does not send them again. */
  hints: z.array(count).max(200),
});
export type PushedTillStatus = z.infer<typeof pushedTillStatusSchema>;
