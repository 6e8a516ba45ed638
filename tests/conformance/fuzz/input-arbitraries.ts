/**
 * Inputs for the calls of the contract: arbitrary values, values that fit a call's own schema, and
 * the latter with an error in them. Placeholders stand for ids of existing things (`{order:0}` is
 * the newest order) until the call is made.
 */
import fc from 'fast-check';
import { z } from 'zod';
import { type CallName, calls } from '../../../shared/contract/index.ts';
import { PINS, SECRETS } from './test-till.ts';

export const CALL_NAMES = Object.keys(calls).filter((name): name is CallName =>
  Object.hasOwn(calls, name),
);

/** The part of JSON Schema that the contract's inputs use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export function getInputSchema(name: CallName): Schema {
  return z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }) as Schema;
}

const createPlaceholder = (subject: string) =>
  fc.nat({ max: 3 }).map((index) => `{${subject}:${index}}`);
const mixWithText = (idArbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 6, arbitrary: idArbitrary }, fc.string({ minLength: 1, maxLength: 20 }));
/** An address of this machine where nothing listens. */
const CLOSED_ADDRESS = 'https://127.0.0.1:9';

const BILLER_ID = fc.oneof(fc.constantFrom(35, 37, 40, 13599, 20001, 5501), fc.integer());

/** Usual values of a field by its name; without them hardly any call would succeed. */
const USUAL_VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  paymentId: mixWithText(createPlaceholder('payment')),
  orderId: mixWithText(createPlaceholder('order')),
  jobId: mixWithText(createPlaceholder('job')),
  billId: mixWithText(createPlaceholder('bill')),
  balanceId: fc.oneof(fc.constant(null), mixWithText(createPlaceholder('balance'))),
  billerId: BILLER_ID,
  cashierId: mixWithText(fc.constantFrom('ana', 'luis', 'carmen')),
  pin: mixWithText(fc.constantFrom(PINS.ana, PINS.luis, PINS.carmen, '0000')),
  amount: fc.constantFrom(
    '100.00',
    '10.00',
    '0.10',
    '549',
    '0',
    '-1.00',
    '0.001',
    `${'9'.repeat(36)}.99`,
  ),
  currency: fc.constantFrom('MXN', 'MXN', 'USD', 'RD', 'XXX'),
  accountNumber: mixWithText(
    fc.oneof(
      fc.nat({ max: 9999 }).map((tail) => `12345685${String(tail).padStart(4, '0')}`),
      fc.constantFrom('501000000007', '5599999999', '1234567890123456'),
    ),
  ),
  nameOnAccount: fc.constantFrom(null, 'Ana Núñez'),
  baseUrl: fc.constantFrom(
    '{service:0}',
    '{service:0}',
    CLOSED_ADDRESS,
    'http://127.0.0.1:9',
    '',
    'x',
  ),
  vendor: fc.constantFrom('mostrador', 'x', ''),
  apiKey: fc.constantFrom(SECRETS.apiKey, 'x'),
  secretKey: fc.constantFrom(SECRETS.secretKey, 'x'),
  proxy: fc.constantFrom(null, null, 'http://user:pass@127.0.0.1:9', 'x'),
  caFile: fc.constantFrom('{ca:0}', '{ca:0}', null, '/dev/null', 'x'),
  logo: fc.constantFrom('{ca:0}', 'x'),
  chainName: fc.constantFrom('lupita', 'lupita', 'not a name'),
  lowBalance: fc.constantFrom('100.00', 'x'),
  address: fc.constantFrom('tcp://127.0.0.1:9', 'tcp://[::1]:9/', 'tcp://127.0.0.1:99999', 'x'),
  timeZone: fc.constantFrom('America/Mexico_City', 'Nowhere/At_All'),
  text: fc.constantFrom('cfe', 'a', '%', "'; DROP TABLE intents", '{"environment":"sandbox"}', '{'),
  from: fc.constantFrom(null, '2026-03-11', '0000-01-01', '9999-12-31'),
  to: fc.constantFrom(null, '2026-03-11', '0000-01-01', '9999-12-31'),
  day: fc.constantFrom('2026-03-10', '2026-03-11', '0000-00-00', 'x'),
  fingerprint: fc.constantFrom(`SHA256:${'A'.repeat(43)}`, 'x'),
  cursor: fc.constantFrom(null, '', 'x', '2026-03-11T16:00:00.000Z|x'),
};

/** A person's id and a PIN, mostly the person's own. */
const personArbitrary = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('ana', 'luis', 'luis', 'carmen')
      .map((cashierId): object => ({ cashierId, pin: PINS[cashierId] })),
  },
  fc.record({ cashierId: mixWithText(fc.constantFrom('ana', 'luis', 'nobody')), pin: fc.string() }),
);

function createValue(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const usual = schema.type === 'object' ? undefined : USUAL_VALUES[name];
  if (name === 'id')
    return schema.type === 'integer' ? BILLER_ID : fc.constantFrom('ana', 'zoe', 'x y');
  if (usual) return usual;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => createValue(choice, name)));
  switch (schema.type) {
    case 'object':
      return createObject(schema);
    case 'array':
      return fc.array(createValue(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'string':
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 30, 30),
      });
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1000, 1e6) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function createObject(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const names = fields.map(([name]) => name).sort();
  if (names.join() === 'cashierId,pin') return personArbitrary;
  const required = new Set(schema.required ?? []);
  const optional = fields.flatMap(([name]) => (required.has(name) ? [] : [name]));
  return fc
    .record(
      Object.fromEntries(
        fields.map(([name, fieldSchema]) => [name, createValue(fieldSchema, name)]),
      ),
    )
    .chain((fullObject) =>
      fc.subarray(optional).map((omitted) => {
        const remaining = Object.entries(fullObject).filter(([name]) => !omitted.includes(name));
        return Object.fromEntries(remaining);
      }),
    );
}

/**
 * Values that structured clone transfers and JSON cannot represent, and values that cannot be
 * cloned, which main never receives intact.
 */
export const ANY_VALUE = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    new Error('x'),
    /x/,
    new Proxy({}, {}),
    Object.create({ paymentId: 'inherited' }),
  ),
  fc.constantFrom(30, 10_000).map(createNested),
  fc.constantFrom(10_000, 5_000_000).map((length) => 'x'.repeat(length)),
  fc.constant(null).map(() => new Array(4_000_000_000)),
  fc.constant(null).map(createCircular),
);

function createNested(depth: number): unknown {
  let value: unknown = 'core';
  for (let step = 0; step < depth; step += 1) value = step % 2 === 0 ? [value] : { a: value };
  return setPrintedText(value, depth);
}

/**
 * fast-check prints a failing input by recursion, which would overflow the stack on these values.
 */
function setPrintedText(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const text = `a value ${depth} deep`;
  return Object.defineProperty(value, fc.toStringMethod, { value: () => text });
}

function createCircular(): unknown {
  const value: Record<string, unknown> = {};
  value.itself = value;
  return value;
}

const UNEXPECTED_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'state',
  'approvedBy',
  'role',
  'isPaid',
  '',
];

/** Changes one place of a value: removes it, replaces it, or adds a field beside it. */
function breakValue(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fc.oneof(ANY_VALUE, fc.constant([value]), fc.constant({ value }));
  }
  const names = Object.keys(value);
  const entries = Object.entries(value);
  const withExtraField = fc
    .tuple(fc.constantFrom(...UNEXPECTED_NAMES), ANY_VALUE)
    .map(([name, replacement]) => setOwnProperty(entries, name, replacement));
  if (names.length === 0) return withExtraField;
  return fc.constantFrom(...names).chain((name) =>
    fc.oneof(
      withExtraField,
      fc.constant(Object.fromEntries(entries.filter(([key]) => key !== name))),
      breakValue(Reflect.get(value, name)).map((replacement) =>
        setOwnProperty(entries, name, replacement),
      ),
      ANY_VALUE.map((replacement) => setOwnProperty(entries, name, replacement)),
    ),
  );
}

/** Sets an own property, also one named `__proto__`, as a malicious page could send it. */
function setOwnProperty(
  entries: readonly [string, unknown][],
  name: string,
  value: unknown,
): object {
  return Object.fromEntries([...entries.filter(([key]) => key !== name), [name, value]]);
}

export function createFittingInput(name: CallName): fc.Arbitrary<unknown> {
  return createValue(getInputSchema(name), '');
}

export function createAnyInput(name: CallName): fc.Arbitrary<unknown> {
  const fittingInput = createFittingInput(name);
  return fc.oneof(
    { weight: 2, arbitrary: ANY_VALUE },
    { weight: 4, arbitrary: fittingInput },
    { weight: 4, arbitrary: fittingInput.chain(breakValue) },
  );
}
