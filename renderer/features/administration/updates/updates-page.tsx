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
  const checkForUpdate = useTillMutation('updates.check');
  const installUpdate = useTillMutation('updates.install');
  const [isConfirming, setConfirming] = useState(false);
  const updateState = state.value;
  const isBusy =
    checkForUpdate.isPending ||
    installUpdate.isPending ||
    (updateState !== undefined && updateState.doing !== null);
  const version = updateState?.offered?.isReady === true ? updateState.offered.version : null;
  const installActions: readonly ScreenAction[] =
    version === null || updateState === undefined || updateState.waitsFor.length > 0
      ? []
      : [
          {
            label: text('updates.install'),
            keyName: 'Enter',
            variant: 'primary',
            isDisabled: isBusy,
            onAction: () => setConfirming(true),
          },
        ];
  const confirmInstall = async (): Promise<void> => {
    setConfirming(false);
    await installUpdate.run({});
    state.refetch();
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
          label: text('updates.check'),
          keyName: 'F1',
          isDisabled: isBusy || updateState?.hasFeed !== true,
          onAction: () => {
            installUpdate.reset();
            void checkForUpdate.run({}).then(() => state.refetch());
          },
        },
        ...installActions,
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {checkForUpdate.problem === null ? null : <ProblemNotice problem={checkForUpdate.problem} />}
      {installUpdate.problem === null || installUpdate.isPending ? null : (
        <ProblemNotice problem={installUpdate.problem} />
      )}
      {updateState === undefined ? null : (
        <>
          {shouldShowRefusal(updateState, installUpdate.problem !== null) &&
          updateState.refused !== null ? (
            <ProblemNotice problem={{ kind: 'update', reason: updateState.refused }} />
          ) : null}
          <UpdateProgress
            state={updateState}
            isChecking={checkForUpdate.isPending}
            isInstalling={installUpdate.isPending}
          />
          <AvailableUpdate state={updateState} />
          <UpdateFacts state={updateState} />
        </>
      )}
      {isConfirming && version !== null ? (
        <Dialog
          title={text('updates.confirm', { version })}
          closeLabel={text('updates.confirm.no')}
          onClose={() => setConfirming(false)}
          actions={[
            {
              label: text('updates.confirm.yes'),
              keyName: 'Control+S',
              variant: 'primary',
              onAction: () => void confirmInstall(),
            },
          ]}
        >
          <Notice
            tone="info"
            toneText={version}
            title={text('updates.confirm.title')}
            impact={text('updates.confirm.impact')}
            action={text('updates.confirm.action')}
          />
        </Dialog>
      ) : null}
    </Screen>
  );
}

/**
 * Whether to show the stored refusal. It is hidden if the last install already shows its problem,
 * if no feed is set (which has its own notice), or while an operation runs.
 */
function shouldShowRefusal(
  { refused, hasFeed, doing }: UpdateState,
  isAlreadyShown: boolean,
): boolean {
  return refused !== null && hasFeed && !isAlreadyShown && doing === null;
}

function UpdateProgress(props: {
  readonly state: UpdateState;
  readonly isChecking: boolean;
  readonly isInstalling: boolean;
}) {
  const text = useText();
  const { doing, percent } = props.state;
  const progressText =
    doing === 'downloading'
      ? text('updates.downloading', { percent: percent ?? 0 })
      : props.isInstalling || doing === 'installing'
        ? text('updates.installing')
        : props.isChecking || doing === 'checking'
          ? text('updates.checking')
          : null;
  return progressText === null ? null : (
    <LoadingIndicator label={progressText} maxSeconds={MAX_WAIT_SECONDS} />
  );
}

function AvailableUpdate(props: { readonly state: UpdateState }) {
  const text = useText();
  const { offered, later, by, hasFeed, refused, checkedAt, waitsFor, doing } = props.state;
  if (!hasFeed) {
    return (
      <Notice tone="info" title={text('updates.noFeed')} action={text('updates.noFeed.action')} />
    );
  }
  if (offered?.isReady === true) {
    const { version } = offered;
    if (waitsFor.length > 0) {
      return (
        <Notice
          tone="warning"
          toneText={text('updates.waiting')}
          title={text('updates.ready.title', { version })}
          impact={text('updates.ready.impact')}
        >
          <UpdateBlockers waitsFor={waitsFor} />
        </Notice>
      );
    }
    return (
      <Notice
        tone="info"
        toneText={text('updates.ready')}
        title={text('updates.ready.title', { version })}
        impact={text('updates.ready.impact')}
        action={text('updates.ready.action')}
      />
    );
  }
  if (offered !== null) {
    return (
      <Notice
        tone="info"
        toneText={offered.version}
        title={text('updates.offered.title', { version: offered.version })}
        {...(doing === 'downloading' ? {} : { action: text(`updates.offered.${by}`) })}
      >
        {by === 'owner' ? null : <UpdateBlockers waitsFor={waitsFor} />}
      </Notice>
    );
  }
  if (later !== null) {
    return (
      <Notice
        tone="info"
        toneText={text('updates.notYet')}
        title={text('updates.notYet.title', { version: later })}
        action={text('updates.notYet.action')}
      />
    );
  }
  if (refused !== null || checkedAt === null) return null;
  return (
    <Notice tone="info" title={text('updates.upToDate')} action={text('updates.upToDate.action')} />
  );
}

function UpdateFacts(props: { readonly state: UpdateState }) {
  const text = useText();
  const clock = useTimeFormatter();
  const { version, offered, checkedAt, by } = props.state;
  return (
    <Facts
      facts={[
        { name: text('updates.version'), value: version },
        { name: text('updates.found'), value: offered?.version ?? text('updates.none') },
        {
          name: text('updates.checkedAt'),
          value: checkedAt === null ? text('updates.never') : clock.dateTime(checkedAt),
        },
        { name: text('updates.installer'), value: text(`updates.installer.${by}`) },
      ]}
    />
  );
}
