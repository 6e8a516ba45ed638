/**
 * Signs a request (pure functions). The signed endpoint is the request target exactly as sent, and
 * the signed Date is the text of the header: each is built once and used for both.
 */
import { createHash, createHmac } from 'node:crypto';

const CONTENT_TYPE = 'application/json';

export interface SignableRequest {
  /** Path and query exactly as sent. */
  readonly target: string;
  /** The bytes of the body; null for a request without one. */
  readonly body: Uint8Array | null;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
}

/** Formats an HTTP date: `Fri, 20 Jan 2017 18:11:04 GMT`. Milliseconds are dropped. */
export function formatHttpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** Base64 of the MD5 digest of the exact bytes. */
export function computeContentMd5(body: Uint8Array): string {
  return createHash('md5').update(body).digest('base64');
}

export function computeSignature(
  secretKey: string,
  parts: { readonly contentMd5: string; readonly target: string; readonly date: string },
): string {
  const text = [CONTENT_TYPE, parts.contentMd5, parts.target, parts.date].join(',');
  return createHmac('sha1', secretKey).update(text).digest('base64');
}

/** The headers that authenticate a request. Content-MD5 is sent only with a body. */
export function buildSignatureHeaders(
  keys: { readonly apiKey: string; readonly secretKey: string },
  request: SignableRequest,
): Record<string, string> {
  const date = formatHttpDate(request.dateMs);
  const md5 = request.body === null ? '' : computeContentMd5(request.body);
  const signature = computeSignature(keys.secretKey, {
    contentMd5: md5,
    target: request.target,
    date,
  });
  return {
    'Content-Type': CONTENT_TYPE,
    ...(md5 === '' ? {} : { 'Content-MD5': md5 }),
    Date: date,
    Authorization: `APIAuth ${keys.apiKey}:${signature}`,
  };
}
