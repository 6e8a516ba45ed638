import { hasControlCharacters } from '../../shared/text/index.ts';

/** A key and a certificate are texts of several lines; nothing else is. */
const KEY_CONTROL_PATTERN = /[^\P{Cc}\n\r\t]/u;

export const NO_CONTROLS_REASON = 'text without line breaks and other control characters';

/** The first field, as `shop.name`, whose text has a control character; null if none has. */
export function findFieldWithControls(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') {
    const isKey = path.includes('privateKey') || path.join('.').endsWith('chain.ca');
    return (isKey ? KEY_CONTROL_PATTERN.test(value) : hasControlCharacters(value))
      ? path.join('.')
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findFieldWithControls(inner, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}
