import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { Language, TillState } from '../../shared/contract/index.ts';
import { Notice, Screen, Waiting } from '../components/index.ts';
import { TextProvider, useText } from '../i18n/index.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { Frame } from './frame/index.ts';
import { LockedPage } from './lock/index.ts';
import {
  NavigationContext,
  type NavigationStore,
  type PlaceName,
  useNavigation,
} from './navigation.ts';
import { useProblemText } from './problem-text.ts';
import { ScannerProvider } from './scanner/index.ts';
import { StorageTrouble } from './storage-trouble.tsx';
import type { TillClient } from './till/index.ts';
import { TillProvider, TillStateContext, useTillEvents, useTillQuery } from './till/index.ts';

/** The component of each place. */
export type Features = Readonly<Record<PlaceName, ComponentType>>;

export interface AppProps {
  readonly client: TillClient;
  readonly queries: QueryClient;
  readonly navigation: NavigationStore;
  readonly features: Features;
}

/** Only a till that is not set up needs it. */
const Setup = lazy(async () => ({
  default: (await import('../features/setup/index.ts')).Setup,
}));

const FIRST_LANGUAGE: Language = 'es-MX';
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

/** The till speaks the language that main keeps; before it is known, the first one. */
function Spoken(props: { readonly features: Features }) {
  useTillEvents();
  const state = useTillQuery('till.state', {});
  const language = state.value?.language ?? FIRST_LANGUAGE;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <TextProvider language={language}>
      {state.value === undefined ? (
        <Opening state={state} />
      ) : (
        <TillStateContext value={state.value}>
          <Till state={state.value} features={props.features} />
        </TillStateContext>
      )}
    </TextProvider>
  );
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
  if (state.storageProblem !== null) return <StorageTrouble reason={state.storageProblem} />;
  if (!state.isSetUp) {
    return (
      <Suspense fallback={<Coming />}>
        <Setup />
      </Suspense>
    );
  }
  return (
    <LockedPage state={state}>
      <ScannerProvider>
        <Frame>
          <Here features={props.features} />
        </Frame>
      </ScannerProvider>
    </LockedPage>
  );
}

function Here(props: { readonly features: Features }) {
  const { place, goHome } = useNavigation();
  const Feature = props.features[place.name];
  return (
    <FaultBoundary
      key={place.name}
      fallback={(mend) => (
        <FaultScreen
          onHome={() => {
            mend();
            goHome();
          }}
        />
      )}
    >
      <Suspense fallback={<Coming />}>
        <Feature />
      </Suspense>
    </FaultBoundary>
  );
}

function Coming() {
  const text = useText();
  return <Waiting what={text('app.opening')} longestSeconds={LONGEST_START_SECONDS} />;
}

function FaultScreen(props: { readonly onHome: () => void }) {
  const text = useText();
  return (
    <Screen
      title={text('app.fault')}
      actions={[
        {
          label: text('app.fault.home'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: props.onHome,
        },
      ]}
    >
      <Notice
        tone="warning"
        happened={text('app.fault.what')}
        money={text('app.fault.money')}
        next={text('app.fault.next')}
      />
    </Screen>
  );
}
