/** What customers call the number that identifies an account at its biller. */
export const ACCOUNT_KINDS = ['account', 'phone', 'mobile'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * Classifies by the biller's `bill_type`, which is null if unknown. A top-up always goes to a mobile
 * phone, and so does the code of a gift card that takes a phone number; any other phone may be a
 * landline.
 */
export function getAccountKind(biller: {
  readonly kind: string;
  readonly billType: string | null;
}): AccountKind {
  if (biller.kind === 'top-up') return 'mobile';
  if (biller.billType !== 'phone_number') return 'account';
  return biller.kind === 'gift-card' ? 'mobile' : 'phone';
}
