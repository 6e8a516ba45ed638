import { useState } from 'react';
import { useTillMutation } from '../../app/index.ts';
import { Dialog, TextField } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../pay/index.ts';

const LEAST_REASON = 3;

/** A person says that the day was handed in otherwise. */
export function SettleDialog(props: { readonly day: string; readonly onClose: () => void }) {
  const text = useText();
  const settle = useTillMutation('reconciliation.settle');
  const [reason, setReason] = useState('');
  const isTyped = reason.trim().length >= LEAST_REASON;
  const doSettle = async (): Promise<void> => {
    if (settle.isWaiting || !isTyped) return;
    const answer = await settle.run({ day: props.day, reason });
    if (answer.ok) props.onClose();
  };
  return (
    <Dialog
      title={text('dailyFile.settleTitle')}
      onClose={props.onClose}
      actions={[
        {
          label: text('dailyFile.settleDo'),
          keyName: 'Enter',
          onAction: () => void doSettle(),
          isDisabled: settle.isWaiting || !isTyped,
        },
      ]}
    >
      <p>{text('dailyFile.settleWhy')}</p>
      <TextField
        label={text('dailyFile.reason')}
        value={reason}
        onChange={setReason}
        isAutoFocused
        maxLength={200}
      />
      {settle.problem === null ? null : <ProblemNotice problem={settle.problem} />}
    </Dialog>
  );
}
