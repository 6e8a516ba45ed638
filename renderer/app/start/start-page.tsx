import { createRoot } from 'react-dom/client';
import type { TillBridge } from '../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { getTextFunction, loadTexts } from '../../i18n/index.ts';
import { App } from '../app.tsx';
import { screenByRoute } from '../features.ts';
import { preloadLazyRoutes } from '../lazy-route.ts';
import { createNavigation } from '../navigation.ts';
import { createQueryClient, createTillClient, prefetchSignInQueries } from '../till/index.ts';
import { createErrorReporter, reportUncaughtErrors } from './report-errors.ts';

/**
 * The rest of the page loads only after the sign-in is on the screen, because it would delay main's
 * responses to it. It is loaded long before anybody has typed a PIN.
 */
const PRELOAD_DELAY_MS = 300;
const PRELOAD_IDLE_TIMEOUT_MS = 1_500;
/**
 * The first screen is rendered once, with its data: on a slow machine, rendering a loading screen
 * first would delay the sign-in. The loading screen appears only if main takes longer than this.
 */
const FIRST_RENDER_TIMEOUT_MS = 1_000;

export async function startPage(container: HTMLElement, bridge: TillBridge): Promise<void> {
  const client = createTillClient(bridge);
  const navigation = createNavigation();
  const report = createErrorReporter(client, () => navigation.getState().route.name);
  reportUncaughtErrors(window, report);
  navigation.subscribe(({ route }, previous) => {
    if (route.name !== previous.route.name)
      void client.call('till.reportScreen', { screen: route.name });
  });
  const queries = createQueryClient();
  const scheduleLoadRest = () =>
    requestIdleCallback(preloadLazyRoutes, { timeout: PRELOAD_IDLE_TIMEOUT_MS });
  const signInReady = prefetchSignInQueries(client, queries).then(
    // If the texts cannot be loaded, the fallback language is used.
    (state) => loadTexts(state?.language ?? LANGUAGES[0]).catch(() => {}),
  );
  void signInReady.then(() => setTimeout(scheduleLoadRest, PRELOAD_DELAY_MS));
  prepareFirstScreen();
  await Promise.race([
    signInReady,
    new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT_MS)),
  ]);
  const root = createRoot(container, {
    onCaughtError: (error, { componentStack }) => {
      // biome-ignore lint/suspicious/noConsole: for the developer; React's own report is replaced
      console.error(error);
      report('render', error, componentStack);
    },
  });
  root.render(
    <App
      client={client}
      queryClient={queries}
      navigation={navigation}
      screenByRoute={screenByRoute}
    />,
  );
}

/**
 * Warms up what is slow on first use: texts, collation of names, and the direction of a language.
 * The page is otherwise idle while main opens the till; for a language other than the first, this
 * is done again.
 */
function prepareFirstScreen(): void {
  const [language] = LANGUAGES;
  getTextFunction(language);
  // With the options that react-aria uses.
  new Intl.Collator(language, { usage: 'search', sensitivity: 'base' }).compare('a', 'b');
  new Intl.Locale(language).maximize();
}
