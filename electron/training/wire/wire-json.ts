import { isDecimal } from '../../../shared/money/index.ts';

/** A number on the wire, kept as its digits: `549.00` is written `549.0`, as the service writes it. */
export class WireNumber {
  readonly digits: string;
  constructor(digits: string) {
    if (!isDecimal(digits)) throw new TypeError(`not a decimal: ${JSON.stringify(digits)}`);
    const [whole = '0', fraction = ''] = digits.split('.');
    this.digits = `${whole}.${fraction.replace(/0+$/, '') || '0'}`;
  }

  /** For `JSON.stringify`, which writes every other number as a float's shortest form. */
  toJSON(): unknown {
    return JSON.rawJSON(this.digits);
  }
}

declare global {
  interface JSON {
    /** Node has it, and TypeScript does not know it yet. */
    rawJSON(text: string): unknown;
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

/** Money keeps its digits. */
export function writeWireJson(value: WireValue): string {
  return JSON.stringify(value);
}
