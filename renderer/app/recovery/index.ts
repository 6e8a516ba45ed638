/**
 * The steps for the owner's recovery key, from its creation to its confirmation: for the set-up and
 * for F7.
 */
export { RecoveryKeySteps } from './recovery-key-steps.tsx';
