/** Deeper than any setting lies: what is below is left as it is, and the schema refuses it. */
const MAX_DEPTH = 8;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A JSON Merge Patch (RFC 7396): null takes a field away, an object is merged field by field, and
 * everything else takes the place of what was there. One rule is ours: an object with a `kind` (a
 * printer, a fee) takes the place of the whole, because the fields of another kind do not fit it.
 */
export function mergePatch(base: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth === MAX_DEPTH) return patch;
  const fields = new Map<string, unknown>(
    isObject(base) && !('kind' in patch) ? Object.entries(base) : [],
  );
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, mergePatch(fields.get(name), value, depth + 1));
  }
  return Object.fromEntries(fields);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
