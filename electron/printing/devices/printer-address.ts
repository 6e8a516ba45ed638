import { parsePrinterAddress } from '../../../shared/contract/index.ts';

/** The address of a network printer. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 9100;

/** Reads `tcp://host:port`; null for anything else. The port is 9100 if left out. */
export function parseNetworkPrinterAddress(text: string): PrinterAddress | null {
  const address = parsePrinterAddress(text);
  return address === null ? null : { host: address.host, port: address.port ?? DEFAULT_PORT };
}
