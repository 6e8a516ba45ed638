/** The number of digits of a GLN (GS1's number of a company). */
export const GLN_LENGTH = 13;

/** Whether the last digit is the check digit of the twelve before it. */
export function isGlnValid(gln: string): boolean {
  if (!/^\d{13}$/.test(gln)) return false;
  const digits = [...gln].map(Number);
  const sum = digits
    .slice(0, -1)
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits.at(-1);
}
