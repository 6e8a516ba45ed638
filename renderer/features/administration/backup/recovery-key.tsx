import { useState } from 'react';
import type { Approval } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { RecoveryKeySteps } from '../../../app/recovery/index.ts';
import { Facts, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

/** Shows whether a recovery key is confirmed, and makes a new one with the owner's PIN. */
export function RecoveryKeyScreen(props: { readonly onBack: () => void }) {
  const text = useText();
  const clock = useTimeFormatter();
  const state = useTillQuery('recovery.state', {}, { refetchOnMount: 'always' });
  const [isApproving, setApproving] = useState(false);
  const [approval, setApproval] = useState<Approval | null>(null);
  if (approval !== null) {
    const closeSteps = (): void => {
      setApproval(null);
      state.refetch();
    };
    return (
      <RecoveryKeySteps
        approval={approval}
        onConfirmed={closeSteps}
        onLeave={closeSteps}
        leaveLabel={text('backups.recovery.leave')}
      />
    );
  }
  const recovery = state.value;
  const confirmedAt = recovery?.confirmedAt ?? null;
  return (
    <Screen
      title={text('backups.recovery')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text(confirmedAt === null ? 'backups.recovery.make' : 'backups.recovery.makeNew'),
          keyName: 'Insert',
          variant: 'primary',
          onAction: () => setApproving(true),
        },
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {recovery === undefined ? null : (
        <>
          <Notice
            tone={confirmedAt === null ? 'warning' : 'info'}
            toneText={text(
              confirmedAt === null ? 'backups.recovery.none' : 'backups.recovery.confirmed',
            )}
            title={text(
              confirmedAt === null
                ? 'backups.recovery.noneTitle'
                : 'backups.recovery.confirmedTitle',
            )}
            action={text(
              confirmedAt === null
                ? 'backups.recovery.noneAction'
                : 'backups.recovery.confirmedAction',
            )}
          />
          <Facts
            facts={[
              {
                name: text('backups.recovery.confirmedAt'),
                value:
                  confirmedAt === null
                    ? text('backups.recovery.neverConfirmed')
                    : clock.dateTime(confirmedAt),
              },
              {
                name: text('backups.recovery.ownKey'),
                value: text(
                  recovery.keptBy === 'file'
                    ? 'backups.recovery.ownKey.file'
                    : 'backups.recovery.ownKey.keyStore',
                ),
              },
            ]}
          />
        </>
      )}
      {isApproving ? (
        <ApprovalDialog
          title={text('backups.recovery')}
          explanation={text('backups.recovery.explanation')}
          isReasonRequired={false}
          permission="recovery-key"
          isBusy={false}
          problem={null}
          onCancel={() => setApproving(false)}
          onApprove={(newApproval) => {
            setApproving(false);
            setApproval(newApproval);
          }}
        />
      ) : null}
    </Screen>
  );
}
