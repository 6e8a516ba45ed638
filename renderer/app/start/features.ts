import { type ComponentType, lazy } from 'react';
import type { Features } from '../app.tsx';

/**
 * The component of each place, each in a file of its own: a cashier who signs in waits for none of
 * them. They are fetched while she types her PIN; the compiler asks for one that is missing.
 */
const loaders = {
  home: () => import('../../features/home/index.ts').then(({ Home }) => Home),
  pay: () => import('../../features/pay/index.ts').then(({ Pay }) => Pay),
  choose: () => import('../../features/choose/index.ts').then(({ Choose }) => Choose),
  bills: () => import('../../features/bills/index.ts').then(({ Bills }) => Bills),
  history: () => import('../../features/history/index.ts').then(({ History }) => History),
  unresolved: () =>
    import('../../features/unresolved/index.ts').then(({ Unresolved }) => Unresolved),
  training: () =>
    import('../../features/training/index.ts').then(({ TrainingPanel }) => TrainingPanel),
} satisfies Record<keyof Features, () => Promise<ComponentType>>;

function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}

export const features: Features = {
  home: later(loaders.home),
  pay: later(loaders.pay),
  choose: later(loaders.choose),
  bills: later(loaders.bills),
  history: later(loaders.history),
  unresolved: later(loaders.unresolved),
  training: later(loaders.training),
};

/** Fetches what is not here yet. One that cannot be fetched is asked for again when it is opened. */
export function fetchFeatures(): void {
  for (const load of Object.values(loaders)) load().catch(() => {});
}
