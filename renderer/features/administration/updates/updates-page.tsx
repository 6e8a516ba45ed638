import { useState } from 'react';
import type { UpdateState } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  UpdateBlockers,
  useNavigation,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Dialog,
  Facts,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 1_800;

export function UpdatesPage() {
  const text = useText();
  const { open } = useNavigation();
  const state = useTillQuery('updates.state', {}, { refetchOnMount: 'always' });
  const looking = useTillMutation('updates.look');
  const installing = useTillMutation('updates.install');
  const [isAsking, setAsking] = useState(false);
  const now = state.value;
  const isBusy =
    looking.isWaiting || installing.isWaiting || (now !== undefined && now.doing !== null);
  const version = now?.found?.isReady === true ? now.found.version : null;
  const install: readonly ScreenAction[] =
    version === null || now === undefined || now.waitsFor.length > 0
      ? []
      : [
          {
            label: text('updates.install'),
            keyName: 'Enter',
            variant: 'primary',
            isDisabled: isBusy,
            onAction: () => setAsking(true),
          },
        ];
  const doInstall = async (): Promise<void> => {
    setAsking(false);
    await installing.run({});
    state.again();
  };
  return (
    <Screen
      title={text('updates.title')}
      actions={[
        {
          label: text('updates.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
        {
          label: text('updates.look'),
          keyName: 'F1',
          isDisabled: isBusy || now?.hasFeed !== true,
          onAction: () => {
            installing.reset();
            void looking.run({}).then(() => state.again());
          },
        },
        ...install,
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {looking.problem === null ? null : <ProblemNotice problem={looking.problem} />}
      {installing.problem === null || installing.isWaiting ? null : (
        <ProblemNotice problem={installing.problem} />
      )}
      {now === undefined ? null : (
        <>
          {isRefusalShown(now, installing.problem !== null) && now.refused !== null ? (
            <ProblemNotice problem={{ kind: 'update', reason: now.refused }} />
          ) : null}
          <UpdateProgress
            state={now}
            isLooking={looking.isWaiting}
            isInstalling={installing.isWaiting}
          />
          <AvailableUpdate state={now} />
          <UpdateFacts state={now} />
        </>
      )}
      {isAsking && version !== null ? (
        <Dialog
          title={text('updates.confirm', { version })}
          closeLabel={text('updates.confirm.not')}
          onClose={() => setAsking(false)}
          actions={[
            {
              label: text('updates.confirm.do'),
              keyName: 'Control+S',
              variant: 'primary',
              onAction: () => void doInstall(),
            },
          ]}
        >
          <Notice
            tone="info"
            word={version}
            happened={text('updates.confirm.what')}
            money={text('updates.confirm.money')}
            next={text('updates.confirm.next')}
          />
        </Dialog>
      ) : null}
    </Screen>
  );
}

/** What `install` was refused for is said once; that nothing is set has words of its own. */
function isRefusalShown({ refused, hasFeed, doing }: UpdateState, isSaid: boolean): boolean {
  return refused !== null && hasFeed && !isSaid && doing === null;
}

function UpdateProgress(props: {
  readonly state: UpdateState;
  readonly isLooking: boolean;
  readonly isInstalling: boolean;
}) {
  const text = useText();
  const { doing, percent } = props.state;
  const what =
    doing === 'downloading'
      ? text('updates.downloading', { percent: percent ?? 0 })
      : props.isInstalling || doing === 'installing'
        ? text('updates.installing')
        : props.isLooking || doing === 'looking'
          ? text('updates.looking')
          : null;
  return what === null ? null : <LoadingIndicator label={what} maxSeconds={MAX_WAIT_SECONDS} />;
}

function AvailableUpdate(props: { readonly state: UpdateState }) {
  const text = useText();
  const { found, later, by, hasFeed, refused, lookedAt, waitsFor, doing } = props.state;
  if (!hasFeed) {
    return (
      <Notice tone="info" happened={text('updates.noFeed')} next={text('updates.noFeed.next')} />
    );
  }
  if (found?.isReady === true) {
    const { version } = found;
    if (waitsFor.length > 0) {
      return (
        <Notice
          tone="warning"
          word={text('updates.waits')}
          happened={text('updates.ready.what', { version })}
          money={text('updates.ready.money')}
        >
          <UpdateBlockers waitsFor={waitsFor} />
        </Notice>
      );
    }
    return (
      <Notice
        tone="info"
        word={text('updates.ready')}
        happened={text('updates.ready.what', { version })}
        money={text('updates.ready.money')}
        next={text('updates.ready.next')}
      />
    );
  }
  if (found !== null) {
    return (
      <Notice
        tone="info"
        word={found.version}
        happened={text('updates.offered.what', { version: found.version })}
        {...(doing === 'downloading' ? {} : { next: text(`updates.offered.${by}`) })}
      >
        {by === 'owner' ? null : <UpdateBlockers waitsFor={waitsFor} />}
      </Notice>
    );
  }
  if (later !== null) {
    return (
      <Notice
        tone="info"
        word={text('updates.later')}
        happened={text('updates.later.what', { version: later })}
        next={text('updates.later.next')}
      />
    );
  }
  if (refused !== null || lookedAt === null) return null;
  return (
    <Notice tone="info" happened={text('updates.upToDate')} next={text('updates.upToDate.next')} />
  );
}

function UpdateFacts(props: { readonly state: UpdateState }) {
  const text = useText();
  const clock = useTimeFormatter();
  const { version, found, lookedAt, by } = props.state;
  return (
    <Facts
      facts={[
        { name: text('updates.version'), value: version },
        { name: text('updates.found'), value: found?.version ?? text('updates.none') },
        {
          name: text('updates.lookedAt'),
          value: lookedAt === null ? text('updates.never') : clock.dateTime(lookedAt),
        },
        { name: text('updates.by'), value: text(`updates.by.${by}`) },
      ]}
    />
  );
}
