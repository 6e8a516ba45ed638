/** The owner's recovery key, from its making to its confirmation: for the set-up and for F7. */
export { RecoveryKeySteps } from './recovery-key-steps.tsx';
