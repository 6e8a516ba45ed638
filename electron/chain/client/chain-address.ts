import { parseHostAddress } from '../../../shared/rules/index.ts';

/** The connection fields of the `chain` block of a provisioning file. */
export interface ChainAddress {
  /** `host:port` or `host` (port 5432); an IPv6 address in brackets. */
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string | (() => string | Promise<string>);
  /** PEM. The only certificate authority that the connection trusts. */
  readonly ca: string;
}

const DEFAULT_PORT = 5432;

export function parseDatabaseHost(text: string): { readonly host: string; readonly port: number } {
  const address = parseHostAddress(text);
  if (address === null) throw new Error('not a host with a port');
  return { host: address.host, port: address.port ?? DEFAULT_PORT };
}
