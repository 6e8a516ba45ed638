import type { AuditEntry } from '../../shared/contract/index.ts';

type Detail = AuditEntry['details'][number];

/** A note's JSON as names and values, in its order: `{"amount": {"amount", "currency"}}` is one. */
export function detailsOf(json: string): Detail[] {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    // A row that was tampered with is shown as it is now.
    return [{ name: 'detail', value: json }];
  }
  return [...flatten('', read)];
}

function* flatten(name: string, value: unknown): Generator<Detail> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object' || one === null);
    if (isPlain) yield { name, value: value.map(String).join(', ') };
    else for (const [at, one] of value.entries()) yield* flatten(`${name}.${at + 1}`, one);
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
  for (const [key, one] of Object.entries(value)) {
    yield* flatten(name === '' ? key : `${name}.${key}`, one);
  }
}
