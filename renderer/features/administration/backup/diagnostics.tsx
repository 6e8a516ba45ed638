import { useState } from 'react';
import type { Approval } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  usePermission,
  useTillMutation,
} from '../../../app/index.ts';
import { LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 60;

/** One file for the help line; what is in it, and what is not. */
export function Diagnostics(props: { readonly onBack: () => void }) {
  const text = useText();
  const may = usePermission('diagnostics');
  const making = useTillMutation('diagnostics.make');
  const [isAsking, setAsking] = useState(false);
  const make = async (approval: Approval | null): Promise<void> => {
    const made = await making.run({ approval });
    if (made.ok) setAsking(false);
  };
  return (
    <Screen
      title={text('backups.diagnostics')}
      hint={text('backups.diagnostics.hint')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text(making.isWaiting ? 'backups.making' : 'backups.diagnostics.make'),
          keyName: 'Control+G',
          variant: 'primary',
          isDisabled: making.isWaiting,
          onAction: () => (may === 'yes' ? void make(null) : setAsking(true)),
        },
      ]}
    >
      <p>{text('backups.diagnostics.in')}</p>
      <p>{text('backups.diagnostics.notIn')}</p>
      {making.isWaiting ? (
        <LoadingIndicator label={text('backups.making')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {making.problem === null || isAsking ? null : <ProblemNotice problem={making.problem} />}
      {making.value === undefined ? null : (
        <Notice
          tone="info"
          happened={text('backups.diagnostics.made')}
          money={making.value.file}
          next={text('backups.diagnostics.next')}
        />
      )}
      {isAsking ? (
        <ApprovalDialog
          title={text('backups.diagnostics.make')}
          explanation={text('backups.diagnostics.why')}
          isReasonRequired={false}
          permission="diagnostics"
          isBusy={making.isWaiting}
          problem={making.problem}
          onCancel={() => {
            making.reset();
            setAsking(false);
          }}
          onApprove={(approval) => void make(approval)}
        />
      ) : null}
    </Screen>
  );
}
