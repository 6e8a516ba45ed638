import { Home } from '../../features/home/index.ts';
import { Pay } from '../../features/pay/index.ts';
import { Recent } from '../../features/recent/index.ts';
import { TrainingPanel } from '../../features/training/index.ts';
import { Unresolved } from '../../features/unresolved/index.ts';
import type { Features } from '../app.tsx';

/** The component of each place; the compiler asks for one that is missing. */
export const features: Features = {
  home: Home,
  pay: Pay,
  recent: Recent,
  unresolved: Unresolved,
  training: TrainingPanel,
};
