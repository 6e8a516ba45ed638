import { z } from 'zod';

const count = z.number().int().nonnegative();

export const sessionAnswerSchema = z.object({
  session: count,
  epoch: count,
  /** The number of the last change that the database holds of this epoch. */
  acked: count,
  /** The ledger is an earlier one than the database knows: it begins another epoch. */
  rewound: z.boolean(),
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

export const syncPositionSchema = z.object({ epoch_key: z.uuid().nullable(), acked: count });

/** Something changed at the service: its owner looks again. Nothing else of it is believed. */
export const webhookNoticeSchema = z.object({ id: count, kind: z.string(), key: z.string() });
export type WebhookNotice = z.infer<typeof webhookNoticeSchema>;

export const pushAnswerSchema = z.object({
  acked: count,
  /** Rows that the database cannot hold: it has put them aside. */
  refused: count,
  hints: z.array(webhookNoticeSchema),
});
export type PushAnswer = z.infer<typeof pushAnswerSchema>;

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
