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

export function parseHost(text: string): { readonly host: string; readonly port: number } {
  const parts = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text.trim());
  // A bare IPv6 address does not match because of its colons.
  if (parts === null) return { host: text.trim(), port: DEFAULT_PORT };
  const [, bracketed, unbracketed, port] = parts;
  return {
    host: bracketed ?? unbracketed ?? text,
    port: port === undefined ? DEFAULT_PORT : Number(port),
  };
}
