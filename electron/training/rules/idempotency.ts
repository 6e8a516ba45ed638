import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/index.ts';
import { getInteger, getText, type TrainingStore } from '../state/index.ts';
import { createTrainingAnswer, type TrainingAnswer } from '../wire/index.ts';

const ANSWER_TTL_MS = 24 * 3_600_000;

export interface IdempotentRequest {
  readonly key: string;
  /** Two requests with the same key are identical if their fingerprints are. */
  readonly fingerprint: string;
}

/**
 * The store of answers by Idempotency-Key: for 24 h a repeated key returns the first answer with
 * the same status and body. A repeat during the first request waits for that answer. 5xx and 429
 * are not stored, so such a request is performed again. The same key with another request is R102.
 */
export interface TrainingIdempotency {
  /**
   * `perform` creates the answer and passes it to `keep`, in the same database transaction as its
   * own work.
   */
  run(
    request: IdempotentRequest,
    before: () => Promise<void>,
    perform: (keep: (answer: TrainingAnswer) => void) => Promise<TrainingAnswer>,
  ): Promise<TrainingAnswer>;
}

export function computeRequestFingerprint(
  method: string,
  target: string,
  body: Uint8Array,
): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('hex');
}

/** Whether the key has 12 to 36 characters. */
export function isValidIdempotencyKey(key: string): boolean {
  return key.length >= 12 && key.length <= 36;
}

const OTHER_REQUEST_ANSWER = createTrainingAnswer(400, {
  code: 'R102',
  message: 'This Idempotency-Key was used with another request: Idempotency-Key',
});

export function createTrainingIdempotency(store: TrainingStore, clock: Clock): TrainingIdempotency {
  const running = new Map<string, { fingerprint: string; ended: Promise<void> }>();

  const findStoredAnswer = (request: IdempotentRequest): TrainingAnswer | null => {
    store.run('DELETE FROM kept_answers WHERE created_at <= ?', clock.now() - ANSWER_TTL_MS);
    const row = store.get('SELECT * FROM kept_answers WHERE key = ?', request.key);
    if (!row) return null;
    if (getText(row, 'request') !== request.fingerprint) return OTHER_REQUEST_ANSWER;
    return {
      status: getInteger(row, 'status'),
      body: getText(row, 'body'),
      headers: {},
      delayMs: 0,
    };
  };

  const storeAnswer = (request: IdempotentRequest, answer: TrainingAnswer): void => {
    if (answer.status >= 500 || answer.status === 429) return;
    store.run(
      'INSERT INTO kept_answers (key, request, status, body, created_at) VALUES (?, ?, ?, ?, ?)',
      request.key,
      request.fingerprint,
      answer.status,
      answer.body,
      clock.now(),
    );
  };

  return {
    run: async (request, before, perform) => {
      for (;;) {
        const runningRequest = running.get(request.key);
        if (!runningRequest) break;
        if (runningRequest.fingerprint !== request.fingerprint) return OTHER_REQUEST_ANSWER;
        await runningRequest.ended;
      }
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      running.set(request.key, { fingerprint: request.fingerprint, ended });
      try {
        await before();
        return (
          findStoredAnswer(request) ?? (await perform((answer) => storeAnswer(request, answer)))
        );
      } finally {
        running.delete(request.key);
        end();
      }
    },
  };
}
