import type { ReactNode } from 'react';
import type { StatusLine } from '../../../shared/contract/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../../shared/rules/index.ts';
import { Dialog, DraftTape, Notice, useKeyBindings } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { RecentPapersButton } from '../last-papers/index.ts';
import { ConfirmLeaveDialog } from '../leaving/index.ts';
import { type Route, useNavigation } from '../navigation.ts';
import { ProblemDialog, StatusBar, useUnprintedPapers } from '../status/index.ts';
import { useTill, useTillMutation, useTillQuery } from '../till/index.ts';
import { OutcomeAnnouncement } from '../to-confirm/index.ts';
import { CurrentBasketLine } from './basket-line.tsx';
import { CounterLayout } from './counter-layout.tsx';
import { EnvironmentBanner } from './environment-banner.tsx';
import styles from './frame.module.css';
import { FunctionKeyBar } from './key-bar.tsx';

/**
 * Main sends every change. Polled only for what changes while nothing happens: the age of the
 * service's last answer, the free disk space, and main's clock.
 */
const STATUS_POLL_INTERVAL_MS = 20_000;

/** The frame around every feature after the sign-in. */
export function Frame(props: { readonly children: ReactNode }) {
  const text = useText();
  const till = useTill();
  const { route } = useNavigation();
  const fullScreen = useTillMutation('till.switchFullScreen');
  const switchFullScreen = (): void => void fullScreen.run({});
  const fullScreenLabel = text('appearance.fullScreen.key');
  useKeyBindings(
    { 'Control+F11': { label: fullScreenLabel, onAction: switchFullScreen } },
    'frame',
  );
  const unprintedPapers = useUnprintedPapers();
  const status = useTillQuery('till.status', {}, { refetchInterval: STATUS_POLL_INTERVAL_MS });
  return (
    <div className={styles.frame}>
      <StatusBar status={status.value} />
      <EnvironmentBanner environment={till.environment} />
      <CurrentBasketLine />
      <CounterLayout
        aboveTape={
          <>
            <RecentPapersButton />
            <OutcomeAnnouncement />
          </>
        }
        idleTape={
          <DraftTape
            headerLines={[
              till.shopName,
              [text('frame.pos', { pos: till.posNumber }), till.session.cashier?.name]
                .filter(Boolean)
                .join(' · '),
            ]}
            rows={[{ id: 'idle', label: text('frame.tapeIdle') }]}
            columns={status.value?.printer.columns ?? DEFAULT_PAPER_COLUMNS}
            environment={till.environment}
          />
        }
      >
        {props.children}
      </CounterLayout>
      {fullScreen.value?.isPossible === false ? (
        <Dialog title={fullScreenLabel} onClose={fullScreen.reset}>
          <Notice
            tone="info"
            title={text('appearance.fullScreen.browser')}
            action={text('appearance.fullScreen.browserAction')}
          />
        </Dialog>
      ) : null}
      <ConfirmLeaveDialog />
      <ProblemDialog title={fullScreenLabel} mutation={fullScreen} />
      <FunctionKeyBar
        unresolvedPaymentCount={countUnresolvedRows(status.value, route) + unprintedPapers.length}
      />
    </div>
  );
}

/**
 * The number of rows behind F9, without the basket on the screen, which needs no reminder. That
 * basket is counted again once the cashier leaves it unfinished.
 */
function countUnresolvedRows(status: StatusLine | undefined, route: Route): number {
  if (status === undefined) return 0;
  const { unresolved, unfinishedBaskets, owed } = status;
  const shownBasketId = route.name === 'basket' ? route.basketId : null;
  return unresolved + unfinishedBaskets.filter((id) => id !== shownBasketId).length + owed;
}
