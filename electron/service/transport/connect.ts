/**
 * Opens the encrypted connection to the service, through a proxy if one is set. Before this returns
 * a socket, no byte of a request has been sent: `ConnectError`, and no other error, guarantees
 * that.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { decodePercent } from '../../../shared/text/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { RequestNotSentReason } from './exchange.ts';

export class ConnectError extends Error {
  readonly reason: RequestNotSentReason;

  constructor(reason: RequestNotSentReason, cause: unknown) {
    super(`no connection: ${reason}`, { cause });
    this.name = 'ConnectFailed';
    this.reason = reason;
  }
}

export interface ConnectOptions {
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
  readonly caPem: string | null;
  readonly proxy: string | null;
  /** Milliseconds after which an attempt to connect is cancelled. */
  readonly timeoutMs: number;
}

export interface PendingConnection {
  readonly socket: Promise<TLSSocket>;
  /** Cancels the attempt: closes what is open, and `socket` rejects with `ConnectError`. */
  cancel(): void;
}

/**
 * Returns the function that opens one connection. Certificates are read once, for the first
 * connection.
 */
export function createConnector(options: ConnectOptions): () => PendingConnection {
  let context: SecureContext | null = null;
  const getSecureContext = (): SecureContext => {
    context ??= createSecureContext({
      ca: [...readSystemCertificates(), ...(options.caPem === null ? [] : [options.caPem])],
      minVersion: 'TLSv1.2',
    });
    return context;
  };

  return () => {
    const parts: { destroy(): unknown }[] = [];
    let settle: (failure: ConnectError) => void = () => {};
    const socket = new Promise<TLSSocket>((resolve, reject) => {
      let isSettled = false;
      const finish = (action: () => void): void => {
        if (isSettled) return;
        isSettled = true;
        cancelTimer();
        action();
      };
      const cancelTimer = options.clock.after(options.timeoutMs, () =>
        settle(new ConnectError('other', new Error('the connection did not open in time'))),
      );
      settle = (failure) =>
        finish(() => {
          for (const part of parts) part.destroy();
          reject(failure);
        });
      const onOpen = (tls: TLSSocket): void => finish(() => resolve(tls));
      const onFailure = (failure: ConnectError): void => settle(failure);

      const startEncryption = (carrier: Socket): void => {
        parts.push(carrier);
        try {
          parts.push(startTls(carrier, options, getSecureContext(), onOpen, onFailure));
        } catch (error) {
          // The shop's own certificate is not a valid certificate.
          onFailure(new ConnectError('tls', error));
        }
      };
      parts.push(
        options.proxy === null
          ? openTcpSocket(options, startEncryption, onFailure)
          : openTunnel(options.proxy, options, startEncryption, onFailure),
      );
    });
    return {
      socket,
      cancel: () => settle(new ConnectError('other', new Error('given up at the deadline'))),
    };
  };
}

function openTcpSocket(
  target: ConnectOptions,
  onOpen: (carrier: Socket) => void,
  onFailure: (failure: ConnectError) => void,
): Socket {
  const socket = connectTcp({
    host: target.host,
    port: target.port,
    noDelay: true,
    // The default of 250 ms is too short for a shop with a slow connection.
    autoSelectFamilyAttemptTimeout: 3000,
  });
  const onError = (error: Error): void =>
    onFailure(new ConnectError(toNotSentReason(error), error));
  socket.once('error', onError);
  socket.once('connect', () => {
    socket.off('error', onError);
    onOpen(socket);
  });
  return socket;
}

function startTls(
  carrier: Socket,
  target: ConnectOptions,
  secureContext: SecureContext,
  onOpen: (socket: TLSSocket) => void,
  onFailure: (failure: ConnectError) => void,
): TLSSocket {
  const socket = connectTls({
    host: target.host,
    socket: carrier,
    secureContext,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
  });
  socket.once('secureConnect', () => onOpen(socket));
  // This listener stays: the HTTP client also handles an error after it takes the socket, and no
  // error is ever unhandled.
  socket.on('error', (error) => onFailure(new ConnectError(toTlsReason(error) ?? 'tls', error)));
  socket.once('close', () => onFailure(new ConnectError('tls', null)));
  return socket;
}

function openTunnel(
  proxy: string,
  target: ConnectOptions,
  onOpen: (tunnel: Socket) => void,
  onFailure: (failure: ConnectError) => void,
): { destroy(): unknown } {
  const onError = (cause: unknown): void => {
    const isCertificate = cause instanceof Error && toTlsReason(cause) !== null;
    onFailure(new ConnectError(isCertificate ? 'tls-proxy' : 'proxy', cause));
  };
  const address = URL.parse(proxy);
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    queueMicrotask(() => onError(new Error('the address of the proxy cannot be read')));
    return { destroy: () => {} };
  }
  const authority = `${addBrackets(target.host)}:${target.port}`;
  const isEncrypted = address.protocol === 'https:';
  const tunnel = (isEncrypted ? httpsRequest : httpRequest)({
    host: removeIpv6Brackets(address.hostname),
    port: address.port === '' ? (isEncrypted ? 443 : 80) : Number(address.port),
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { Host: authority, ...buildProxyAuthorization(address) },
  });
  tunnel.once('connect', (answer, socket) => {
    if (answer.statusCode === 200) return onOpen(socket);
    socket.destroy();
    onError(new Error(`the proxy answered ${answer.statusCode}`));
  });
  tunnel.once('response', (answer) => {
    answer.destroy();
    onError(new Error(`the proxy answered ${answer.statusCode}`));
  });
  tunnel.on('error', onError);
  tunnel.end();
  return tunnel;
}

function buildProxyAuthorization(address: URL): Record<string, string> {
  if (address.username === '') return {};
  const pair = `${decodePercent(address.username)}:${decodePercent(address.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The system's certificates; the runtime's own if the system has none. */
function readSystemCertificates(): string[] {
  const systemCertificates = getCACertificates('system');
  return systemCertificates.length > 0 ? systemCertificates : getCACertificates('bundled');
}

export function removeIpv6Brackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function addBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Converts an error code of Node or OpenSSL to a certificate problem; null for any other error. */
function toTlsReason(error: Error): RequestNotSentReason | null {
  switch (getErrorCode(error)) {
    case 'CERT_HAS_EXPIRED':
      return 'tls-expired';
    case 'CERT_NOT_YET_VALID':
      return 'tls-not-yet-valid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return 'tls-name';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'tls-self-signed';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_UNTRUSTED':
    case 'CERT_REJECTED':
    case 'INVALID_CA':
      return 'tls-authority';
    default:
      return null;
  }
}

function getErrorCode(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

function toNotSentReason(error: Error): RequestNotSentReason {
  switch (getErrorCode(error)) {
    case 'ENOTFOUND':
    case 'EAI_NONAME':
    case 'EAI_NODATA':
      return 'name-not-found';
    // The DNS server was not reachable: the same as no network.
    case 'EAI_AGAIN':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'EADDRNOTAVAIL':
      return 'no-network';
    case 'ECONNREFUSED':
      return 'refused';
    default:
      return 'other';
  }
}
