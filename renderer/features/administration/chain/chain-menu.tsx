import { useState } from 'react';
import type { ChainAccess, ChainOverview } from '../../../../shared/contract/index.ts';
import { CHAIN_BACKUP_LATE_AFTER_MS } from '../../../../shared/rules/index.ts';
import {
  ProblemNotice,
  useTillMutation,
  useTillQuery,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import { type Choice, ChoiceList, Dialog, Notice, Screen } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import { type CountFormatter, useCountFormatter } from './chain-formatters.ts';
import { ChainLoadingIndicator, useQueryViewActions } from './query-view.tsx';

const VIEWS = ['today', 'tills', 'unresolved', 'days', 'differences', 'shifts', 'history'] as const;
export type ChainView = (typeof VIEWS)[number];

/** The menu of the chain's views, each with its count of items that need attention. */
export function ChainMenu(props: {
  readonly access: ChainAccess;
  readonly onOpen: (view: ChainView) => void;
  readonly onLoginForgotten: () => void;
  readonly onBack: () => void;
}) {
  const { access, onOpen, onLoginForgotten: onForgotten, onBack } = props;
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const formatCountArgs = useCountFormatter();
  const overview = useTillQuery('chain.overview', {}, { refetchOnMount: 'always' });
  const viewActions = useQueryViewActions(overview, onBack);
  const lateBackupAt = overview.value === undefined ? null : findLateBackup(overview.value);
  const [isForgetDialogOpen, setForgetDialogOpen] = useState(false);
  const choices = VIEWS.map(
    (id): Choice<ChainView> => ({
      id,
      name: text(`chain.view.${id}`),
      detail: text(`chain.view.${id}.description`),
      trailingContent:
        overview.value === undefined ? '' : formatCount(id, overview.value, text, formatCountArgs),
    }),
  );
  return (
    <Screen
      title={text('chain.title')}
      hint={
        overview.value === undefined || overview.problem !== null
          ? text('chain.hint', { database: access.database })
          : text('chain.hintRead', {
              database: access.database,
              at: formatMoment(overview.value.readAt),
            })
      }
      actions={[
        ...viewActions,
        {
          label: text('chain.disconnect'),
          keyName: 'Delete',
          onAction: () => setForgetDialogOpen(true),
        },
      ]}
    >
      {overview.problem === null ? null : <ProblemNotice problem={overview.problem} />}
      {overview.value?.tills === 0 ? (
        <Notice tone="info" title={text('chain.noTills')} action={text('chain.noTillsAction')} />
      ) : null}
      {lateBackupAt === null ? null : (
        <Notice
          tone="warning"
          title={text('chain.backupLate', { at: formatMoment(lateBackupAt) })}
          action={text('chain.backupLateAction')}
        />
      )}
      <ChoiceList label={text('chain.views')} choices={choices} onChoose={onOpen} isAutoFocused />
      {overview.isPending ? <ChainLoadingIndicator /> : null}
      {isForgetDialogOpen ? (
        <ForgetDialog
          user={access.user ?? ''}
          onClose={() => setForgetDialogOpen(false)}
          onForgotten={onForgotten}
        />
      ) : null}
    </Screen>
  );
}

function findLateBackup({ readAt, backupAt }: ChainOverview): string | null {
  if (backupAt === null) return null;
  const isLate = Date.parse(readAt) - Date.parse(backupAt) > CHAIN_BACKUP_LATE_AFTER_MS;
  return isLate ? backupAt : null;
}

function formatCount(
  view: ChainView,
  overview: ChainOverview,
  text: TextFunction,
  formatCountArgs: CountFormatter,
): string {
  switch (view) {
    case 'tills':
      return overview.tillsWithProblems === 0
        ? text('chain.summary.tills', formatCountArgs(overview.tills))
        : text('chain.summary.withProblems', formatCountArgs(overview.tillsWithProblems));
    case 'unresolved':
      return overview.unresolved === 0
        ? text('chain.summary.none')
        : text('chain.summary.unresolved', formatCountArgs(overview.unresolved));
    case 'differences': {
      const count = overview.differences + overview.refusedRows;
      return count === 0
        ? text('chain.summary.none')
        : text('chain.summary.differences', formatCountArgs(count));
    }
    case 'shifts':
      return overview.shiftDifferences === 0
        ? ''
        : text('chain.summary.shifts', formatCountArgs(overview.shiftDifferences));
    case 'today':
    case 'days':
    case 'history':
      return '';
  }
}

function ForgetDialog(props: {
  readonly user: string;
  readonly onClose: () => void;
  readonly onForgotten: () => void;
}) {
  const { user, onClose, onForgotten } = props;
  const text = useText();
  const forgetCredentials = useTillMutation('chain.disconnect');
  const confirmForget = async (): Promise<void> => {
    if (forgetCredentials.isPending) return;
    const answer = await forgetCredentials.run({});
    if (!answer.ok) return;
    onClose();
    onForgotten();
  };
  return (
    <Dialog
      title={text('chain.disconnectTitle')}
      onClose={onClose}
      actions={[
        {
          label: text('chain.disconnectConfirm'),
          keyName: 'Enter',
          onAction: () => void confirmForget(),
          isDisabled: forgetCredentials.isPending,
        },
      ]}
    >
      <p>{text('chain.disconnectDescription', { user })}</p>
      {forgetCredentials.problem === null ? null : (
        <ProblemNotice problem={forgetCredentials.problem} />
      )}
    </Dialog>
  );
}
