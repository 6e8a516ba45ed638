/**
 * The first run: training with one press, set-up step by step, or a provisioning file. Each ends in
 * `setup.startTraining` or `setup.provision`. Nothing is kept before that, and keys are checked
 * with the service before the till offers to keep them.
 */

export { FileQuestion } from './file.tsx';
export { SetupReview } from './review.tsx';
export { Setup } from './setup.tsx';
export { SummaryTape, toFileSummary } from './summary.tsx';
