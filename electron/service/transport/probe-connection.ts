import type { UnreachableReason } from '../../../shared/contract/index.ts';
import type { Clock } from '../../platform/index.ts';
import { ConnectError, createConnector, removeIpv6Brackets } from './connect.ts';

export type ConnectionProbe =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: UnreachableReason };

export interface ConnectionProbeOptions {
  readonly baseUrl: string;
  readonly caPem?: string | null | undefined;
  readonly proxy?: string | null | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * Opens an encrypted connection to the service as a request does, and closes it without sending a
 * request.
 */
export async function probeConnection(options: ConnectionProbeOptions): Promise<ConnectionProbe> {
  const address = URL.parse(options.baseUrl);
  if (address?.protocol !== 'https:') return { kind: 'failed', reason: 'insecure-address' };
  const connection = createConnector({
    clock: options.clock,
    host: removeIpv6Brackets(address.hostname),
    port: address.port === '' ? 443 : Number(address.port),
    caPem: options.caPem ?? null,
    proxy: options.proxy ?? null,
    timeoutMs: options.timeoutMs,
  })();
  try {
    (await connection.socket).destroy();
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof ConnectError ? error.reason : 'other' };
  }
}
