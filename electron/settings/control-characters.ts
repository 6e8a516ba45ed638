import { hasControlCharacters } from '../../shared/text/index.ts';

/** Only a key and a certificate may have several lines. */
const KEY_CONTROL_PATTERN = /[^\P{Cc}\n\r\t]/u;

export const CONTROL_CHARACTERS_REASON = 'must not contain line breaks or other control characters';

/**
 * Returns the first field, such as `shop.name`, whose text contains a control character; null if
 * there is none.
 */
export function findFieldWithControlCharacters(
  value: unknown,
  path: readonly string[] = [],
): string | null {
  if (typeof value === 'string') {
    const isKey = path.includes('privateKey') || path.join('.').endsWith('chain.ca');
    return (isKey ? KEY_CONTROL_PATTERN.test(value) : hasControlCharacters(value))
      ? path.join('.')
      : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const fieldName = findFieldWithControlCharacters(inner, [...path, name]);
    if (fieldName !== null) return fieldName;
  }
  return null;
}
