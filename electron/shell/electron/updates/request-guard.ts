import type { EventEmitter } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { NsisUpdater } from 'electron-updater';
import type { UpdateRefusalReason } from '../../../../shared/contract/index.ts';
import { decodePercent } from '../../../../shared/text/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import { UpdateRefusal } from './update-refusal.ts';

interface RequestLimits {
  /** Of the body of a response. */
  readonly maxBytes: number;
  /** The reason of a refusal because of `maxBytes`. */
  readonly tooLarge: UpdateRefusalReason;
  /** Of all requests together. */
  readonly timeoutMs: number;
}

/** The part of Electron's `ClientRequest` and `IncomingMessage` that is used here. */
type Request = EventEmitter & { abort(): void };
type Response = Readable & {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: unknown;
};
type LoginAnswer = (username?: string, password?: string) => void;
/** electron-updater's, which its types hide. */
interface HttpExecutor {
  createRequest(options: object, onResponse: (response: unknown) => void): Request;
  maxRedirects: number;
}

export interface UpdateRequestGuard {
  /** Runs requests within limits. Throws what the guard refused, otherwise what `work` throws. */
  run<Value>(limits: RequestLimits, work: () => Promise<Value>): Promise<Value>;
}

interface GuardPorts {
  /** The address of the feed: its origin is the only one that is requested. */
  readonly address: URL;
  readonly proxy: URL | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/** Electron's network requests have no timeout of their own. */
const SILENCE_TIMEOUT_MS = 120_000;

/**
 * Limits the requests of electron-updater, which limits neither bytes nor time and aborts nothing:
 * one host, no redirect, a maximum of bytes and of time. A request that breaks a limit is aborted.
 */
export function createUpdateRequestGuard(
  updater: NsisUpdater,
  ports: GuardPorts,
): UpdateRequestGuard {
  const { address, clock, log } = ports;
  const executor: HttpExecutor = Reflect.get(updater, 'httpExecutor');
  const createRequest = executor.createRequest.bind(executor);
  let maxBytes = 0;
  let refuse: (refusal: Error) => void = () => {};
  let refuseLargeBody: () => void = () => {};
  let restartSilence: () => void = () => {};
  /** With an error, electron-updater's request fails with it. */
  let abortRequest: (error?: Error) => void = () => {};

  updater.netSession.webRequest.onBeforeRequest(({ url }, respond) => {
    const origin = URL.parse(url)?.origin ?? url;
    const isOtherHost = origin !== address.origin;
    if (isOtherHost) refuse(createHostRefusal(origin));
    respond({ cancel: isOtherHost });
  });

  executor.maxRedirects = -1;
  executor.createRequest = (options, onResponse) => {
    const request = createRequest({ ...options, redirect: 'manual' }, (response: unknown) => {
      onResponse(limitBody(response as Response));
    });
    abortRequest = (error) => {
      request.abort();
      if (error !== undefined) request.emit('error', error);
    };
    request.on('redirect', (_status, _method, url: string) =>
      refuse(createHostRefusal(URL.parse(url)?.origin ?? url)),
    );
    answerProxy(request, ports.proxy);
    return request;
  };

  /** Returns the body as electron-updater reads it; it ends early if the request is aborted. */
  function limitBody(response: Response): unknown {
    const { statusCode, statusMessage, headers } = response;
    // Before the listener: a chunk is not written to a body that the listener has ended.
    const body = response.pipe(new PassThrough());
    let byteCount = 0;
    response.on('data', (chunk: Buffer) => {
      byteCount += chunk.length;
      restartSilence();
      if (byteCount > maxBytes) refuseLargeBody();
    });
    const abortResponse = abortRequest;
    abortRequest = (error) => {
      response.unpipe(body);
      abortResponse(error);
      // electron-updater closes its file only at the end of a body.
      body.end();
    };
    response.on('error', (error: Error) => refuse(error));
    response.on('aborted', () => refuse(new Error('the connection was lost')));
    return Object.assign(body, { statusCode, statusMessage, headers });
  }

  return {
    run: async (limits, work) => {
      let refusal: Error | null = null;
      refuse = (error) => {
        if (refusal !== null) return;
        refusal = error;
        log.warn({ err: error }, 'updates: request aborted');
        abortRequest(error);
      };
      maxBytes = limits.maxBytes;
      refuseLargeBody = () =>
        refuse(new UpdateRefusal(limits.tooLarge, `more than ${maxBytes} bytes were sent`));
      const onSilence = () => refuse(new Error('no answer in time'));
      let stopSilence = clock.after(SILENCE_TIMEOUT_MS, onSilence);
      const stopTimer = clock.after(limits.timeoutMs, () => refuse(new Error('took too long')));
      restartSilence = () => {
        stopSilence();
        stopSilence = clock.after(SILENCE_TIMEOUT_MS, onSilence);
      };
      try {
        const value = await work();
        if (refusal !== null) throw refusal;
        return value;
      } catch (error) {
        throw refusal ?? error;
      } finally {
        stopSilence();
        stopTimer();
        restartSilence = () => {};
        refuse = () => {};
        abortRequest();
        abortRequest = () => {};
      }
    },
  };
}

function createHostRefusal(origin: string): UpdateRefusal {
  return new UpdateRefusal('other-host', `${origin} is not the address of the feed`);
}

/**
 * Gives the proxy's password to the proxy alone, once: Electron asks for a server's password too.
 * Without an answer the request fails.
 */
function answerProxy(request: EventEmitter, proxy: URL | null): void {
  let hasAnswered = false;
  request.on('login', ({ isProxy }: { readonly isProxy: boolean }, answer: LoginAnswer) => {
    if (!isProxy || hasAnswered || proxy === null || proxy.username === '') return answer();
    hasAnswered = true;
    answer(decodePercent(proxy.username), decodePercent(proxy.password));
  });
}
