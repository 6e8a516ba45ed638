/**
 * The training service in a thread of its own, as a till uses it: without what the thread itself
 * loads. Its entry is `worker.ts`.
 */
export {
  type EmbeddedTraining,
  type EmbeddedTrainingOptions,
  startEmbeddedTraining,
} from './embedded.ts';
