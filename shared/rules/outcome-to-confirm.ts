/**
 * Whether a certain outcome arrived after its payment was left, so that a person still has to act on
 * it. False for `no-code`: that outcome was seen, and only the gift card's code is missing.
 */
export function isOutcomeToConfirm(payment: {
  readonly toConfirm: 'none' | 'paid' | 'not-paid' | 'no-code';
}): boolean {
  switch (payment.toConfirm) {
    case 'paid':
    case 'not-paid':
      return true;
    case 'none':
    case 'no-code':
      return false;
  }
}
