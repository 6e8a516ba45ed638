import { useState } from 'react';
import { MIN_REASON_LENGTH } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Dialog, LoadingIndicator, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 600;

/**
 * After a restore, a person confirms by its authorization that a transaction missing in the ledger
 * was made by this till.
 */
export function AddTransactionDialog(props: {
  readonly day: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const addTransaction = useTillMutation('reconciliation.addTransaction');
  const [authorization, setAuthorization] = useState('');
  const [reason, setReason] = useState('');
  const isComplete = authorization.trim() !== '' && reason.trim().length >= MIN_REASON_LENGTH;
  const submit = async (): Promise<void> => {
    if (addTransaction.isPending || !isComplete) return;
    const answer = await addTransaction.run({ day: props.day, authorization, reason });
    if (answer.ok) props.onClose();
  };
  return (
    <Dialog
      title={text('dailyFile.addTransactionTitle')}
      onClose={props.onClose}
      actions={[
        {
          label: text('dailyFile.addTransactionConfirm'),
          keyName: 'Enter',
          onAction: () => void submit(),
          isDisabled: addTransaction.isPending || !isComplete,
        },
      ]}
    >
      <p>{text('dailyFile.addTransactionExplanation')}</p>
      <TextField
        label={text('dailyFile.addTransactionAuthorization')}
        value={authorization}
        onChange={setAuthorization}
        isAutoFocused
        maxLength={64}
      />
      <TextField
        label={text('dailyFile.addTransactionReason')}
        value={reason}
        onChange={setReason}
        maxLength={200}
      />
      {addTransaction.isPending ? (
        <LoadingIndicator label={text('dailyFile.comparing')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {addTransaction.problem === null ? null : <ProblemNotice problem={addTransaction.problem} />}
    </Dialog>
  );
}
