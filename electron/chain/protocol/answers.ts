import { z } from 'zod';

const count = z.number().int().nonnegative();

export const startSessionAnswerSchema = z.object({
  session: count,
  epoch: count,
  /** The number of the last change of this epoch that the database has. */
  acked: count,
  /** The ledger is older than the database's copy: it starts another epoch. */
  rewound: z.boolean(),
});
export type StartSessionAnswer = z.infer<typeof startSessionAnswerSchema>;

export const syncPositionSchema = z.object({ epoch_key: z.uuid().nullable(), acked: count });

/**
 * An object changed at the service: the till that owns it reads it again. The rest of the notice is
 * not trusted.
 */
export const webhookNoticeSchema = z.object({ id: count, kind: z.string(), key: z.string() });
export type WebhookNotice = z.infer<typeof webhookNoticeSchema>;

export const pushChangesAnswerSchema = z.object({
  acked: count,
  /** The number of rows that the database could not store and set aside. */
  refused: count,
  /** The notices for this till; the database calls them hints. */
  hints: z.array(webhookNoticeSchema),
  /** The oldest business day whose daily file the chain has not sent in time; null if none. */
  overdue_day: z.iso.date().nullable(),
  /** How long ago that file was due; null without one. */
  overdue_seconds: count.nullable(),
});
export type PushChangesAnswer = z.infer<typeof pushChangesAnswerSchema>;

export const otherTillPaymentRowSchema = z.object({
  at: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: z.string(),
  shop: z.string(),
  pos_number: z.string(),
  is_mine: z.boolean(),
});
export type OtherTillPaymentRow = z.infer<typeof otherTillPaymentRowSchema>;

/** JSON as text. */
export const billLayoutsRowSchema = z.object({
  revision: z.uuid(),
  layouts: z.string(),
  patterns: z.string(),
});
export type BillLayoutsRow = z.infer<typeof billLayoutsRowSchema>;
