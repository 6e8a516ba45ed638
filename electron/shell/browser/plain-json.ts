/**
 * Serializes to JSON, and throws for values that Electron's structured clone accepts but JSON does
 * not.
 */
export function toPlainJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    function assertPlain(this: unknown, key: string, serialized: unknown) {
      const original = key === '' ? value : Reflect.get(Object(this), key);
      assertPlainJson(original, Array.isArray(this) || key === '');
      return serialized;
    },
  );
  return text;
}

function assertPlainJson(value: unknown, isRequired: boolean): void {
  const isMissing = value === undefined && !isRequired;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (isMissing || isNumber || value === null) return;
  if (typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'object') {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value) || prototype === Object.prototype || prototype === null) return;
  }
  throw new TypeError(`not plain JSON: ${Object.prototype.toString.call(value)}`);
}
