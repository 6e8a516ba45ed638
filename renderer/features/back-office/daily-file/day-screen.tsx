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
import { AdoptTransactionDialog } from './adopt-transaction-dialog.tsx';
import { type DayDecision, DayDecisionDialog, isDayDecision } from './day-decision-dialog.tsx';
import { AdoptedTransactionList, DayDifferences } from './day-differences.tsx';
import { DayFacts } from './day-facts.tsx';
import { DrpDialog } from './drp-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { UploadProblemNotice } from './upload-problem-notice.tsx';

const MAX_COMPARE_SECONDS = 600;
const MAX_UPLOAD_SECONDS = 600;

/** One day: its file, the file's state, the differences, and what can be done. */
export function DayScreen(props: { readonly day: string; readonly onBack: () => void }) {
  const { day, onBack } = props;
  const text = useText();
  const language = useLanguage();
  const query = useTillQuery('reconciliation.day', { day }, { refetchOnMount: 'always' });
  const state = useTillQuery('reconciliation.state', {}, { refetchOnMount: 'always' });
  const compare = useTillMutation('reconciliation.compare');
  const upload = useTillMutation('reconciliation.upload');
  const [open, setOpen] = useState<'preview' | 'save' | 'drp' | 'take-in' | DayDecision | null>(
    null,
  );
  useTillEvent('reconciliation.changed', () => {
    query.again();
    state.again();
  });
  const detail = query.value;
  const isBusy = compare.isWaiting || upload.isWaiting;
  const now = detail?.day.state;
  // What needs a person comes first.
  const hasDifferences = (detail?.day.differences ?? 0) > 0;
  const isOver = now !== undefined && now !== 'open';
  const maySend =
    state.value?.server != null &&
    state.value.uploads &&
    (now === 'missing' || now === 'waiting' || now === 'in-doubt');
  const close = (): void => {
    setOpen(null);
    query.again();
  };

  const actions: readonly ScreenAction[] = [
    { label: text('dailyFile.back'), keyName: 'Escape', onAction: onBack },
    {
      label: text('dailyFile.compare'),
      keyName: 'F1',
      onAction: () => void compare.run({ day }).then(() => query.again()),
      isDisabled: isBusy,
    },
    { label: text('dailyFile.preview'), keyName: 'Control+O', onAction: () => setOpen('preview') },
    ...(isOver ? [action('dailyFile.save', 'Control+G', () => setOpen('save'))] : []),
    ...(state.value?.hasDrp === true
      ? [action('dailyFile.drp', 'Control+M', () => setOpen('drp'))]
      : []),
    ...(now === 'missing'
      ? [action('dailyFile.markHandedIn', 'Control+S', () => setOpen('handed-in'))]
      : []),
    ...(isOver && now !== 'handed-in' && (detail?.day.unknownHere ?? 0) > 0
      ? [action('dailyFile.takeIn', 'Insert', () => setOpen('take-in'))]
      : []),
    ...(now === 'handed-in'
      ? [action('dailyFile.takeBackHandedIn', 'Delete', () => setOpen('not-handed-in'))]
      : []),
    ...(now === 'in-doubt'
      ? [action('dailyFile.arrived', 'Control+S', () => setOpen('arrived'))]
      : []),
    ...(now === 'in-doubt' && maySend
      ? [action('dailyFile.sendAgain', 'Control+E', () => setOpen('not-arrived'))]
      : []),
    ...(maySend
      ? [
          {
            label: text(now === 'in-doubt' ? 'dailyFile.look' : 'dailyFile.upload'),
            keyName: 'Enter' as const,
            onAction: () => void upload.run({ day }).then(() => query.again()),
            variant: 'primary' as const,
            isDisabled: isBusy,
          },
        ]
      : []),
  ];

  function action(
    label: Parameters<typeof text>[0],
    keyName: ScreenAction['keyName'],
    onAction: () => void,
  ): ScreenAction {
    return { label: text(label), keyName, onAction };
  }

  return (
    <Screen title={formatDay(day, language, 'long')} actions={actions}>
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isWaiting ? (
        <LoadingIndicator label={text('dailyFile.reload')} maxSeconds={10} />
      ) : null}
      {upload.isWaiting ? (
        <LoadingIndicator label={text('dailyFile.sending')} maxSeconds={MAX_UPLOAD_SECONDS} />
      ) : null}
      {compare.isWaiting ? (
        <LoadingIndicator label={text('dailyFile.comparing')} maxSeconds={MAX_COMPARE_SECONDS} />
      ) : null}
      <UploadProblemNotice
        day={detail?.day}
        asked={isBusy ? null : (upload.problem ?? compare.problem)}
      />
      {detail === undefined || !hasDifferences ? null : <DayDifferences detail={detail} />}
      {detail === undefined ? null : <DayFacts day={detail.day} />}
      {detail === undefined || hasDifferences ? null : <DayDifferences detail={detail} />}
      {detail === undefined ? null : <AdoptedTransactionList detail={detail} />}
      {open === 'preview' ? <PreviewDialog day={day} onClose={close} /> : null}
      {open === 'save' ? <SaveDialog day={day} onClose={close} /> : null}
      {open === 'drp' ? <DrpDialog day={day} onClose={close} /> : null}
      {open === 'take-in' ? <AdoptTransactionDialog day={day} onClose={close} /> : null}
      {open !== null && isDayDecision(open) ? (
        <DayDecisionDialog day={day} decision={open} onClose={close} />
      ) : null}
      {upload.value === undefined || isBusy || now !== 'uploaded' ? null : (
        <Notice tone="info" happened={text('dailyFile.result.uploaded')} />
      )}
    </Screen>
  );
}
