const MAX_DEPTH = 24;
const MAX_VALUES = 100_000;
const MAX_CHARACTERS = 4_000_000;

/**
 * The reason why a value is not plain JSON of a reasonable size; null if it is. Walks without
 * recursion, so that no depth, cycle or size that a page can send exhausts the main process before
 * a schema check. An undefined property counts as missing.
 */
export function findNonJsonReason(value: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let visitedCount = 0;
  let characters = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visitedCount += 1;
    if (visitedCount + pending.length > MAX_VALUES) return 'too many values';
    if (next.depth > MAX_DEPTH) return 'too deep';
    const current = next.value;
    if (typeof current === 'string') {
      characters += current.length;
    } else if (typeof current === 'object' && current !== null) {
      const reason = notPlainObjectReason(current);
      if (reason !== null) return reason;
      for (const [key, child] of Object.entries(current)) {
        characters += key.length;
        if (child === undefined && !Array.isArray(current)) continue;
        pending.push({ value: child, depth: next.depth + 1 });
      }
    } else if (typeof current === 'number') {
      if (!Number.isFinite(current)) return 'a number that JSON does not have';
    } else if (typeof current !== 'boolean' && current !== null) {
      return `a value that JSON does not have (${typeof current})`;
    }
    if (characters > MAX_CHARACTERS) return 'too long';
  }
  return null;
}

function notPlainObjectReason(value: object): string | null {
  if (Array.isArray(value)) {
    // A sparse array is short to send but takes extremely long to walk.
    const isDense = value.length <= MAX_VALUES && Object.keys(value).length === value.length;
    return isDense ? null : 'an array that JSON does not have';
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? null
    : 'an object that JSON does not have';
}
