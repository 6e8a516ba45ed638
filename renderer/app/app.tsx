import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import type { TillState } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import { keepShopCurrency, Notice, Screen, useKeypadWatch, Waiting } from '../components/index.ts';
import { TextProvider, useText } from '../i18n/index.ts';
import { Guarded } from './guarded.tsx';
import { HoldSetup } from './hold-setup.ts';
import { KeySheets } from './key-sheet/index.ts';
import { later, whenShown } from './later.ts';
import { LockedPage } from './lock/index.ts';
import { useLook } from './look/index.ts';
import {
  NavigationContext,
  type NavigationStore,
  type RouteName,
  useNavigation,
} from './navigation.ts';
import { useProblemText } from './problem-text.ts';
import { ScannerProvider } from './scanner/index.ts';
import { StorageTrouble } from './storage-trouble.tsx';
import type { TillClient } from './till/index.ts';
import { TillProvider, TillStateContext, useTillEvents, useTillQuery } from './till/index.ts';

export type Features = Readonly<Record<RouteName, ComponentType>>;

export interface AppProps {
  readonly client: TillClient;
  readonly queries: QueryClient;
  readonly navigation: NavigationStore;
  readonly features: Features;
}

/** Loaded only by a till that is not set up. */
const Setup = whenShown(async () => (await import('../features/setup/index.ts')).Setup);

/** Nobody needs it before the sign-in. */
const Frame = later(async () => (await import('./frame/frame.tsx')).Frame);

const LONGEST_START_SECONDS = 30;

export function App(props: AppProps) {
  return (
    <TillProvider client={props.client} queries={props.queries}>
      <NavigationContext value={props.navigation}>
        <Spoken features={props.features} />
      </NavigationContext>
    </TillProvider>
  );
}

/** Uses the language that main keeps; the first language until main has answered. */
function Spoken(props: { readonly features: Features }) {
  useTillEvents();
  const state = useTillQuery('till.state', {});
  const language = state.value?.language ?? FIRST_LANGUAGE;
  keepShopCurrency(state.value?.currency ?? null);
  useKeypadWatch(state.value?.keypad ?? 'auto');
  useLook({
    theme: state.value?.theme ?? 'system',
    letters: state.value?.letters ?? 'normal',
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <TextProvider language={language}>
      <KeySheets holder={holderOf(state.value)}>
        {state.value === undefined ? (
          <Opening state={state} />
        ) : (
          <TillStateContext value={state.value}>
            <Till state={state.value} features={props.features} />
          </TillStateContext>
        )}
      </KeySheets>
    </TextProvider>
  );
}

/** Who is at the till, and since which lock. */
function holderOf(state: TillState | undefined): string {
  return `${state?.session.cashier?.id} ${state?.lock?.at}`;
}

function Opening(props: { readonly state: ReturnType<typeof useTillQuery<'till.state'>> }) {
  const text = useText();
  const describe = useProblemText();
  const { problem, again } = props.state;
  if (problem === null) {
    return (
      <main>
        <Waiting what={text('app.opening')} longestSeconds={LONGEST_START_SECONDS} />
      </main>
    );
  }
  return (
    <main>
      <Screen
        title={text('app.trouble')}
        actions={[
          { label: text('app.again'), keyName: 'Enter', variant: 'primary', onAction: again },
        ]}
      >
        <Notice tone="refused" {...describe(problem)} />
      </Screen>
    </main>
  );
}

function Till(props: { readonly state: TillState; readonly features: Features }) {
  const { state } = props;
  const { goHome } = useNavigation();
  const [isHeld, setHeld] = useState(false);
  if (state.storageProblem !== null) return <StorageTrouble reason={state.storageProblem} />;
  if (!state.isSetUp || isHeld) {
    return (
      <HoldSetup value={setHeld}>
        <Guarded onLeave={() => {}}>
          <Setup />
        </Guarded>
      </HoldSetup>
    );
  }
  return (
    <LockedPage state={state}>
      <ScannerProvider>
        <Guarded onLeave={goHome}>
          <Frame>
            <Here features={props.features} />
          </Frame>
        </Guarded>
      </ScannerProvider>
    </LockedPage>
  );
}

function Here(props: { readonly features: Features }) {
  const { route, goHome } = useNavigation();
  const Feature = props.features[route.name];
  return (
    <Guarded key={route.name} onLeave={goHome}>
      <Feature />
    </Guarded>
  );
}
