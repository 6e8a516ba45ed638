const REFERENCE_PATTERN = /^[0-9a-f]{32}$/i;

/**
 * The reference on one of our receipts; null for any other code. Other keyboard layouts write its
 * hyphens as other characters.
 */
export function parseReceiptReference(code: string): string | null {
  const digits = code.replace(/[^0-9a-z]/gi, '').toLowerCase();
  if (!REFERENCE_PATTERN.test(digits)) return null;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
