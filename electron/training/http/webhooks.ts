import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Clock } from '../../platform/index.ts';

/** Where webhooks go. `caPem`: who vouches for it, if that is nobody whom the system trusts. */
export interface WebhookTarget {
  readonly url: string;
  readonly caPem?: string | undefined;
}

export interface WebhookState {
  readonly url: string | null;
  readonly delivered: number;
  /** Given up after the last attempt. */
  readonly lost: number;
  /** Of the last attempt: an HTTP status, or why there was none. */
  readonly last: string | null;
}

export interface Webhooks {
  setTarget(target: WebhookTarget | null): void;
  /** Sends at once, and again where it was not taken. Does nothing without a target. */
  send(body: string): void;
  state(): WebhookState;
  /** Nothing is tried again. */
  close(): void;
}

/** The interface does not say how often the service tries again. */
const RETRY_DELAYS_MS = [2000, 10_000, 60_000] as const;
const REQUEST_TIMEOUT_MS = 10_000;

export function createWebhooks(clock: Clock): Webhooks {
  let target: WebhookTarget | null = null;
  let delivered = 0;
  let lost = 0;
  let last: string | null = null;
  const again = new Set<() => void>();
  let isClosed = false;

  const attempt = async (to: WebhookTarget, body: string, earlier: number): Promise<void> => {
    last = await postWebhook(to, body);
    if (/^2/.test(last)) {
      delivered += 1;
      return;
    }
    const pause = RETRY_DELAYS_MS[earlier];
    // What is refused for its own sake is refused again.
    const isHopeless = /^4/.test(last) && !/^4(08|29)/.test(last);
    if (isHopeless || pause === undefined) lost += 1;
    else if (!isClosed) later(pause, () => void attempt(to, body, earlier + 1));
  };

  const later = (milliseconds: number, work: () => void): void => {
    const cancel = clock.after(milliseconds, () => {
      again.delete(cancel);
      work();
    });
    again.add(cancel);
  };

  return {
    setTarget: (next) => {
      target = next;
    },
    send: (body) => {
      if (target !== null) void attempt(target, body, 0);
    },
    state: () => ({ url: target?.url ?? null, delivered, lost, last }),
    close: () => {
      isClosed = true;
      for (const cancel of again) cancel();
    },
  };
}

/** An address that webhooks can go to; null if it is none. */
export function parseWebhookUrl(text: string): string | null {
  const url = URL.parse(text);
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '';
  return isFit ? url.href : null;
}

function postWebhook({ url, caPem }: WebhookTarget, body: string): Promise<string> {
  return new Promise((resolve) => {
    const settings = {
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
    const sent = send(url, settings, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(String(answer.statusCode ?? 0)));
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer in 10 s')));
    sent.once('error', (error) => resolve(error.message));
    sent.end(body);
  });
}
