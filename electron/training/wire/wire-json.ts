import { isDecimal } from '../../../shared/money/index.ts';

/** A number on the wire, kept as its digits: `549.00` is written `549.0`, as the service writes it. */
export class WireNumber {
  readonly digits: string;
  constructor(digits: string) {
    if (!isDecimal(digits)) throw new TypeError(`not a decimal: ${JSON.stringify(digits)}`);
    const [whole = '0', fraction = ''] = digits.split('.');
    this.digits = `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
  }
}

export function wireNumber(digits: string): WireNumber {
  return new WireNumber(digits);
}

export function wireNumberOrNull(digits: string | null): WireNumber | null {
  return digits === null ? null : new WireNumber(digits);
}

export type WireValue =
  | null
  | boolean
  | string
  | number
  | WireNumber
  | readonly WireValue[]
  | WireObject;
export interface WireObject {
  readonly [name: string]: WireValue;
}

/** JSON.stringify writes every number as a float's shortest form; money keeps its digits here. */
export function writeWireJson(value: WireValue): string {
  if (value instanceof WireNumber) return value.digits;
  if (isList(value)) return `[${value.map(writeWireJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeWireJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
