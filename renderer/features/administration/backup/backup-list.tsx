import { useState } from 'react';
import type { BackupCopy, BackupState, Language } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  type Choice,
  ChoiceList,
  EmptyState,
  Facts,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { RestorePreviewScreen } from './restore-preview-screen.tsx';

const MAX_WAIT_SECONDS = 600;

/** Shows the backup folder and the last backup, makes a backup, and starts a restore. */
export function BackupList(props: { readonly onBack: () => void }) {
  const text = useText();
  const state = useTillQuery('backup.state', {}, { refetchOnMount: 'always' });
  const makeBackup = useTillMutation('backup.create');
  const cancelRestore = useTillMutation('backup.cancelRestore');
  const [chosenFile, setChosenFile] = useState<string | null>(null);
  const rows = useBackupRows(state.value?.copies ?? []);
  if (chosenFile !== null) {
    return (
      <RestorePreviewScreen
        file={chosenFile}
        onBack={() => {
          setChosenFile(null);
          state.refetch();
        }}
      />
    );
  }
  const isMaking = makeBackup.isPending || state.value?.isMaking === true;
  const staged = state.value?.staged ?? null;
  return (
    <Screen
      title={text('backups.backups')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: props.onBack },
        ...(staged === null
          ? []
          : [
              {
                label: text('backups.staged.cancel'),
                keyName: 'Delete' as const,
                onAction: () => void cancelRestore.run({}).then(() => state.refetch()),
                isDisabled: cancelRestore.isPending,
              },
            ]),
        {
          label: text(isMaking ? 'backups.making' : 'backups.backups.make'),
          keyName: 'Control+G',
          variant: 'primary',
          onAction: () => void makeBackup.run({}).then(() => state.refetch()),
          isDisabled: isMaking,
        },
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {isMaking ? (
        <LoadingIndicator label={text('backups.backups.making')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {staged === null ? null : (
        <Notice
          tone="warning"
          toneText={text('backups.staged.word')}
          title={text('backups.staged', { file: staged.file })}
          impact={text('backups.staged.impact')}
          action={text('backups.staged.action')}
        />
      )}
      {state.value === undefined ? null : <BackupStatus state={state.value} />}
      {makeBackup.problem !== null && !makeBackup.isPending && state.value?.problem === null ? (
        <ProblemNotice problem={makeBackup.problem} />
      ) : null}
      {rows.length === 0 ? null : (
        <ChoiceList label={text('backups.copies')} choices={rows} onChoose={setChosenFile} />
      )}
      {state.value?.copies?.length === 0 && state.isUpToDate ? (
        <EmptyState title={text('backups.noCopies')}>{text('backups.noCopiesMore')}</EmptyState>
      ) : null}
    </Screen>
  );
}

function BackupStatus(props: { readonly state: BackupState }) {
  const { folder, keep, last, problem, nextAt } = props.state;
  const text = useText();
  const clock = useTimeFormatter();
  return (
    <>
      {problem === null ? null : (
        <ProblemNotice problem={{ kind: 'backup', reason: problem.reason }} />
      )}
      <Facts
        facts={[
          {
            name: text('backups.lastBackup'),
            value: last === null ? text('backups.never') : clock.dateTime(last.at),
          },
          ...(nextAt === null
            ? []
            : [{ name: text('backups.nextBackup'), value: clock.dateTime(nextAt) }]),
          { name: text('backups.folder'), value: folder },
          {
            name: text('backups.retention'),
            value: text('backups.retentionCount', { count: keep }),
          },
        ]}
      />
    </>
  );
}

function useBackupRows(copies: readonly BackupCopy[]): readonly Choice[] {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  return copies.map((copy) => ({
    id: copy.file,
    name: clock.dateTime(copy.madeAt),
    detail: `${text('backups.payments', { count: copy.payments })} · ${copy.file}`,
    trailingContent: formatFileSize(copy.bytes, language),
  }));
}

/**
 * Returns a size with its unit in the user's language, for example `201 MB`. Units are decimal (1
 * MB = 1,000,000 bytes).
 */
function formatFileSize(bytes: number, language: Language): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : bytes < 1_000_000_000 ? 'megabyte' : 'gigabyte';
  const size = { kilobyte: 1_000, megabyte: 1_000_000, gigabyte: 1_000_000_000 }[unit];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'gigabyte' ? 1 : 0,
  }).format(bytes / size);
}
