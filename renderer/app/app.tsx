import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { applyDefaults, pageSettingsShape, type TillState } from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import {
  LoadingIndicator,
  Notice,
  Screen,
  useOpenKeypadOnFocus,
  useSetShopCurrency,
} from '../components/index.ts';
import { TextProvider, useText } from '../i18n/index.ts';
import { useApplyAppearance } from './appearance/index.ts';
import { AsyncBoundary } from './async-boundary.tsx';
import { KeepSetupOpenContext } from './keep-setup-open-context.ts';
import { ShortcutSheetProvider } from './key-sheet/index.ts';
import { lazyRoute } from './lazy-route.ts';
import { LockedPage } from './lock/index.ts';
import {
  NavigationContext,
  type NavigationStore,
  type RouteName,
  useNavigation,
} from './navigation.ts';
import { ScannerProvider } from './scanner/index.ts';
import { StorageProblemPage } from './storage-problem-page.tsx';
import type { TillClient } from './till/index.ts';
import {
  TillProvider,
  TillStateContext,
  useInvalidateQueriesOnTillEvents,
  useTillQuery,
} from './till/index.ts';
import { useProblemText } from './use-problem-text.ts';

export type ScreenByRoute = Readonly<Record<RouteName, ComponentType>>;

export interface AppProps {
  readonly client: TillClient;
  readonly queryClient: QueryClient;
  readonly navigation: NavigationStore;
  readonly screenByRoute: ScreenByRoute;
}

/** Not needed before the sign-in. */
const Setup = lazyRoute(
  async () => (await import('../features/administration/setup/index.ts')).SetupPage,
);
const Frame = lazyRoute(async () => (await import('./frame/frame.tsx')).Frame);

const MAX_START_SECONDS = 30;

export function App(props: AppProps) {
  return (
    <TillProvider client={props.client} queryClient={props.queryClient}>
      <NavigationContext value={props.navigation}>
        <LocalizedApp features={props.screenByRoute} />
      </NavigationContext>
    </TillProvider>
  );
}

const DEFAULT_SETTINGS = applyDefaults(pageSettingsShape, {}, 'training');

/** Uses the language stored by main; the first language until main has responded. */
function LocalizedApp(props: { readonly features: ScreenByRoute }) {
  useInvalidateQueriesOnTillEvents();
  const state = useTillQuery('till.state', {});
  const language = state.value?.language ?? DEFAULT_LANGUAGE;
  useSetShopCurrency(state.value?.currency ?? null);
  const { keypad, theme, letters } = state.value ?? DEFAULT_SETTINGS;
  useOpenKeypadOnFocus(keypad);
  useApplyAppearance({ theme, letters });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <TextProvider language={language}>
      <ShortcutSheetProvider closesWhenChanged={getSessionKey(state.value)}>
        {state.value === undefined ? (
          <OpeningScreen state={state} />
        ) : (
          <TillStateContext value={state.value}>
            <Till state={state.value} features={props.features} />
          </TillStateContext>
        )}
      </ShortcutSheetProvider>
    </TextProvider>
  );
}

/** Identifies the session: the cashier, and the time of the lock. */
function getSessionKey(state: TillState | undefined): string {
  return `${state?.session.cashier?.id} ${state?.lock?.at}`;
}

function OpeningScreen(props: { readonly state: ReturnType<typeof useTillQuery<'till.state'>> }) {
  const text = useText();
  const describe = useProblemText();
  const { problem, refetch } = props.state;
  if (problem === null) {
    return (
      <main>
        <LoadingIndicator label={text('app.opening')} maxSeconds={MAX_START_SECONDS} />
      </main>
    );
  }
  return (
    <main>
      <Screen
        title={text('app.problem')}
        actions={[
          { label: text('app.retry'), keyName: 'Enter', variant: 'primary', onAction: refetch },
        ]}
      >
        <Notice tone="refused" {...describe(problem)} />
      </Screen>
    </main>
  );
}

function Till(props: { readonly state: TillState; readonly features: ScreenByRoute }) {
  const { state } = props;
  const { goHome } = useNavigation();
  const [isKeptOpen, setKeptOpen] = useState(false);
  if (state.storageProblem !== null) return <StorageProblemPage reason={state.storageProblem} />;
  if (!state.isSetUp || isKeptOpen) {
    return (
      <KeepSetupOpenContext value={setKeptOpen}>
        <AsyncBoundary onLeave={() => {}} isWholePage>
          <Setup />
        </AsyncBoundary>
      </KeepSetupOpenContext>
    );
  }
  return (
    <LockedPage state={state}>
      <ScannerProvider>
        <AsyncBoundary onLeave={goHome} isWholePage>
          <Frame>
            <CurrentRoute features={props.features} />
          </Frame>
        </AsyncBoundary>
      </ScannerProvider>
    </LockedPage>
  );
}

function CurrentRoute(props: { readonly features: ScreenByRoute }) {
  const { route, goHome } = useNavigation();
  const Feature = props.features[route.name];
  return (
    <AsyncBoundary key={route.name} onLeave={goHome}>
      <Feature />
    </AsyncBoundary>
  );
}
