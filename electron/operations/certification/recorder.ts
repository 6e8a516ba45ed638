import { type Clock, toIsoTime } from '../../platform/index.ts';
import type { HttpExchange, HttpExchangeResult } from '../../service/index.ts';

/** One request and its result as the report shows them, without secrets. */
export interface RecordedRequest {
  readonly at: string;
  readonly milliseconds: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly result: HttpExchangeResult;
}

export interface RequestRecorder {
  /** Wraps the network exchange and records each call. */
  wrap(exchange: HttpExchange): HttpExchange;
  /** Hides secrets in a text, for example in an answer that repeats them. */
  redact(text: string): string;
  /** Returns the calls recorded since the last time. */
  takeRecordedRequests(): RecordedRequest[];
}

export const REDACTED = '[hidden]';

export function createRequestRecorder(clock: Clock, secrets: readonly string[]): RequestRecorder {
  const hiddenTexts = new Set(secrets.flatMap(listEncodings));
  const redact = (text: string): string =>
    // Longest first, because one secret may begin with another.
    [...hiddenTexts]
      .sort((a, b) => b.length - a.length)
      .reduce((redacted, secret) => redacted.replaceAll(secret, REDACTED), text);
  const redactHeader = (name: string, value: string): string => {
    switch (name.toLowerCase()) {
      case 'authorization':
        return `APIAuth ${REDACTED}:${REDACTED}`;
      case 'set-cookie':
        return REDACTED;
      default:
        return redact(value);
    }
  };
  const redactHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redactHeader(name, value)]),
    );
  let calls: RecordedRequest[] = [];
  return {
    wrap: (exchange) => async (request) => {
      const startedAt = clock.now();
      for (const encoding of listEncodings(getSignature(request.headers)))
        hiddenTexts.add(encoding);
      const result = await exchange(request);
      calls.push({
        at: toIsoTime(startedAt),
        milliseconds: clock.now() - startedAt,
        method: request.method,
        target: redact(request.target),
        headers: redactHeaders(request.headers),
        body: request.body === null ? null : redact(new TextDecoder().decode(request.body)),
        result:
          result.kind === 'answered'
            ? { ...result, headers: redactHeaders(result.headers), body: redact(result.body) }
            : result,
      });
      return result;
    },
    redact,
    takeRecordedRequests: () => {
      const takenCalls = calls;
      calls = [];
      return takenCalls;
    },
  };
}

/** The secret as it is, URL-encoded, and as in JSON. */
function listEncodings(secret: string): readonly string[] {
  if (secret === '') return [];
  const jsonText = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), jsonText, jsonText.replaceAll('/', '\\/')];
}

function getSignature(headers: Readonly<Record<string, string>>): string {
  return /:([^:]+)$/.exec(headers.Authorization ?? '')?.[1] ?? '';
}
