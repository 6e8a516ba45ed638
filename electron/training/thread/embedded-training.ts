import { Worker } from 'node:worker_threads';
import { TRAINING_DEFAULTS } from '../defaults.ts';
import type { TrainingServer } from '../http/index.ts';
import type {
  StartedTrainingServer,
  TrainingWorkerCallName,
  TrainingWorkerCalls,
  TrainingWorkerOptions,
  TrainingWorkerReply,
} from './worker-messages.ts';

/**
 * The same interface as `TrainingServer`, over messages. After the thread has ended its calls
 * reject.
 */
export type EmbeddedTraining = TrainingServer;

export interface EmbeddedTrainingOptions extends Partial<TrainingWorkerOptions> {
  /** `worker.ts`, or its bundled file. */
  readonly workerUrl: URL;
  /** Folder of this service's certificate and state. Created if it does not exist. */
  readonly folder: string;
  /** Receives the error behind each 500 of the service, and an unexpected end of the thread. */
  readonly onProblem?: (reason: string) => void;
}

interface PendingCall {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread and resolves when its server listens. Rejects if it cannot start. */
export async function startEmbeddedTraining(
  options: EmbeddedTrainingOptions,
): Promise<EmbeddedTraining> {
  const workerData: TrainingWorkerOptions = {
    folder: options.folder,
    port: options.port ?? 0,
    seed: options.seed ?? TRAINING_DEFAULTS.seed,
    utilityCount: options.utilityCount ?? TRAINING_DEFAULTS.utilityCount,
    r24Milliseconds: options.r24Milliseconds ?? TRAINING_DEFAULTS.r24Milliseconds,
    currency: options.currency ?? TRAINING_DEFAULTS.currency,
    strict: options.strict ?? false,
  };
  // Without execArgv the thread would inherit hooks that are meant only for the main thread.
  const worker = new Worker(options.workerUrl, { workerData, execArgv: [] });
  const onProblem = options.onProblem ?? (() => {});
  const pendingCalls = new Map<number, PendingCall>();
  let lastId = 0;
  let isEnded = false;
  let isClosing = false;

  const handleEnd = (reason: string): void => {
    if (isEnded) return;
    isEnded = true;
    for (const call of pendingCalls.values()) call.reject(new Error(reason));
    pendingCalls.clear();
    if (!isClosing) onProblem(reason);
  };

  const started = new Promise<StartedTrainingServer>((resolve, reject) => {
    worker.on('message', (reply: TrainingWorkerReply) => {
      switch (reply.kind) {
        case 'started':
          return resolve(reply.started);
        case 'not-started':
          return reject(new Error(`the training service did not start: ${reply.reason}`));
        case 'problem':
          return onProblem(reply.reason);
        case 'done':
          return takePendingCall(pendingCalls, reply.id)?.resolve(reply.output);
        case 'failed':
          return takePendingCall(pendingCalls, reply.id)?.reject(new Error(reply.reason));
      }
    });
    worker.on('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      reject(error);
      handleEnd(`the training service broke down: ${reason}`);
    });
    worker.on('exit', () => {
      reject(new Error('the training service ended before it listened'));
      handleEnd('the training service has ended');
    });
  });

  const sendCall = <Name extends TrainingWorkerCallName>(
    name: Name,
    input: TrainingWorkerCalls[Name]['input'],
  ): Promise<TrainingWorkerCalls[Name]['output']> => {
    if (isEnded) return Promise.reject(new Error('the training service has ended'));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      // worker.ts replies to each call name with the output type of that call.
      pendingCalls.set(id, {
        resolve: (output) => resolve(output as TrainingWorkerCalls[Name]['output']),
        reject,
      });
      worker.postMessage({ id, name, input });
    });
  };

  let serverInfo: StartedTrainingServer;
  try {
    serverInfo = await started;
  } catch (error) {
    isClosing = true;
    await worker.terminate();
    throw error;
  }
  return {
    ...serverInfo,
    setFaults: (faults) => sendCall('setFaults', faults),
    listFaults: () => sendCall('faults', null),
    inspect: (externalId) => sendCall('inspect', externalId ?? null),
    reverseTransaction: (externalId, status = 'refunded') =>
      sendCall('giveBack', { externalId: externalId ?? null, status }),
    retryBill: (id) => sendCall('rerunBill', id ?? null),
    setWebhook: async (target) => {
      await sendCall('setWebhook', target);
    },
    setBalance: async (balance) => {
      await sendCall('setBalance', balance);
    },
    setStrict: async (option) => {
      await sendCall('setStrict', option);
    },
    close: async () => {
      if (isEnded || isClosing) return;
      isClosing = true;
      const exited = new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
      });
      await sendCall('close', null);
      await exited;
    },
  };
}

function takePendingCall(
  pendingCalls: Map<number, PendingCall>,
  id: number,
): PendingCall | undefined {
  const call = pendingCalls.get(id);
  pendingCalls.delete(id);
  return call;
}
