import { useState } from 'react';
import type { RestorePreview } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { Facts, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 300;

/** Shows what a restore would lose, before a supervisor approves it with a PIN. */
export function RestorePreviewScreen(props: {
  readonly file: string;
  readonly onBack: () => void;
}) {
  const { file, onBack } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const preview = useTillQuery('backup.previewRestore', { file }, { refetchOnMount: 'always' });
  const stageRestore = useTillMutation('backup.stageRestore');
  const [isApproving, setApproving] = useState(false);
  const restore = preview.value;
  const summary = useRestoreSummary(restore);
  return (
    <Screen
      title={text('backups.restore')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: onBack },
        ...(restore === undefined || preview.isFetching
          ? []
          : [
              {
                label: text(
                  restore.objection === null ? 'backups.restore.confirm' : 'backups.restore.insist',
                ),
                keyName: 'Control+S' as const,
                onAction: () => setApproving(true),
                variant: 'danger' as const,
              },
            ]),
      ]}
    >
      {preview.isPending ? (
        <LoadingIndicator label={text('backups.restore.checking')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {preview.problem === null ? null : <ProblemNotice problem={preview.problem} />}
      {restore === undefined ? null : (
        <>
          <Facts
            facts={[
              { name: text('backups.restore.madeAt'), value: clock.dateTime(restore.copy.madeAt) },
              {
                name: text('backups.restore.lastPayment'),
                value:
                  restore.copy.lastPaymentAt === null
                    ? text('backups.restore.noPayment')
                    : clock.dateTime(restore.copy.lastPaymentAt),
              },
              { name: text('backups.restore.payments'), value: String(restore.copy.payments) },
              { name: text('backups.restore.missing'), value: String(restore.paymentsMissing) },
              { name: text('backups.restore.unresolved'), value: String(restore.unresolvedNow) },
              ...(restore.peopleApart.length === 0
                ? []
                : [
                    {
                      name: text('backups.restore.people'),
                      value: restore.peopleApart.join(', '),
                    },
                  ]),
            ]}
          />
          <Notice
            tone={restore.objection === null ? 'info' : 'warning'}
            toneText={text(`backups.restore.${restore.objection ?? 'same'}`)}
            title={summary}
            impact={text('backups.restore.impact')}
            action={text('backups.restore.action')}
          />
        </>
      )}
      {isApproving && restore !== undefined ? (
        <ApprovalDialog
          title={text('backups.restore')}
          explanation={summary}
          isReasonRequired={false}
          permission="restore"
          isBusy={stageRestore.isPending}
          problem={stageRestore.problem}
          onCancel={() => {
            stageRestore.reset();
            setApproving(false);
          }}
          onApprove={(approval) =>
            void stageRestore
              .run({ file, insists: restore.objection !== null, approval })
              .then((answer) => {
                if (answer.ok) onBack();
              })
          }
        />
      ) : null}
    </Screen>
  );
}

/**
 * Returns how the backup relates to the current ledger, and what a restore would lose; empty while
 * the preview is not loaded.
 */
function useRestoreSummary(preview: RestorePreview | undefined): string {
  const text = useText();
  const clock = useTimeFormatter();
  switch (preview?.objection) {
    case 'older':
      return text('backups.restore.olderTitle');
    case 'diverged':
      return text('backups.restore.divergedTitle', {
        at: preview.partedAt === null ? '' : clock.dateTime(preview.partedAt),
        payments: preview.paymentsMissing,
      });
    case 'differs':
      return text('backups.restore.differsTitle');
    case null:
      return text('backups.restore.sameTitle');
    case undefined:
      return '';
  }
}
