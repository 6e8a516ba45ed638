/** The `chain` block of a provisioning file, as far as the connection needs it. */
export interface ChainAddress {
  /** `host:port` or `host` (port 5432); an IPv6 address in brackets. */
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string | (() => string | Promise<string>);
  /** PEM: the only authority whose certificates are believed. */
  readonly ca: string;
}

const DEFAULT_PORT = 5432;

export function parseHost(text: string): { readonly host: string; readonly port: number } {
  const parts = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text.trim());
  // A bare IPv6 address has colons of its own.
  if (parts === null) return { host: text.trim(), port: DEFAULT_PORT };
  const [, bracketed, plain, port] = parts;
  return {
    host: bracketed ?? plain ?? text,
    port: port === undefined ? DEFAULT_PORT : Number(port),
  };
}
