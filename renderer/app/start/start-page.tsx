import { createRoot } from 'react-dom/client';
import type { TillBridge } from '../../../shared/contract/index.ts';
import { App } from '../app.tsx';
import { createTillClient } from '../client.ts';
import { createNavigation } from '../navigation.ts';
import { createQueries } from '../till.tsx';
import { features } from './features.ts';

export function startPage(place: HTMLElement, bridge: TillBridge): void {
  createRoot(place).render(
    <App
      client={createTillClient(bridge)}
      queries={createQueries()}
      navigation={createNavigation()}
      features={features}
    />,
  );
}
