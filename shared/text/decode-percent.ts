/**
 * Decodes a part of a URL. Returns an invalid encoding unchanged, because people type passwords with an
 * unencoded percent sign.
 */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
