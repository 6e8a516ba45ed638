import type { AuditEntry } from '../../../shared/contract/index.ts';

type Detail = AuditEntry['details'][number];

/** A note's JSON as names and values, in its order; an amount with its currency is one value. */
export function parseAuditDetails(json: string): Detail[] {
  let details: unknown;
  try {
    details = JSON.parse(json);
  } catch {
    // A row that was tampered with is shown as it is.
    return [{ name: 'detail', value: json }];
  }
  return [...flattenValue('', details)];
}

function* flattenValue(name: string, value: unknown): Generator<Detail> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object' || item === null);
    if (isPlain) yield { name, value: value.map(String).join(', ') };
    else if (value.length > 0 && value.every(isCurrencyRow)) yield* flattenByCurrency(value);
    else for (const [at, item] of value.entries()) yield* flattenValue(`${name}.${at + 1}`, item);
    return;
  }
  if (typeof value !== 'object') {
    yield { name, value: String(value) };
    return;
  }
  const amount: unknown = Reflect.get(value, 'amount');
  const currency: unknown = Reflect.get(value, 'currency');
  if (typeof amount === 'string' && typeof currency === 'string' && name !== '') {
    yield { name, value: `${amount} ${currency}` };
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    yield* flattenValue(name === '' ? key : `${name}.${key}`, item);
  }
}

interface CurrencyRow {
  readonly currency: string;
  readonly [sum: string]: unknown;
}

function isCurrencyRow(value: unknown): value is CurrencyRow {
  const { amount, currency } = Object(value);
  return typeof currency === 'string' && amount === undefined;
}

/** `[{currency, counted, difference}]`: each sum under its name, in all currencies. */
function* flattenByCurrency(rows: readonly CurrencyRow[]): Generator<Detail> {
  const names = new Set(rows.flatMap(Object.keys));
  names.delete('currency');
  for (const name of names) {
    const sums = rows.filter((row) => row[name] !== null && row[name] !== undefined);
    if (sums.length === 0) continue;
    yield { name, value: sums.map((row) => `${String(row[name])} ${row.currency}`).join(', ') };
  }
}
