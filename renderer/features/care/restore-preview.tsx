import { useState } from 'react';
import type { RestorePreview } from '../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useClock,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import { Facts, Notice, Screen, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';

const LONGEST_SECONDS = 300;

/** What would be missing afterwards, before a supervisor agrees with a PIN. */
export function RestorePreviewScreen(props: {
  readonly file: string;
  readonly onBack: () => void;
}) {
  const { file, onBack } = props;
  const text = useText();
  const clock = useClock();
  const preview = useTillQuery('care.previewRestore', { file }, { asksAnew: true });
  const staging = useTillMutation('care.stageRestore');
  const [isAsking, setAsking] = useState(false);
  const found = preview.value;
  const happened = useHappened(found);
  return (
    <Screen
      title={text('care.restore')}
      actions={[
        { label: text('care.back'), keyName: 'Escape', onAction: onBack },
        ...(found === undefined || preview.isAsking
          ? []
          : [
              {
                label: text(found.objection === null ? 'care.restore.do' : 'care.restore.insist'),
                keyName: 'Control+S' as const,
                onAction: () => setAsking(true),
                variant: 'danger' as const,
              },
            ]),
      ]}
    >
      {preview.isWaiting ? (
        <Waiting what={text('care.restore.checking')} longestSeconds={LONGEST_SECONDS} />
      ) : null}
      {preview.problem === null ? null : <ProblemNotice problem={preview.problem} />}
      {found === undefined ? null : (
        <>
          <Facts
            facts={[
              { name: text('care.restore.madeAt'), value: clock.dateTime(found.copy.madeAt) },
              {
                name: text('care.restore.lastPayment'),
                value:
                  found.copy.lastPaymentAt === null
                    ? text('care.restore.noPayment')
                    : clock.dateTime(found.copy.lastPaymentAt),
              },
              { name: text('care.restore.holds'), value: String(found.copy.payments) },
              { name: text('care.restore.missing'), value: String(found.paymentsMissing) },
              { name: text('care.restore.unresolved'), value: String(found.unresolvedNow) },
            ]}
          />
          <Notice
            tone={found.objection === null ? 'info' : 'warning'}
            word={text(`care.restore.${found.objection ?? 'same'}`)}
            happened={happened}
            money={text('care.restore.money')}
            next={text('care.restore.next')}
          />
        </>
      )}
      {isAsking && found !== undefined ? (
        <ApprovalDialog
          title={text('care.restore')}
          explanation={happened}
          asksReason={false}
          act="restore"
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

/** How the backup stands to the ledger in use, and what would be gone with that one. */
function useHappened(found: RestorePreview | undefined): string {
  const text = useText();
  const clock = useClock();
  switch (found?.objection) {
    case 'older':
      return text('care.restore.olderHappened');
    case 'diverged':
      return text('care.restore.divergedHappened', {
        at: found.partedAt === null ? '' : clock.dateTime(found.partedAt),
        payments: found.paymentsMissing,
      });
    case null:
      return text('care.restore.sameHappened');
    case undefined:
      return '';
  }
}
