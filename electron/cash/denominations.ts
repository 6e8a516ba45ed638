import { isoCurrency } from '../../shared/money/index.ts';

/**
 * Bills and coins by currency, the largest first, in one place. A currency that is not here is
 * counted as one sum; money of no listed denomination is counted as a sum beside the pieces.
 */
const DENOMINATIONS: Readonly<Record<string, readonly string[]>> = {
  MXN: ['1000', '500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50'],
  COP: ['100000', '50000', '20000', '10000', '5000', '2000', '1000', '500', '200', '100', '50'],
  USD: ['100', '50', '20', '10', '5', '2', '1', '0.50', '0.25', '0.10', '0.05', '0.01'],
  DOP: ['2000', '1000', '500', '200', '100', '50', '25', '10', '5', '1'],
  GTQ: ['200', '100', '50', '20', '10', '5', '1', '0.50', '0.25', '0.10', '0.05'],
  HNL: ['500', '200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10'],
  NIO: ['1000', '500', '200', '100', '50', '20', '10', '5', '1', '0.50', '0.25'],
  CRC: ['20000', '10000', '5000', '2000', '1000', '500', '100', '50', '25', '10', '5'],
  PEN: ['200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10'],
};

export function denominationsOf(currency: string): readonly string[] {
  return DENOMINATIONS[isoCurrency(currency)] ?? [];
}
