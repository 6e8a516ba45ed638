/** Deeper than any setting: values below are copied unchanged, and the schema rejects them. */
const MAX_DEPTH = 8;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A JSON Merge Patch (RFC 7396): null removes a field, an object is merged field by field, and
 * every other value replaces the old one. One rule is ours: an object with a `kind` (a printer, a
 * fee) replaces the whole old object, because the fields of another kind do not fit it.
 */
export function applyJsonMergePatch(base: unknown, patch: unknown, depth = 0): unknown {
  if (!isPlainObject(patch) || depth === MAX_DEPTH) return patch;
  const fields = new Map<string, unknown>(
    isPlainObject(base) && !('kind' in patch) ? Object.entries(base) : [],
  );
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, applyJsonMergePatch(fields.get(name), value, depth + 1));
  }
  return Object.fromEntries(fields);
}

export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
