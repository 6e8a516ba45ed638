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

/** Makes the support bundle for the help line, and lists what it contains and leaves out. */
export function SupportBundleScreen(props: { readonly onBack: () => void }) {
  const text = useText();
  const permission = usePermission('diagnostics');
  const makeBundle = useTillMutation('diagnostics.create');
  const [isApproving, setApproving] = useState(false);
  const makeDiagnostics = async (approval: Approval | null): Promise<void> => {
    const answer = await makeBundle.run({ approval });
    if (answer.ok) setApproving(false);
  };
  return (
    <Screen
      title={text('backups.diagnostics')}
      hint={text('backups.diagnostics.hint')}
      actions={[
        { label: text('backups.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text(makeBundle.isPending ? 'backups.making' : 'backups.diagnostics.make'),
          keyName: 'Control+G',
          variant: 'primary',
          isDisabled: makeBundle.isPending,
          onAction: () => (permission === 'yes' ? void makeDiagnostics(null) : setApproving(true)),
        },
      ]}
    >
      <p>{text('backups.diagnostics.included')}</p>
      <p>{text('backups.diagnostics.excluded')}</p>
      {makeBundle.isPending ? (
        <LoadingIndicator label={text('backups.making')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {makeBundle.problem === null || isApproving ? null : (
        <ProblemNotice problem={makeBundle.problem} />
      )}
      {makeBundle.value === undefined ? null : (
        <Notice
          tone="info"
          title={text('backups.diagnostics.made')}
          impact={makeBundle.value.file}
          action={text('backups.diagnostics.action')}
        />
      )}
      {isApproving ? (
        <ApprovalDialog
          title={text('backups.diagnostics.make')}
          explanation={text('backups.diagnostics.explanation')}
          isReasonRequired={false}
          permission="diagnostics"
          isBusy={makeBundle.isPending}
          problem={makeBundle.problem}
          onCancel={() => {
            makeBundle.reset();
            setApproving(false);
          }}
          onApprove={(approval) => void makeDiagnostics(approval)}
        />
      ) : null}
    </Screen>
  );
}
