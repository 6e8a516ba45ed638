/**
 * Replaces the package unorm in the bundle (`vite.config.ts`): the runtime itself normalizes text, and
 * the package is 200 KB that main would keep in memory.
 */
export function nfkd(text: string): string {
  return text.normalize('NFKD');
}
