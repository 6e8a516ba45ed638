/**
 * An amount of money: a decimal string (`"549.00"`, `"-3.50"`, `"0.5"`) and the service's currency code
 * (`"MXN"`, but also `"RD"`). Never a float.
 */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** The decimal places of money on the wire, for every currency. */
const DECIMAL_PLACES = 2;

const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** True for a plain decimal string: optional minus, digits, and optionally a point with digits. */
export function isDecimal(text: string): boolean {
  return DECIMAL_PATTERN.test(text);
}

/** A decimal number: `units` divided by ten to the power of `scale`, at least `DECIMAL_PLACES`. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

function parseDecimal(text: string): Decimal {
  const match = DECIMAL_PATTERN.exec(text);
  if (!match) throw new TypeError(`not a decimal number: ${JSON.stringify(text)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const decimals = fraction.padEnd(DECIMAL_PLACES, '0');
  return { units: BigInt(`${sign}${whole}${decimals}`), scale: decimals.length };
}

function toMoney({ units, scale }: Decimal, currency: string): Money {
  const digits = units
    .toString()
    .replace('-', '')
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  return createMoney(`${units < 0n ? '-' : ''}${whole}.${fraction}`, currency);
}

/** Returns the units of both amounts at their larger scale. Throws if the currencies differ. */
function toCommonScale(a: Money, b: Money): { first: bigint; second: bigint; scale: number } {
  if (a.currency !== b.currency) {
    throw new TypeError(`amounts of two currencies: ${a.currency} and ${b.currency}`);
  }
  const [first, second] = [parseDecimal(a.amount), parseDecimal(b.amount)];
  const scale = Math.max(first.scale, second.scale);
  const scaleUp = (value: Decimal): bigint => value.units * 10n ** BigInt(scale - value.scale);
  return { first: scaleUp(first), second: scaleUp(second), scale };
}

/** Normalizes to at least two decimals without losing a digit: `"5"` to `"5.00"`; `"0.125"` stays. */
export function createMoney(amount: string, currency: string): Money {
  const match = DECIMAL_PATTERN.exec(amount);
  if (!match) throw new TypeError(`not a decimal amount: ${JSON.stringify(amount)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const digits = whole.replace(/^0+(?=\d)/, '');
  const decimals = fraction.replace(/0+$/, '').padEnd(DECIMAL_PLACES, '0');
  const isZero = /^0*$/.test(digits + decimals);
  return { amount: `${isZero ? '' : sign}${digits}.${decimals}`, currency };
}

export function createZero(currency: string): Money {
  return { amount: '0.00', currency };
}

export function add(a: Money, b: Money): Money {
  const { first, second, scale } = toCommonScale(a, b);
  return toMoney({ units: first + second, scale }, a.currency);
}

export function subtract(a: Money, b: Money): Money {
  const { first, second, scale } = toCommonScale(a, b);
  return toMoney({ units: first - second, scale }, a.currency);
}

/** Negative, zero or positive, for sorting. Throws if the currencies differ. */
export function compare(a: Money, b: Money): number {
  const { first, second } = toCommonScale(a, b);
  return Number(first > second) - Number(first < second);
}

export function isZero(value: Money): boolean {
  return parseDecimal(value.amount).units === 0n;
}

export function isNegative(value: Money): boolean {
  return parseDecimal(value.amount).units < 0n;
}

/** Whether the amount needs no more than `DECIMAL_PLACES` decimals. */
export function hasValidDecimalPlaces(value: Money): boolean {
  const { amount } = createMoney(value.amount, value.currency);
  return parseDecimal(amount).scale === DECIMAL_PLACES;
}

/** Rounds half away from zero, or every fraction if `rounding` is `up`. `denominator` is above zero. */
function divideRounded(numerator: bigint, denominator: bigint, rounding: 'up' | 'half'): bigint {
  if (numerator < 0n) return -divideRounded(-numerator, denominator, rounding);
  const addend = rounding === 'up' ? denominator - 1n : denominator / 2n;
  return (numerator + addend) / denominator;
}

/**
 * Converts to two decimals by the service's rates, which are units per USD. `rounding`: `up` for an
 * amount that the customer must cover, `half` for an amount that is only displayed.
 */
export function convertCurrency(
  value: Money,
  unitsPerUsd: { readonly from: string; readonly to: string },
  targetCurrency: string,
  rounding: 'up' | 'half',
): Money {
  const amount = parseDecimal(value.amount);
  const from = parseDecimal(unitsPerUsd.from);
  const to = parseDecimal(unitsPerUsd.to);
  if (from.units <= 0n || to.units <= 0n) throw new RangeError('a rate must be above zero');
  const numerator = amount.units * to.units * 10n ** BigInt(from.scale + DECIMAL_PLACES);
  const denominator = from.units * 10n ** BigInt(amount.scale + to.scale);
  const cents = divideRounded(numerator, denominator, rounding);
  return toMoney({ units: cents, scale: DECIMAL_PLACES }, targetCurrency);
}

/** Rounds up to the smallest amount that can be paid: a balance may have more decimals. */
export function roundUpToPayableAmount(value: Money): Money {
  return convertCurrency(value, { from: '1', to: '1' }, value.currency, 'up');
}

/** Multiplies `value` by `count`, for counts by denomination. */
export function multiplyBy(value: Money, count: number): Money {
  const { units, scale } = parseDecimal(value.amount);
  return toMoney({ units: units * BigInt(count), scale }, value.currency);
}

/** Sums amounts by currency, sorted by currency code. */
export function sumByCurrency(amounts: Iterable<Money>): Map<string, Money> {
  const sums = new Map<string, Money>();
  for (const { amount, currency } of amounts) {
    sums.set(currency, add(sums.get(currency) ?? createZero(currency), { amount, currency }));
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
