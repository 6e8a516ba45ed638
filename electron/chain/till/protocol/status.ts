import { z } from 'zod';

const count = z.number().int().nonnegative();
const statusLevel = z.enum(['green', 'yellow', 'red']);

/** How the till is doing, with each push. Nothing in it is about a customer. */
export const chainStatus = z.object({
  /** The program's version. */
  version: z.string().max(40),
  /** As it is set in the till: two tills with one number are noticed by it. */
  pos: z.string().max(100),
  /**
   * Seconds by the service's clock: all that was performed before it has been sent, and nothing will
   * be added. Null where the till cannot say.
   */
  until: count.nullable(),
  /** A goodbye: nothing is performed until the next hello. */
  closed: z.boolean(),
  /** Seconds by the service's clock: the first send of the oldest payment that is unresolved. */
  open_since: count.nullable(),
  unresolved: count,
  /** Papers that wait for the printer. */
  papers: count,
  backup_at: z.iso.datetime({ offset: true }).nullable(),
  /** Seconds by which the machine's clock is ahead of the service's; null if not known. */
  clock_offset: z.number().nullable(),
  /** The newest entry of the audit log: the chain witnesses it. */
  audit_number: count.nullable(),
  audit_digest: z.string().max(128).nullable(),
  service: statusLevel,
  printer: statusLevel,
  /** The ids of hints that are done: they do not come back. */
  hints: z.array(count).max(200),
});
export type ChainStatus = z.infer<typeof chainStatus>;
