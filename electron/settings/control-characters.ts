import { hasControls } from '../../shared/text/index.ts';

/** A key and a certificate are texts of several lines; nothing else is. */
const OF_A_KEY = /[^\P{Cc}\n\r\t]/u;

export const WITHOUT_CONTROLS = 'text without line breaks and other control characters';

/** The first field, as `shop.name`, whose text has a control character; null if none has. */
export function fieldWithControls(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') {
    const isKey = path.includes('privateKey') || path.join('.').endsWith('chain.ca');
    return (isKey ? OF_A_KEY.test(value) : hasControls(value)) ? path.join('.') : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = fieldWithControls(inner, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}
