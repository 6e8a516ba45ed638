import { Worker } from 'node:worker_threads';
import { TRAINING_DEFAULTS } from '../defaults.ts';
import type { TrainingServer } from '../http/index.ts';
import type {
  Started,
  WorkerCallName,
  WorkerCalls,
  WorkerOptions,
  WorkerReply,
} from './worker-messages.ts';

/** The same handle as a server's, over messages. After the thread has ended its calls reject. */
export type EmbeddedTraining = TrainingServer;

export interface EmbeddedTrainingOptions extends Partial<WorkerOptions> {
  /** `worker.ts`, or its bundled file. */
  readonly workerUrl: URL;
  /** Used only by this service: its certificate and its state. Created if it does not exist. */
  readonly folder: string;
  /** Gets the error behind each 500 of the service, and the end of a thread that nobody closed. */
  readonly onProblem?: (reason: string) => void;
}

interface PendingCall {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread and resolves once it listens. Rejects if it cannot. */
export async function startEmbeddedTraining(
  options: EmbeddedTrainingOptions,
): Promise<EmbeddedTraining> {
  const workerData: WorkerOptions = {
    folder: options.folder,
    port: options.port ?? 0,
    seed: options.seed ?? TRAINING_DEFAULTS.seed,
    r24Milliseconds: options.r24Milliseconds ?? TRAINING_DEFAULTS.r24Milliseconds,
    currency: options.currency ?? TRAINING_DEFAULTS.currency,
  };
  // Without execArgv the thread would inherit hooks that are meant only for the main thread.
  const worker = new Worker(options.workerUrl, { workerData, execArgv: [] });
  const onTrouble = options.onProblem ?? (() => {});
  const waiting = new Map<number, PendingCall>();
  let last = 0;
  let isEnded = false;
  let isClosing = false;

  const end = (reason: string): void => {
    if (isEnded) return;
    isEnded = true;
    for (const one of waiting.values()) one.reject(new Error(reason));
    waiting.clear();
    if (!isClosing) onTrouble(reason);
  };

  const started = new Promise<Started>((resolve, reject) => {
    worker.on('message', (reply: WorkerReply) => {
      switch (reply.kind) {
        case 'started':
          return resolve(reply.started);
        case 'not-started':
          return reject(new Error(`the training service did not start: ${reply.reason}`));
        case 'trouble':
          return onTrouble(reply.reason);
        case 'done':
          return takePendingCall(waiting, reply.id)?.resolve(reply.output);
        case 'failed':
          return takePendingCall(waiting, reply.id)?.reject(new Error(reply.reason));
      }
    });
    worker.on('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      reject(error);
      end(`the training service broke down: ${reason}`);
    });
    worker.on('exit', () => {
      reject(new Error('the training service ended before it listened'));
      end('the training service has ended');
    });
  });

  const ask = <Name extends WorkerCallName>(
    name: Name,
    input: WorkerCalls[Name]['input'],
  ): Promise<WorkerCalls[Name]['output']> => {
    if (isEnded) return Promise.reject(new Error('the training service has ended'));
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      // The other end is worker.ts, which answers each name with its own type.
      waiting.set(id, {
        resolve: (output) => resolve(output as WorkerCalls[Name]['output']),
        reject,
      });
      worker.postMessage({ id, name, input });
    });
  };

  let listening: Started;
  try {
    listening = await started;
  } catch (error) {
    isClosing = true;
    await worker.terminate();
    throw error;
  }
  return {
    ...listening,
    setFaults: (faults) => ask('setFaults', faults),
    faults: () => ask('faults', null),
    inspect: (externalId) => ask('inspect', externalId ?? null),
    giveBack: (externalId, status = 'refunded') =>
      ask('giveBack', { externalId: externalId ?? null, status }),
    rerunBill: (id) => ask('rerunBill', id ?? null),
    setWebhook: async (target) => {
      await ask('setWebhook', target);
    },
    setBalance: async (balance) => {
      await ask('setBalance', balance);
    },
    close: async () => {
      if (isEnded || isClosing) return;
      isClosing = true;
      const exited = new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
      });
      await ask('close', null);
      await exited;
    },
  };
}

function takePendingCall(waiting: Map<number, PendingCall>, id: number): PendingCall | undefined {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}
