/** The panel of faults of the training service. It opens in training mode only. */
export { TrainingPanel } from './training-panel.tsx';
