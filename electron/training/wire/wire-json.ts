import { isDecimal } from '../../../shared/money/index.ts';

/**
 * A number on the wire that keeps its digits: `549.00` is written as `549.0`, as the service does.
 */
export class WireNumber {
  readonly digits: string;
  constructor(digits: string) {
    if (!isDecimal(digits)) throw new TypeError(`not a decimal: ${JSON.stringify(digits)}`);
    const [whole = '0', fraction = ''] = digits.split('.');
    this.digits = `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
  }

  /** Used by `JSON.stringify`, which writes every other number in a float's shortest form. */
  toJSON(): unknown {
    return JSON.rawJSON(this.digits);
  }
}

declare global {
  interface JSON {
    /** Node has this function; TypeScript does not declare it yet. */
    rawJSON(text: string): unknown;
  }
}

export function toWireNumber(digits: string): WireNumber {
  return new WireNumber(digits);
}

export function toWireNumberOrNull(digits: string | null): WireNumber | null {
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

/** Writes JSON; money keeps its digits. */
export function stringifyWireJson(value: WireValue): string {
  return JSON.stringify(value);
}
