/**
 * The first run: training with one press, set-up step by step, or a provisioning file. Each ends in
 * `setup.startTraining` or `setup.provision`. Nothing is kept before that, and keys are checked
 * with the service before the till offers to keep them.
 */

export { Setup } from './setup.tsx';
export { FileQuestion } from './setup-from-file.tsx';
export { SetupReview } from './setup-review.tsx';
export { SummaryTape, toFileSummary } from './summary-tape.tsx';
