import { type Clock, toIsoTime } from '../../platform/index.ts';
import type { CallResult, Exchange } from '../../service/index.ts';

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
  wrap(exchange: Exchange): Exchange;
  /** A text without anything secret, as an answer may have brought it back. */
  redact(text: string): string;
  /** The calls since it was last asked. */
  takeCalls(): RecordedCall[];
}

export const REDACTED = '[hidden]';

export function createRecorder(clock: Clock, secrets: readonly string[]): Recorder {
  const toHide = new Set(secrets.flatMap(listEncodings));
  const redact = (text: string): string =>
    // The longest first: one secret may begin with another.
    [...toHide]
      .sort((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, REDACTED), text);
  const plainHeader = (name: string, value: string): string => {
    switch (name.toLowerCase()) {
      case 'authorization':
        return `APIAuth ${REDACTED}:${REDACTED}`;
      case 'set-cookie':
        return REDACTED;
      default:
        return redact(value);
    }
  };
  const plainHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, plainHeader(name, value)]),
    );
  let calls: RecordedCall[] = [];
  return {
    wrap: (exchange) => async (request) => {
      const startedAt = clock.now();
      for (const writing of listEncodings(getChecksum(request.headers))) toHide.add(writing);
      const result = await exchange(request);
      calls.push({
        at: toIsoTime(startedAt),
        milliseconds: clock.now() - startedAt,
        method: request.method,
        target: redact(request.target),
        headers: plainHeaders(request.headers),
        body: request.body === null ? null : redact(new TextDecoder().decode(request.body)),
        result:
          result.kind === 'answered'
            ? { ...result, headers: plainHeaders(result.headers), body: redact(result.body) }
            : result,
      });
      return result;
    },
    redact,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** As it is, and as an address or JSON writes it. */
function listEncodings(secret: string): readonly string[] {
  if (secret === '') return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), inJson, inJson.replaceAll('/', '\\/')];
}

function getChecksum(headers: Readonly<Record<string, string>>): string {
  return /:([^:]+)$/.exec(headers.Authorization ?? '')?.[1] ?? '';
}
