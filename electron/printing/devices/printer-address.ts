/** The address of a network printer. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 9100;
const ADDRESS_PATTERN = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s/:[\]@?#]+)(?::(\d{1,5}))?\/?$/i;

/** Reads `tcp://host:port`; null for anything else. The port is 9100 if left out. */
export function parsePrinterAddress(text: string): PrinterAddress | null {
  const match = ADDRESS_PATTERN.exec(text.trim());
  if (!match) return null;
  const host = (match[1] ?? '').replace(/^\[|\]$/g, '');
  const port = match[2] === undefined ? DEFAULT_PORT : Number(match[2]);
  return port >= 1 && port <= 65535 ? { host, port } : null;
}
