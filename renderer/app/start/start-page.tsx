import { createRoot } from 'react-dom/client';
import type { TillBridge } from '../../../shared/contract/index.ts';
import { App } from '../app.tsx';
import { features, fetchFeatures } from '../features.ts';
import { createNavigation } from '../navigation.ts';
import { createQueries, createTillClient } from '../till/index.ts';

/** Long before anyone has typed a PIN. */
const FEATURES_AFTER_MS = 1_500;

export function startPage(place: HTMLElement, bridge: TillBridge): void {
  createRoot(place).render(
    <App
      client={createTillClient(bridge)}
      queries={createQueries()}
      navigation={createNavigation()}
      features={features}
    />,
  );
  requestIdleCallback(fetchFeatures, { timeout: FEATURES_AFTER_MS });
}
