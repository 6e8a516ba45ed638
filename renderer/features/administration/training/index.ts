/** The panel that sets faults in the training service. It is available in training mode only. */
export { TrainingPanel } from './training-panel.tsx';
