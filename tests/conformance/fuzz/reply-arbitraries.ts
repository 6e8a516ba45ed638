/**
 * Answers of a service, or of something in its place: valid answers with an error in them, and
 * content that is no answer. The bodies are bytes, because not all of them are text.
 */
import fc from 'fast-check';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A number to be written into the JSON with every digit. */
const RAW_PATTERN = /"@raw:([^"]*)@"/g;
export const toRawNumber = (digits: string): string => `@raw:${digits}@`;

export function toJsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(RAW_PATTERN, '$1');
}

const BILLER = {
  id: 8925,
  name: 'Luz y Fuerza',
  country: 'MX',
  currency: 'MXN',
  biller_type: 'Electricity',
  bill_type: 'account_number',
  can_check_balance: true,
  mask: null,
  supports_partial_payments: true,
  hours_to_fulfill: 24,
  account_number_digits: '7..15',
  has_xdata: false,
  available_topup_amounts: ['10.00', '20.00'],
  topup_fxrate: 10.0,
  topup_commission: 25.0,
};
const BILL = {
  type: 'bill',
  id: 8390,
  biller_id: 40,
  account_number: '501000000007',
  name_on_account: null,
  due_date: null,
  balance: 549.0,
  balance_currency: 'MXN',
  balance_updated_at: '2026-03-11T00:13:46Z',
  status: 'linked',
  xdata: { lines: [{ what: 'a', much: 1.5 }] },
};
export const TRANSACTION = {
  id: 48586,
  external_id: 'ours',
  biller_id: 40,
  account_number: '501000000007',
  amount: 666.0,
  amount_currency: 'MXN',
  transaction_fee: 3.0,
  created_at: '2026-03-11T18:04:02Z',
  status: 'sent',
  ticket_text: 'Auth: 1',
};

/** One valid answer of every kind. */
const VALID_ANSWERS: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'Lupita', balance: 86944.26, minimum_balance: 0.0, currency: 'MXN' },
  { GBP: 0.7892, MXN: 20.2181, RD: 45.3925 },
  { billers: [BILLER, { ...BILLER, id: 8926 }] },
  { bill_amount: 150.0, bill_amount_currency: 'RD', payment_transaction_fee: 3.0, due_date: null },
  {
    topup_amount_received: 1800.0,
    bonus_amount_received: 0.0,
    total_amount_received: 1800.0,
    biller_promotions: ['twice'],
    biller_currency_iso: 'DOP',
  },
  BILL,
  { bills: [BILL] },
  TRANSACTION,
  { transactions: [TRANSACTION] },
  { code: 'R0', message: 'Transaction successful' },
  { code: 'R2', message: 'Invalid Account Number' },
  { message: "Couldn't find company" },
];

const HUGE_NUMBERS = [
  '1e400',
  '-1e400',
  '9'.repeat(400),
  '9'.repeat(38),
  '9'.repeat(40),
  `1.${'3'.repeat(38)}`,
  `0.${'0'.repeat(300)}1`,
  '1E-7',
  '-0',
  '1e5',
];

const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    0,
    -1,
    [],
    {},
    [[]],
    'R2',
    'R0',
    '\u0000',
    '\ud800',
    'null',
  ),
  fc.constantFrom(...HUGE_NUMBERS).map(toRawNumber),
  fc.constantFrom(50, 70_000).map((length) => '9'.repeat(length)),
  fc
    .constantFrom(30, 10_000, 60_000)
    .map((depth) => `@raw:${'['.repeat(depth)}${']'.repeat(depth)}@`),
  fc.jsonValue(),
);

/** Removes or replaces one field, at any depth. */
function mutate(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return wrongValue;
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    return fc.oneof(
      wrongValue,
      mutate(first).map((changed) => [changed, ...rest]),
    );
  }
  const entries = Object.entries(value);
  const names = entries.map(([name]) => name);
  if (names.length === 0) return wrongValue;
  return fc.constantFrom(...names).chain((name) => {
    const otherEntries = entries.filter(([key]) => key !== name);
    return fc.oneof(
      fc.constant(Object.fromEntries(otherEntries)),
      mutate(Reflect.get(value, name)).map((changed) =>
        Object.fromEntries([...otherEntries, [name, changed]]),
      ),
    );
  });
}

const validAnswer = fc.constantFrom(...VALID_ANSWERS);
const validText = validAnswer.map(toJsonText);
const mutatedText = validAnswer
  .chain(mutate)
  .chain((changedOnce) => fc.oneof(fc.constant(changedOnce), mutate(changedOnce)))
  .map(toJsonText);

const nested = fc
  .tuple(fc.constantFrom(10_000, 60_000), fc.boolean())
  .map(([depth, isList]) =>
    isList
      ? `${'['.repeat(depth)}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  );
/**
 * Deep nesting inside of what the client reads: in a list's rows, and beside a bill's own fields.
 */
const nestedInside = fc
  .tuple(nested, fc.constantFrom('billers', 'bills', 'transactions', 'xdata', 'id', 'code'))
  .map(([nestedText, name]) =>
    ['xdata', 'id', 'code'].includes(name)
      ? toJsonText({ ...BILL, ...TRANSACTION, [name]: '@' }).replace('"@"', nestedText)
      : `{"${name}":[${nestedText}]}`,
  );

const duplicateKeys = fc
  .tuple(validAnswer, validAnswer)
  .map(([first, second]) => `${toJsonText(first).slice(0, -1)},${toJsonText(second).slice(1)}`);

const HTML = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1>{"code":"R2"}</body></html>';

function encodeUtf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

const bodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: mutatedText.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: validText.map((text) => Buffer.from(text)) },
  duplicateKeys.map((text) => Buffer.from(text)),
  nested.map((text) => Buffer.from(text)),
  nestedInside.map((text) => Buffer.from(text)),
  validText.map((text) => Buffer.from(`\ufeff${text}`)),
  validText.map((text) => Buffer.from(`${text}\u0000trailing`)),
  validText.map((text) => Buffer.from(`${text}${text}`)),
  fc.tuple(validText, fc.boolean()).map(([text, isBig]) => encodeUtf16(text, isBig)),
  // Invalid UTF-8 in the middle of a text.
  validText.map((text) =>
    Buffer.concat([
      Buffer.from(text.slice(0, -2)),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from(text.slice(-2)),
    ]),
  ),
  fc
    .tuple(validText, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, fraction]) => Buffer.from(text.slice(0, Math.floor(text.length * fraction)))),
  fc
    .constantFrom('', ' ', 'null', '[]', '{}', '"ok"', '0', HTML, '{"code":null}', '{"code":" "}')
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'text/html',
      'application/xml',
      'x',
      'application/json; charset=utf-16',
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'nothing'),
    date: fc.constantFrom(
      'Wed, 11 Mar 2026 16:00:00 GMT',
      'yesterday',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      '0',
      '',
    ),
    'retry-after': fc.constantFrom(
      '0',
      '1',
      '-1',
      '999999999',
      'soon',
      'Wed, 21 Oct 2095 07:28:00 GMT',
    ),
    'x-pagination': fc.constantFrom(
      '{"total_entries":2,"total_pages":1,"current_page":1,"next_page":null}',
      '{"total_entries":9,"total_pages":9,"current_page":1,"next_page":2}',
      '{"next_page":1e400}',
      '{"next_page":-1,"total_entries":"many"}',
      '{"next_page":[[[]]]}',
      '[',
      'null',
      '{}',
      '['.repeat(4000),
    ),
  },
  { requiredKeys: [] },
);

const STATUSES = [
  200, 201, 202, 204, 301, 302, 307, 400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 499, 500,
  502, 503, 504,
];

export const REPLIES: fc.Arbitrary<Reply> = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201) },
    fc.constantFrom(...STATUSES),
  ),
  headers: headers.map((drawnHeaders) =>
    Object.fromEntries(Object.entries(drawnHeaders).filter(([, value]) => value !== undefined)),
  ),
  body: bodies,
});

/** Answers to a payment; the valid bodies could be taken for the payment's own answer. */
export const PAY_REPLIES: fc.Arbitrary<Reply> = fc.oneof(
  REPLIES,
  fc.record({
    status: fc.constantFrom(...STATUSES),
    headers: fc.constant({}),
    body: fc
      .oneof(mutate(TRANSACTION), mutate({ code: 'R2', message: 'no' }))
      .map((value) => Buffer.from(toJsonText(value))),
  }),
);

/**
 * Decodes the body independently of the product: as UTF-8, unless it begins with a mark of UTF-16, or
 * is declared as that and has the zero bytes of it.
 */
export function decodeBody({ headers, body }: Pick<Reply, 'headers' | 'body'>): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body);
  const isUtf16 = headers['content-type']?.endsWith('utf-16') === true && body.includes(0);
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(body);
}

/** Parses the body; undefined if it is not JSON. */
export function parseBody(reply: Pick<Reply, 'headers' | 'body'>): unknown {
  try {
    return JSON.parse(decodeBody(reply));
  } catch {
    return undefined;
  }
}

/**
 * Whether the answer is a refusal of the service itself: 401, 429, or another 4xx with a code or a
 * message in the service's format.
 */
export function isRefusal(reply: Reply): boolean {
  const { status } = reply;
  if (status === 401 || status === 429) return true;
  if (status < 400 || status >= 500 || status === 408 || status === 499) return false;
  const parsed = parseBody(reply);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
  const code: unknown = Reflect.get(parsed, 'code');
  const message: unknown = Reflect.get(parsed, 'message');
  return isNonBlankText(code) || typeof code === 'number' || isNonBlankText(message);
}

function isNonBlankText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/**
 * Whether the answer is a success of the service: a 2xx with an id, without a code other than R0 and
 * without an error, and not with another external_id. Its status is not judged here.
 */
export function isSuccess(reply: Reply, externalId: string | null): boolean {
  const { status } = reply;
  if (status < 200 || status >= 300) return false;
  const parsed = parseBody(reply);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
  const code: unknown = Reflect.get(parsed, 'code');
  const isGoodCode = typeof code === 'string' && code.trim() === 'R0';
  if ((isNonBlankText(code) || typeof code === 'number') && !isGoodCode) return false;
  const id: unknown = Reflect.get(parsed, 'id');
  const hasId = isNonBlankText(id) || typeof id === 'number';
  if (externalId === null) return hasId || isGoodCode;
  const answerExternalId: unknown = Reflect.get(parsed, 'external_id');
  const isOtherPayment =
    isNonBlankText(answerExternalId) &&
    String(answerExternalId).length <= 64 &&
    String(answerExternalId).trim() !== externalId;
  return hasId && !isOtherPayment;
}
