import { type Clock, isoTime } from '../platform/index.ts';
import type { CallResult, Exchange } from '../service/index.ts';

/** One request and what came of it, as the report shows it: without anything secret. */
export interface RecordedCall {
  readonly at: string;
  readonly milliseconds: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly result: CallResult;
}

export interface Recorder {
  /** Goes around the network. */
  around(exchange: Exchange): Exchange;
  /** A text without anything secret, as an answer may have brought it back. */
  plain(text: string): string;
  /** The calls since it was last asked. */
  take(): RecordedCall[];
}

export const HIDDEN = '[hidden]';

export function createRecorder(clock: Clock, secrets: readonly string[]): Recorder {
  const toHide = new Set(secrets.flatMap(writingsOf));
  const plain = (text: string): string =>
    // The longest first: one secret may begin with another.
    [...toHide]
      .sort((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
  const plainHeader = (name: string, value: string): string => {
    switch (name.toLowerCase()) {
      case 'authorization':
        return `APIAuth ${HIDDEN}:${HIDDEN}`;
      case 'set-cookie':
        return HIDDEN;
      default:
        return plain(value);
    }
  };
  const plainHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, plainHeader(name, value)]),
    );
  let calls: RecordedCall[] = [];
  return {
    around: (exchange) => async (request) => {
      const startedAt = clock.now();
      for (const writing of writingsOf(checksumOf(request.headers))) toHide.add(writing);
      const result = await exchange(request);
      calls.push({
        at: isoTime(startedAt),
        milliseconds: clock.now() - startedAt,
        method: request.method,
        target: plain(request.target),
        headers: plainHeaders(request.headers),
        body: request.body === null ? null : plain(new TextDecoder().decode(request.body)),
        result:
          result.kind === 'answered'
            ? { ...result, headers: plainHeaders(result.headers), body: plain(result.body) }
            : result,
      });
      return result;
    },
    plain,
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** As it is, and as an address or JSON writes it. */
function writingsOf(secret: string): readonly string[] {
  if (secret === '') return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), inJson, inJson.replaceAll('/', '\\/')];
}

function checksumOf(headers: Readonly<Record<string, string>>): string {
  return /:([^:]+)$/.exec(headers.Authorization ?? '')?.[1] ?? '';
}
