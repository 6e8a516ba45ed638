/**
 * The first run: training with one key press, set-up step by step, a provisioning file, or the
 * restore of a backup. Training ends in `setup.startTraining`, steps and file in `setup.provision`,
 * a restore in `setup.restore`. Nothing is saved before that, and in the set-up step by step the
 * keys are checked with the service first.
 */

export { SetupPage } from './setup.tsx';
export { ProvisioningFileQuestion } from './setup-from-file.tsx';
export { SetupReview } from './setup-review.tsx';
export { SetupSummaryTape, toProvisioningFileSummary } from './summary-tape.tsx';
