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

/** Shows what a restore would lose, before a supervisor agrees with a PIN. */
export function RestorePreviewScreen(props: {
  readonly file: string;
  readonly onBack: () => void;
}) {
  const { file, onBack } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const preview = useTillQuery('backup.previewRestore', { file }, { refetchOnMount: 'always' });
  const staging = useTillMutation('backup.stageRestore');
  const [isAsking, setAsking] = useState(false);
  const found = preview.value;
  const happened = useRestoreSummary(found);
  return (
    <Screen
      title={text('backups.restore')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: onBack },
        ...(found === undefined || preview.isAsking
          ? []
          : [
              {
                label: text(
                  found.objection === null ? 'backups.restore.do' : 'backups.restore.insist',
                ),
                keyName: 'Control+S' as const,
                onAction: () => setAsking(true),
                variant: 'danger' as const,
              },
            ]),
      ]}
    >
      {preview.isWaiting ? (
        <LoadingIndicator label={text('backups.restore.checking')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {preview.problem === null ? null : <ProblemNotice problem={preview.problem} />}
      {found === undefined ? null : (
        <>
          <Facts
            facts={[
              { name: text('backups.restore.madeAt'), value: clock.dateTime(found.copy.madeAt) },
              {
                name: text('backups.restore.lastPayment'),
                value:
                  found.copy.lastPaymentAt === null
                    ? text('backups.restore.noPayment')
                    : clock.dateTime(found.copy.lastPaymentAt),
              },
              { name: text('backups.restore.holds'), value: String(found.copy.payments) },
              { name: text('backups.restore.missing'), value: String(found.paymentsMissing) },
              { name: text('backups.restore.unresolved'), value: String(found.unresolvedNow) },
              ...(found.peopleApart.length === 0
                ? []
                : [
                    {
                      name: text('backups.restore.people'),
                      value: found.peopleApart.join(', '),
                    },
                  ]),
            ]}
          />
          <Notice
            tone={found.objection === null ? 'info' : 'warning'}
            word={text(`backups.restore.${found.objection ?? 'same'}`)}
            happened={happened}
            money={text('backups.restore.money')}
            next={text('backups.restore.next')}
          />
        </>
      )}
      {isAsking && found !== undefined ? (
        <ApprovalDialog
          title={text('backups.restore')}
          explanation={happened}
          isReasonRequired={false}
          permission="restore"
          isBusy={staging.isWaiting}
          problem={staging.problem}
          onCancel={() => {
            staging.reset();
            setAsking(false);
          }}
          onApprove={(approval) =>
            void staging
              .run({ file, insists: found.objection !== null, approval })
              .then((answer) => {
                if (answer.ok) onBack();
              })
          }
        />
      ) : null}
    </Screen>
  );
}

/** How the backup relates to the ledger in use, and what would be lost with that ledger. */
function useRestoreSummary(found: RestorePreview | undefined): string {
  const text = useText();
  const clock = useTimeFormatter();
  switch (found?.objection) {
    case 'older':
      return text('backups.restore.olderHappened');
    case 'diverged':
      return text('backups.restore.divergedHappened', {
        at: found.partedAt === null ? '' : clock.dateTime(found.partedAt),
        payments: found.paymentsMissing,
      });
    case 'differs':
      return text('backups.restore.differsHappened');
    case null:
      return text('backups.restore.sameHappened');
    case undefined:
      return '';
  }
}
