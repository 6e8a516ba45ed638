import { type ReactNode, Suspense } from 'react';
import { LoadingIndicator, Notice, Screen } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { RouteLoadError } from './lazy-route.ts';

const MAX_LOAD_SECONDS = 30;

/**
 * Around a part that may still have to be fetched, or that may throw: its place says so, and what is
 * around it stays. `onLeave` leads away from what does not work.
 */
export function AsyncBoundary(props: {
  readonly onLeave: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ErrorBoundary
      fallback={(mend, error) => {
        const onLeave = (): void => {
          mend();
          props.onLeave();
        };
        return error instanceof RouteLoadError ? (
          <LoadFailedScreen onHome={onLeave} />
        ) : (
          <ErrorScreen onHome={onLeave} />
        );
      }}
    >
      <Suspense fallback={<LoadingScreen />}>{props.children}</Suspense>
    </ErrorBoundary>
  );
}

function LoadingScreen() {
  const text = useText();
  return <LoadingIndicator label={text('app.opening')} maxSeconds={MAX_LOAD_SECONDS} />;
}

/** What failed to load is only asked for again by a new document; main keeps who is signed in. */
function LoadFailedScreen(props: { readonly onHome: () => void }) {
  const text = useText();
  return (
    <Screen
      title={text('app.notLoaded')}
      actions={[
        {
          label: text('app.again'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => location.reload(),
        },
        { label: text('app.fault.home'), keyName: 'Escape', onAction: props.onHome },
      ]}
    >
      <Notice
        tone="warning"
        happened={text('app.notLoaded.what')}
        money={text('app.fault.money')}
        next={text('app.notLoaded.next')}
      />
    </Screen>
  );
}

function ErrorScreen(props: { readonly onHome: () => void }) {
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
