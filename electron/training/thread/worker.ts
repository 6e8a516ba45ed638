import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { startTrainingServer, type TrainingServer } from '../http/index.ts';
import { strictOptionSchema } from '../strict-mode.ts';
import type { TrainingWorkerReply, TrainingWorkerRequest } from './worker-messages.ts';

/**
 * Entry of the thread that runs the till's own training service. Its certificate and its state are
 * files in the given folder; it handles calls until `close`.
 */

const options = z
  .strictObject({
    folder: z.string().min(1),
    port: z.number().int(),
    seed: z.number().int(),
    utilityCount: z.number().int(),
    r24Milliseconds: z.number().int(),
    currency: z.enum(['MXN', 'COP']),
    strict: strictOptionSchema,
  })
  .parse(workerData);

/**
 * One file per currency of the shop's account: a till that changes its country starts another one.
 */
const STATE_FILES = { MXN: 'training.db', COP: 'training-cop.db' } as const;

function answerCall(server: TrainingServer, request: TrainingWorkerRequest): Promise<unknown> {
  switch (request.name) {
    case 'setFaults':
      return server.setFaults(request.input);
    case 'faults':
      return server.listFaults();
    case 'inspect':
      return server.inspect(request.input ?? undefined);
    case 'giveBack':
      return server.reverseTransaction(request.input.externalId ?? undefined, request.input.status);
    case 'rerunBill':
      return server.retryBill(request.input ?? undefined);
    case 'setWebhook':
      return server.setWebhook(request.input).then(() => null);
    case 'setBalance':
      return server.setBalance(request.input).then(() => null);
    case 'setStrict':
      return server.setStrict(request.input).then(() => null);
    case 'close':
      return server.close().then(() => null);
  }
}

async function serve(port: MessagePort): Promise<void> {
  const postReply = (reply: TrainingWorkerReply): void => port.postMessage(reply);
  const getReason = (error: unknown): string =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  let server: TrainingServer;
  try {
    server = await startTrainingServer({
      port: options.port,
      seed: options.seed,
      utilityCount: options.utilityCount,
      currency: options.currency,
      r24Milliseconds: options.r24Milliseconds,
      strict: options.strict,
      certificateFolder: options.folder,
      stateFile: join(options.folder, STATE_FILES[options.currency]),
      onError: (error) => postReply({ kind: 'problem', reason: getReason(error) }),
    });
  } catch (error) {
    postReply({ kind: 'not-started', reason: getReason(error) });
    return;
  }
  port.on('message', (request: TrainingWorkerRequest) => {
    answerCall(server, request).then(
      (output) => {
        postReply({ kind: 'done', id: request.id, output });
        // Closing the port lets the thread end.
        if (request.name === 'close') port.close();
      },
      (error: unknown) => postReply({ kind: 'failed', id: request.id, reason: getReason(error) }),
    );
  });
  const { baseUrl, caPem, caFile, vendor, apiKey, secretKey } = server;
  postReply({ kind: 'started', started: { baseUrl, caPem, caFile, vendor, apiKey, secretKey } });
}

if (!parentPort) throw new Error('the training worker runs in a thread of its own');
await serve(parentPort);
