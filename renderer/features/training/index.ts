/** The panel of faults of the training service. Opened in training mode alone. */
export { TrainingPanel } from './training-panel.tsx';
