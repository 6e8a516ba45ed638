import { type ReactNode, Suspense } from 'react';
import { Notice, Screen, Waiting } from '../components/index.ts';
import { useText } from '../i18n/index.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { NotLoaded } from './later.ts';

const LONGEST_LOAD_SECONDS = 30;

/**
 * Around a part that may still have to be fetched, or that may throw: its place says so, and what is
 * around it stays. `onLeave` leads away from what does not work.
 */
export function Guarded(props: { readonly onLeave: () => void; readonly children: ReactNode }) {
  return (
    <FaultBoundary
      fallback={(mend, error) => {
        const onLeave = (): void => {
          mend();
          props.onLeave();
        };
        return error instanceof NotLoaded ? (
          <NotLoadedScreen onHome={onLeave} />
        ) : (
          <FaultScreen onHome={onLeave} />
        );
      }}
    >
      <Suspense fallback={<Coming />}>{props.children}</Suspense>
    </FaultBoundary>
  );
}

function Coming() {
  const text = useText();
  return <Waiting what={text('app.opening')} longestSeconds={LONGEST_LOAD_SECONDS} />;
}

/** What failed to load is only asked for again by a new document; main keeps who is signed in. */
function NotLoadedScreen(props: { readonly onHome: () => void }) {
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
