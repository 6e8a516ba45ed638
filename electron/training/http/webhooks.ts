import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Clock } from '../../platform/index.ts';

/**
 * The target of webhooks. `caPem` is its certificate authority, if the system does not trust it.
 */
export interface WebhookTarget {
  readonly url: string;
  readonly caPem?: string | undefined;
}

export interface WebhookState {
  readonly url: string | null;
  readonly delivered: number;
  /** Number of webhooks that failed after the last attempt. */
  readonly lost: number;
  /** Result of the last attempt: an HTTP status, or the error message. */
  readonly last: string | null;
}

export interface WebhookSender {
  setTarget(target: WebhookTarget | null): void;
  /** Sends at once, and retries if it is not accepted. Does nothing without a target. */
  send(body: string): void;
  getState(): WebhookState;
  /** Cancels all retries. */
  close(): void;
}

/** The interface does not specify how often the service retries. */
const RETRY_DELAYS_MS = [2000, 10_000, 60_000] as const;
const REQUEST_TIMEOUT_MS = 10_000;

export function createWebhookSender(clock: Clock): WebhookSender {
  let target: WebhookTarget | null = null;
  let delivered = 0;
  let lost = 0;
  let lastResult: string | null = null;
  const retryCancels = new Set<() => void>();
  let isClosed = false;

  const sendAttempt = async (
    destination: WebhookTarget,
    body: string,
    previousAttempts: number,
  ): Promise<void> => {
    lastResult = await postWebhook(destination, body);
    if (/^2/.test(lastResult)) {
      delivered += 1;
      return;
    }
    const retryDelay = RETRY_DELAYS_MS[previousAttempts];
    // A permanent refusal would be repeated.
    const isPermanent = /^4/.test(lastResult) && !/^4(08|29)/.test(lastResult);
    if (isPermanent || retryDelay === undefined) lost += 1;
    else if (!isClosed)
      scheduleRetry(retryDelay, () => void sendAttempt(destination, body, previousAttempts + 1));
  };

  const scheduleRetry = (milliseconds: number, work: () => void): void => {
    const cancel = clock.after(milliseconds, () => {
      retryCancels.delete(cancel);
      work();
    });
    retryCancels.add(cancel);
  };

  return {
    setTarget: (next) => {
      target = next;
    },
    send: (body) => {
      if (target !== null) void sendAttempt(target, body, 0);
    },
    getState: () => ({ url: target?.url ?? null, delivered, lost, last: lastResult }),
    close: () => {
      isClosed = true;
      for (const cancel of retryCancels) cancel();
    },
  };
}

/** Parses an address for webhooks; null if it is invalid. */
export function parseWebhookUrl(text: string): string | null {
  const url = URL.parse(text);
  const isValid = url !== null && /^https?:$/.test(url.protocol) && url.username === '';
  return isValid ? url.href : null;
}

function postWebhook({ url, caPem }: WebhookTarget, body: string): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      timeout: REQUEST_TIMEOUT_MS,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      },
      ...(caPem === undefined ? {} : { ca: caPem }),
    } as const;
    const send = url.startsWith('https:') ? tlsRequest : plainRequest;
    const request = send(url, options, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(String(answer.statusCode ?? 0)));
    });
    request.once('timeout', () => request.destroy(new Error('no answer in 10 s')));
    request.once('error', (error) => resolve(error.message));
    request.end(body);
  });
}
