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

/** Whether a recovery key is confirmed, and making a new one with the owner's PIN. */
export function RecoveryKey(props: { readonly onBack: () => void }) {
  const text = useText();
  const clock = useTimeFormatter();
  const state = useTillQuery('recovery.state', {}, { refetchOnMount: 'always' });
  const [isAsking, setAsking] = useState(false);
  const [approval, setApproval] = useState<Approval | null>(null);
  if (approval !== null) {
    const leave = (): void => {
      setApproval(null);
      state.again();
    };
    return (
      <RecoveryKeySteps
        approval={approval}
        onConfirmed={leave}
        onLeave={leave}
        leaveLabel={text('backups.recovery.leave')}
      />
    );
  }
  const found = state.value;
  const confirmedAt = found?.confirmedAt ?? null;
  return (
    <Screen
      title={text('backups.recovery')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text(confirmedAt === null ? 'backups.recovery.make' : 'backups.recovery.again'),
          keyName: 'Insert',
          variant: 'primary',
          onAction: () => setAsking(true),
        },
      ]}
    >
      {state.problem === null ? null : <ProblemNotice problem={state.problem} />}
      {found === undefined ? null : (
        <>
          <Notice
            tone={confirmedAt === null ? 'warning' : 'info'}
            word={text(confirmedAt === null ? 'backups.recovery.none' : 'backups.recovery.there')}
            happened={text(
              confirmedAt === null ? 'backups.recovery.noneWhat' : 'backups.recovery.thereWhat',
            )}
            next={text(
              confirmedAt === null ? 'backups.recovery.noneNext' : 'backups.recovery.thereNext',
            )}
          />
          <Facts
            facts={[
              {
                name: text('backups.recovery.since'),
                value:
                  confirmedAt === null
                    ? text('backups.recovery.never')
                    : clock.dateTime(confirmedAt),
              },
              {
                name: text('backups.recovery.keptBy'),
                value: text(
                  found.keptBy === 'file' ? 'backups.recovery.file' : 'backups.recovery.vault',
                ),
              },
            ]}
          />
        </>
      )}
      {isAsking ? (
        <ApprovalDialog
          title={text('backups.recovery')}
          explanation={text('backups.recovery.why')}
          isReasonRequired={false}
          permission="recovery-key"
          isBusy={false}
          problem={null}
          onCancel={() => setAsking(false)}
          onApprove={(given) => {
            setAsking(false);
            setApproval(given);
          }}
        />
      ) : null}
    </Screen>
  );
}
