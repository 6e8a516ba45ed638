import { useState } from 'react';
import { ProblemNotice, useTillEvent, useTillMutation, useTillQuery } from '../../../app/index.ts';
import {
  formatDay,
  LoadingIndicator,
  Notice,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AddTransactionDialog } from './add-transaction-dialog.tsx';
import {
  type DailyFileDecision,
  DailyFileDecisionDialog,
  isDailyFileDecision,
} from './day-decision-dialog.tsx';
import { AddedTransactionList, DailyFileDifferences } from './day-differences.tsx';
import { DailyFileDayFacts } from './day-facts.tsx';
import { DrpDialog } from './drp-dialog.tsx';
import { DailyFilePreviewDialog } from './preview-dialog.tsx';
import { SaveDailyFileDialog } from './save-dialog.tsx';
import { UploadProblemNotice } from './upload-problem-notice.tsx';

const MAX_COMPARE_SECONDS = 600;
const MAX_UPLOAD_SECONDS = 600;

/** One day: its file, the file's state, the differences, and the available actions. */
export function DailyFileDayScreen(props: { readonly day: string; readonly onBack: () => void }) {
  const { day, onBack } = props;
  const text = useText();
  const language = useLanguage();
  const query = useTillQuery('reconciliation.day', { day }, { refetchOnMount: 'always' });
  const fileState = useTillQuery('reconciliation.state', {}, { refetchOnMount: 'always' });
  const compareDay = useTillMutation('reconciliation.compare');
  const uploadFile = useTillMutation('reconciliation.upload');
  const [openDialog, setOpenDialog] = useState<
    'preview' | 'save' | 'drp' | 'take-in' | DailyFileDecision | null
  >(null);
  useTillEvent('reconciliation.changed', () => {
    query.refetch();
    fileState.refetch();
  });
  // A cached comparison could call outdated differences certain.
  const detail = query.isUpToDate ? query.value : undefined;
  const isBusy = compareDay.isPending || uploadFile.isPending;
  const state = detail?.day.state;
  // Differences need a person, so they are shown above the facts.
  const hasDifferences = (detail?.day.differences ?? 0) > 0;
  const hasEnded = state !== undefined && state !== 'open';
  const canSend =
    fileState.value?.server != null &&
    fileState.value.uploads &&
    (state === 'missing' || state === 'waiting' || state === 'in-doubt');
  const closeDialog = (): void => {
    setOpenDialog(null);
    query.refetch();
  };

  const actions: readonly ScreenAction[] = [
    { label: text('dailyFile.back'), keyName: 'Escape', onAction: onBack },
    {
      label: text('dailyFile.compare'),
      keyName: 'F1',
      onAction: () => void compareDay.run({ day }).then(() => query.refetch()),
      isDisabled: isBusy,
    },
    {
      label: text('dailyFile.preview'),
      keyName: 'Control+O',
      onAction: () => setOpenDialog('preview'),
    },
    ...(hasEnded ? [createAction('dailyFile.save', 'Control+G', () => setOpenDialog('save'))] : []),
    ...(fileState.value?.hasDrp === true
      ? [createAction('dailyFile.drp', 'Control+M', () => setOpenDialog('drp'))]
      : []),
    ...(state === 'missing'
      ? [createAction('dailyFile.markHandedIn', 'Control+S', () => setOpenDialog('handed-in'))]
      : []),
    ...(hasEnded && state !== 'handed-in' && (detail?.day.unknownHere ?? 0) > 0
      ? [createAction('dailyFile.addTransaction', 'Insert', () => setOpenDialog('take-in'))]
      : []),
    ...(state === 'handed-in'
      ? [createAction('dailyFile.unmarkHandedIn', 'Delete', () => setOpenDialog('not-handed-in'))]
      : []),
    ...(state === 'in-doubt'
      ? [createAction('dailyFile.arrived', 'Control+S', () => setOpenDialog('arrived'))]
      : []),
    ...(state === 'in-doubt' && canSend
      ? [createAction('dailyFile.sendAgain', 'Control+E', () => setOpenDialog('not-arrived'))]
      : []),
    ...(canSend
      ? [
          {
            label: text(state === 'in-doubt' ? 'dailyFile.checkServer' : 'dailyFile.upload'),
            keyName: 'Enter' as const,
            onAction: () => void uploadFile.run({ day }).then(() => query.refetch()),
            variant: 'primary' as const,
            isDisabled: isBusy,
          },
        ]
      : []),
  ];

  function createAction(
    label: Parameters<typeof text>[0],
    keyName: ScreenAction['keyName'],
    onAction: () => void,
  ): ScreenAction {
    return { label: text(label), keyName, onAction };
  }

  return (
    <Screen title={formatDay(day, language, 'long')} actions={actions}>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {detail === undefined && query.problem === null ? (
        <LoadingIndicator label={text('dailyFile.reload')} maxSeconds={10} />
      ) : null}
      {uploadFile.isPending ? (
        <LoadingIndicator label={text('dailyFile.sending')} maxSeconds={MAX_UPLOAD_SECONDS} />
      ) : null}
      {compareDay.isPending ? (
        <LoadingIndicator label={text('dailyFile.comparing')} maxSeconds={MAX_COMPARE_SECONDS} />
      ) : null}
      <UploadProblemNotice
        day={detail?.day}
        actionProblem={isBusy ? null : (uploadFile.problem ?? compareDay.problem)}
      />
      {detail === undefined || !hasDifferences ? null : <DailyFileDifferences detail={detail} />}
      {detail === undefined ? null : <DailyFileDayFacts day={detail.day} />}
      {detail === undefined || hasDifferences ? null : <DailyFileDifferences detail={detail} />}
      {detail === undefined ? null : <AddedTransactionList detail={detail} />}
      {openDialog === 'preview' ? <DailyFilePreviewDialog day={day} onClose={closeDialog} /> : null}
      {openDialog === 'save' ? <SaveDailyFileDialog day={day} onClose={closeDialog} /> : null}
      {openDialog === 'drp' ? <DrpDialog day={day} onClose={closeDialog} /> : null}
      {openDialog === 'take-in' ? <AddTransactionDialog day={day} onClose={closeDialog} /> : null}
      {openDialog !== null && isDailyFileDecision(openDialog) ? (
        <DailyFileDecisionDialog day={day} decision={openDialog} onClose={closeDialog} />
      ) : null}
      {uploadFile.value === undefined || isBusy || state !== 'uploaded' ? null : (
        <Notice tone="info" title={text('dailyFile.result.uploaded')} />
      )}
    </Screen>
  );
}
