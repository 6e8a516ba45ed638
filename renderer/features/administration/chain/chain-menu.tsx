import { useState } from 'react';
import type { ChainAccess, ChainOverview } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useMomentFormatter,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import { type Choice, ChoiceList, Dialog, Notice, Screen } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import { type CountFormatter, useCountFormatter } from './chain-formatters.ts';
import { ChainLoadingIndicator, useQueryViewActions } from './query-view.tsx';

const VIEWS = ['today', 'tills', 'unresolved', 'days', 'differences', 'shifts', 'history'] as const;
export type ChainView = (typeof VIEWS)[number];

/** What can be seen, and beside it how much there is to look at. */
export function ChainMenu(props: {
  readonly access: ChainAccess;
  readonly onOpen: (view: ChainView) => void;
  readonly onForgotten: () => void;
  readonly onBack: () => void;
}) {
  const { access, onOpen, onForgotten, onBack } = props;
  const text = useText();
  const moment = useMomentFormatter();
  const counted = useCountFormatter();
  const overview = useTillQuery('chain.overview', {}, { refetchOnMount: 'always' });
  const viewActions = useQueryViewActions(overview, onBack);
  const [isForgetting, setForgetting] = useState(false);
  const choices = VIEWS.map(
    (id): Choice<ChainView> => ({
      id,
      name: text(`chain.view.${id}`),
      detail: text(`chain.view.${id}.what`),
      aside: overview.value === undefined ? '' : formatCount(id, overview.value, text, counted),
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
              at: moment(overview.value.readAt),
            })
      }
      actions={[
        ...viewActions,
        {
          label: text('chain.forget'),
          keyName: 'Delete',
          onAction: () => setForgetting(true),
        },
      ]}
    >
      {overview.problem === null ? null : <ProblemNotice problem={overview.problem} />}
      {overview.value?.tills === 0 ? (
        <Notice tone="info" happened={text('chain.noTills')} next={text('chain.noTillsNext')} />
      ) : null}
      <ChoiceList label={text('chain.views')} choices={choices} onChoose={onOpen} isAutoFocused />
      {overview.isWaiting ? <ChainLoadingIndicator /> : null}
      {isForgetting ? (
        <ForgetDialog
          user={access.user ?? ''}
          onClose={() => setForgetting(false)}
          onForgotten={onForgotten}
        />
      ) : null}
    </Screen>
  );
}

function formatCount(
  view: ChainView,
  overview: ChainOverview,
  text: TextFunction,
  counted: CountFormatter,
): string {
  switch (view) {
    case 'tills':
      return overview.troubled === 0
        ? text('chain.aside.tills', counted(overview.tills))
        : text('chain.aside.troubled', counted(overview.troubled));
    case 'unresolved':
      return overview.unresolved === 0
        ? text('chain.aside.none')
        : text('chain.aside.unresolved', counted(overview.unresolved));
    case 'differences': {
      const count = overview.differences + overview.refusedRows;
      return count === 0
        ? text('chain.aside.none')
        : text('chain.aside.differences', counted(count));
    }
    case 'shifts':
      return overview.shiftDifferences === 0
        ? ''
        : text('chain.aside.shifts', counted(overview.shiftDifferences));
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
  const forget = useTillMutation('chain.forget');
  const goOn = async (): Promise<void> => {
    if (forget.isWaiting) return;
    const answer = await forget.run({});
    if (!answer.ok) return;
    onClose();
    onForgotten();
  };
  return (
    <Dialog
      title={text('chain.forgetTitle')}
      onClose={onClose}
      actions={[
        {
          label: text('chain.forgetDo'),
          keyName: 'Enter',
          onAction: () => void goOn(),
          isDisabled: forget.isWaiting,
        },
      ]}
    >
      <p>{text('chain.forgetWhat', { user })}</p>
      {forget.problem === null ? null : <ProblemNotice problem={forget.problem} />}
    </Dialog>
  );
}
