/** Text out of an address; a percent sign that begins no code stays one, as people type passwords. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
