/**
 * The one parser of every host in the settings. Hosts go to the system's resolver, which also reads
 * octal, hexadecimal and shortened IPv4 addresses (`127.0.0.010` is 127.0.0.8): such forms are refused.
 */
export interface HostAddress {
  /** An IPv6 address has no brackets. */
  readonly host: string;
  /** Null if the text has no port. */
  readonly port: number | null;
}

/** Returns a name or address without the blanks and brackets around it; null for anything else. */
export function parseHost(text: string): string | null {
  const host = text.trim().replace(/^\[(.*:.*)\]$/, '$1');
  const isValid = host.includes(':') ? isIpv6(host) : isIpv4(host) || isHostName(host);
  return isValid ? host : null;
}

/** Parses `host` or `host:port`; an IPv6 address must be in brackets. Null for anything else. */
export function parseHostAddress(text: string): HostAddress | null {
  const match = /^(\[[^[\]]*\]|[^:[\]]+)(?::([1-9]\d{0,4}))?$/.exec(text.trim());
  const host = parseHost(match?.[1] ?? '');
  const port = match?.[2] === undefined ? null : Number(match[2]);
  return host === null || (port ?? 1) > 65_535 ? null : { host, port };
}

/** Whether the host of a web address is written without tricks that a URL parser would undo. */
export function hasPlainHost(address: string): boolean {
  const [, authority] = /^[a-z]+:\/\/(?:[^/?#\\]*@)?([^/?#\\@]+)(?:[/?#]|$)/i.exec(address) ?? [];
  return authority !== undefined && parseHostAddress(authority) !== null;
}

function isIpv4(host: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(host);
}

function isIpv6(host: string): boolean {
  return /^[0-9a-f:.]+$/i.test(host) && URL.canParse(`http://[${host}]/`);
}

function isHostName(host: string): boolean {
  if (host.length > 253) return false;
  const labels = host.replace(/\.$/, '').split('.');
  // The resolver takes a name whose last part is a number for an address.
  const last = (labels.at(-1) ?? '').normalize('NFKC');
  return (
    !/^(\d+|0x[0-9a-f]*)$/i.test(last) &&
    labels.every((label) => /^(?!-)[\p{L}\p{M}0-9_-]{1,63}(?<!-)$/u.test(label))
  );
}
