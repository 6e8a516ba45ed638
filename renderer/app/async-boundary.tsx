import { Fragment, type ReactNode, Suspense } from 'react';
import { LoadingIndicator, Notice, Screen } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { RouteLoadError } from './lazy-route.ts';

const MAX_LOAD_SECONDS = 30;

/**
 * Wraps a part that may still be loading or may throw: shows that state in its place, and keeps the
 * surroundings. `onLeave` navigates away from a failed part. A part that is the whole page contains
 * the page's `main` element, so its states need one too.
 */
export function AsyncBoundary(props: {
  readonly onLeave: () => void;
  readonly isWholePage?: boolean;
  readonly children: ReactNode;
}) {
  const Container = props.isWholePage ? 'main' : Fragment;
  return (
    <ErrorBoundary
      fallback={(reset, error) => {
        const onLeave = (): void => {
          reset();
          props.onLeave();
        };
        const FailedScreen = error instanceof RouteLoadError ? LoadFailedScreen : ErrorScreen;
        return (
          <Container>
            <FailedScreen onHome={onLeave} />
          </Container>
        );
      }}
    >
      <Suspense
        fallback={
          <Container>
            <LoadingScreen />
          </Container>
        }
      >
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadingScreen() {
  const text = useText();
  return <LoadingIndicator label={text('app.opening')} maxSeconds={MAX_LOAD_SECONDS} />;
}

/** A failed file is requested again only by a new document; main keeps the session. */
function LoadFailedScreen(props: { readonly onHome: () => void }) {
  const text = useText();
  return (
    <Screen
      title={text('app.notLoaded')}
      actions={[
        {
          label: text('app.retry'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => location.reload(),
        },
        { label: text('app.fault.home'), keyName: 'Escape', onAction: props.onHome },
      ]}
    >
      <Notice
        tone="warning"
        title={text('app.notLoaded.title')}
        impact={text('app.fault.impact')}
        action={text('app.notLoaded.action')}
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
        title={text('app.fault.title')}
        impact={text('app.fault.impact')}
        action={text('app.fault.action')}
      />
    </Screen>
  );
}
