import { createRoot } from 'react-dom/client';
import type { TillBridge } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { loadTexts } from '../../i18n/index.ts';
import { App } from '../app.tsx';
import { features } from '../features.ts';
import { preloadLazyRoutes } from '../lazy-route.ts';
import { createNavigation } from '../navigation.ts';
import { createQueryClient, createTillClient, prefetchSignIn } from '../till/index.ts';
import { prepareFirstScreen } from './prepare-first-screen.ts';

/**
 * The rest of the page loads only once the sign-in is on the screen: thirty files at once would
 * delay main's answers to it. It is here long before anybody has typed a PIN.
 */
const PRELOAD_DELAY_MS = 300;
const PRELOAD_IDLE_TIMEOUT_MS = 1_500;
/**
 * The first screen is drawn once, with what it shows: on a slow machine, drawing first that the till
 * opens would delay the sign-in. Only a main that takes longer than this is waited for on a screen.
 */
const FIRST_RENDER_TIMEOUT_MS = 1_000;

export async function startPage(place: HTMLElement, bridge: TillBridge): Promise<void> {
  const client = createTillClient(bridge);
  const queries = createQueryClient();
  const fetchRest = () =>
    requestIdleCallback(preloadLazyRoutes, { timeout: PRELOAD_IDLE_TIMEOUT_MS });
  const asked = prefetchSignIn(client, queries).then(
    // The fallback is spoken where they cannot be read.
    (state) => loadTexts(state?.language ?? LANGUAGES[0]).catch(() => {}),
  );
  void asked.then(() => setTimeout(fetchRest, PRELOAD_DELAY_MS));
  prepareFirstScreen();
  await Promise.race([
    asked,
    new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT_MS)),
  ]);
  createRoot(place).render(
    <App client={client} queries={queries} navigation={createNavigation()} features={features} />,
  );
}
