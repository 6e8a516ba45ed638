/**
 * Writes JSON, and throws for values that Electron's structured clone would carry and JSON cannot.
 */
export function toPlainJson(value: unknown): string {
  const text = JSON.stringify(value, function refuse(this: unknown, key: string, written: unknown) {
    const original = key === '' ? value : Reflect.get(Object(this), key);
    assertPlainJson(original, Array.isArray(this) || key === '');
    return written;
  });
  return text;
}

function assertPlainJson(value: unknown, mustBeThere: boolean): void {
  const isMissing = value === undefined && !mustBeThere;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (isMissing || isNumber || value === null) return;
  if (typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'object') {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value) || prototype === Object.prototype || prototype === null) return;
  }
  throw new TypeError(`not plain JSON: ${Object.prototype.toString.call(value)}`);
}
