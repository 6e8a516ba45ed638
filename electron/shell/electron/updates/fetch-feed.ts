import { type Agent, get } from 'node:https';
import { FEED_FILE, FeedRefusal, MAX_FEED_BYTES, SIGNATURE_FILE } from './feed.ts';

const REQUEST_TIMEOUT_MS = 30_000;

export interface RawFeed {
  readonly raw: Buffer;
  readonly signature: string;
}

/**
 * Parses the address of the feed's folder. Throws `FeedRefusal` unless it is an https address
 * without a password.
 */
export function parseFeedAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new FeedRefusal('not-https', 'the address of the feed is not https');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

/**
 * Downloads the feed and its signature. Throws `FeedRefusal`, for example `unsigned` if there is no
 * signature.
 */
export async function fetchFeed(folder: URL, agent: Agent): Promise<RawFeed> {
  const raw = await fetchLimited(new URL(FEED_FILE, folder), agent);
  if (raw === null) throw new FeedRefusal('unreachable', 'there is no feed at its address');
  const signature = await fetchLimited(new URL(SIGNATURE_FILE, folder), agent);
  if (signature === null) throw new FeedRefusal('unsigned', 'the feed has no signature');
  return { raw, signature: signature.toString('latin1') };
}

/** Null for a 404. Every redirect is refused: only the configured address is used. */
function fetchLimited(url: URL, agent: Agent): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const rejectUnreachable = (error: unknown): void =>
      reject(
        error instanceof FeedRefusal
          ? error
          : new FeedRefusal('unreachable', `${url.pathname} cannot be read`, error),
      );
    const headers = { 'cache-control': 'no-cache' };
    const request = get(url, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      const { statusCode = 0 } = response;
      response.on('error', rejectUnreachable);
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length <= MAX_FEED_BYTES) return;
        reject(new FeedRefusal('not-a-feed', `${url.pathname} is too long`));
        request.destroy();
      });
      response.on('end', () => {
        if (statusCode === 404) resolve(null);
        else if (isRedirect(statusCode)) reject(toRedirectRefusal(response.headers.location));
        else if (statusCode !== 200) rejectUnreachable(new Error(`HTTP ${statusCode}`));
        else resolve(Buffer.concat(parts));
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', rejectUnreachable);
  });
}

export function isRedirect(statusCode: number): boolean {
  return statusCode >= 300 && statusCode < 400;
}

export function toRedirectRefusal(location: string | undefined): FeedRefusal {
  return new FeedRefusal('other-host', `the server sends elsewhere: ${location ?? ''}`);
}
