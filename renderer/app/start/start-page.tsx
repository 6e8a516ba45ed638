import { createRoot } from 'react-dom/client';
import type { TillBridge } from '../../../shared/contract/index.ts';
import { App } from '../app.tsx';
import { features, fetchFeatures } from '../features.ts';
import { createNavigation } from '../navigation.ts';
import { askForSignIn, createQueries, createTillClient } from '../till/index.ts';

/**
 * The sign-in has the machine to itself until it is on the screen: thirty files that come meanwhile
 * would keep main from answering what the sign-in waits for. Long before anyone has typed a PIN
 * they are here all the same.
 */
const SIGN_IN_FIRST_MS = 300;
const FEATURES_AFTER_MS = 1_500;

export function startPage(place: HTMLElement, bridge: TillBridge): void {
  const client = createTillClient(bridge);
  const queries = createQueries();
  createRoot(place).render(
    <App client={client} queries={queries} navigation={createNavigation()} features={features} />,
  );
  const fetchRest = () => requestIdleCallback(fetchFeatures, { timeout: FEATURES_AFTER_MS });
  void askForSignIn(client, queries).then(() => setTimeout(fetchRest, SIGN_IN_FIRST_MS));
}
