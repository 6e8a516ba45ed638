/** Compares answers by form: the same fields, types and nullability, whatever the values. */

const DATE_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** The interface leaves the fields of the extra data to the biller. */
const EXTRA_DATA = 'xdata';
/** Currency codes as field names: the map of rates. */
const CURRENCY_PATTERN = /^[A-Z]{2,3}$/;

/** The values that an answer must repeat or that the interface fixes. */
export const FIXED_FIELDS: readonly string[] = [
  'type',
  'code',
  'message',
  'status',
  'error_code',
  'external_id',
  'biller_id',
  'account_number',
  'amount',
  'amount_currency',
  'bill_amount',
  'bill_amount_currency',
  'currency',
  'pos_number',
];

/** The types of each field by path; those of all rows of a list together. `absent`: some rows lack it. */
export function describeForm(body: unknown): Record<string, string> {
  const types = new Map<string, Set<string>>();
  addForm(types, '', [body]);
  return Object.fromEntries(
    [...types].map(([path, names]) => [path, [...names].toSorted().join(' | ')]),
  );
}

function addForm(types: Map<string, Set<string>>, path: string, values: readonly unknown[]): void {
  const names = types.get(path) ?? new Set();
  types.set(path, names);
  for (const value of values) names.add(getTypeName(path, value));
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  if (items.length > 0) addForm(types, `${path}[]`, items);
  const objects = path.endsWith(`.${EXTRA_DATA}`) ? [] : values.filter(isObject);
  for (const field of new Set(objects.flatMap((object) => Object.keys(object)))) {
    const fieldPath = `${path}.${CURRENCY_PATTERN.test(field) ? 'CURRENCY' : field}`;
    const owners = objects.filter((object) => Object.hasOwn(object, field));
    addForm(
      types,
      fieldPath,
      owners.map((object) => object[field]),
    );
    if (owners.length < objects.length) types.get(fieldPath)?.add('absent');
  }
}

function getTypeName(path: string, value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  // The id of an object comes as an integer or a text.
  if (path.endsWith('.id') && /^\d+$/.test(String(value))) return 'identifier';
  if (typeof value === 'string' && DATE_TIME_PATTERN.test(value)) return 'date-time';
  return typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of these fields, row by row. An external_id may return in another letter case. */
export function pickFields(body: unknown, names: readonly string[]): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  const rows = 'id' in body ? undefined : Object.values(body).find(Array.isArray);
  const objects: unknown[] = rows ?? [body];
  return objects.filter(isObject).map((object) => {
    const fields = names.filter((name) => name in object);
    return Object.fromEntries(fields.map((name) => [name, toComparable(name, object[name])]));
  });
}

function toComparable(name: string, value: unknown): unknown {
  if (name === 'external_id') return String(value).toLowerCase();
  return name === 'id' ? String(value) : value;
}
