/** What a customer calls the number that a biller knows the account by. */
export const ACCOUNT_KINDS = ['account', 'phone', 'mobile'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * As the biller's `bill_type` says; null where that is not known. A top-up always goes to a mobile,
 * and so does the code of a gift card that takes a phone number; another phone may be a landline.
 */
export function getAccountKind(biller: {
  readonly kind: string;
  readonly billType: string | null;
}): AccountKind {
  if (biller.kind === 'top-up') return 'mobile';
  if (biller.billType !== 'phone_number') return 'account';
  return biller.kind === 'gift-card' ? 'mobile' : 'phone';
}
