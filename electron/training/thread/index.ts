/**
 * The training service in its own thread, as a till uses it, without the code that the thread
 * itself loads. The thread's entry is `worker.ts`.
 */
export {
  type EmbeddedTraining,
  type EmbeddedTrainingOptions,
  startEmbeddedTraining,
} from './embedded-training.ts';
