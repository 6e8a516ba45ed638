import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface RequestMessage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sums the time in which an HTTP server of this process handles requests of a path. */
export function startServiceTimer(pathSuffix: string): {
  /** Milliseconds from the start of each handled request to the end of its answer, until now. */
  readTotalMs(): number;
  stop(): void;
} {
  const startTimes = new WeakMap<ServerResponse, number>();
  let totalMs = 0;
  // Node types the message of every channel as unknown.
  const onStart = (message: unknown): void => {
    const { request, response } = message as RequestMessage;
    const path = request.url?.split('?')[0] ?? '';
    if (path.endsWith(pathSuffix)) startTimes.set(response, performance.now());
  };
  const onFinish = (message: unknown): void => {
    const startedAt = startTimes.get((message as RequestMessage).response);
    if (startedAt !== undefined) totalMs += performance.now() - startedAt;
  };
  const started = channel('http.server.request.start');
  const finished = channel('http.server.response.finish');
  started.subscribe(onStart);
  finished.subscribe(onFinish);
  return {
    readTotalMs: () => totalMs,
    stop: () => {
      started.unsubscribe(onStart);
      finished.unsubscribe(onFinish);
    },
  };
}
