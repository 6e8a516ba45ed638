/** The panel of faults of the training service. Opened in training mode alone. */
import '../../app/jitless/index.ts';

export { TrainingPanel } from './training-panel.tsx';
