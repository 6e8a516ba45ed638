import { useState } from 'react';
import { MIN_REASON_LENGTH } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Dialog, LoadingIndicator, TextField } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';

/** The decisions that a person can make about a day. */
export type DailyFileDecision = 'handed-in' | 'arrived' | 'not-arrived' | 'not-handed-in';

interface DecisionTextKeys {
  readonly title: TextKey;
  readonly explanation: TextKey;
  readonly reason: TextKey;
  readonly decide: TextKey;
}

const DECISION_TEXT_KEYS: Readonly<Record<DailyFileDecision, DecisionTextKeys>> = {
  'handed-in': {
    title: 'dailyFile.markHandedInTitle',
    explanation: 'dailyFile.markHandedInExplanation',
    reason: 'dailyFile.reason',
    decide: 'dailyFile.markHandedInConfirm',
  },
  arrived: {
    title: 'dailyFile.arrivedTitle',
    explanation: 'dailyFile.arrivedExplanation',
    reason: 'dailyFile.confirmedBy',
    decide: 'dailyFile.markHandedInConfirm',
  },
  'not-arrived': {
    title: 'dailyFile.sendAgainTitle',
    explanation: 'dailyFile.sendAgainExplanation',
    reason: 'dailyFile.confirmedBy',
    decide: 'dailyFile.sendAgainConfirm',
  },
  'not-handed-in': {
    title: 'dailyFile.unmarkHandedInTitle',
    explanation: 'dailyFile.unmarkHandedInExplanation',
    reason: 'dailyFile.unmarkHandedInReason',
    decide: 'dailyFile.unmarkHandedInConfirm',
  },
};

const MAX_WAIT_SECONDS = 600;

export function isDailyFileDecision(value: string): value is DailyFileDecision {
  return value in DECISION_TEXT_KEYS;
}

/** Asks for a decision about a day, with the reason that main records. */
export function DailyFileDecisionDialog(props: {
  readonly day: string;
  readonly decision: DailyFileDecision;
  readonly onClose: () => void;
}) {
  const { day, decision, onClose } = props;
  const text = useText();
  const markHandedIn = useTillMutation('reconciliation.markHandedIn');
  const sendAgain = useTillMutation('reconciliation.sendAgain');
  const unmarkHandedIn = useTillMutation('reconciliation.unmarkHandedIn');
  const mutation = {
    'handed-in': markHandedIn,
    arrived: markHandedIn,
    'not-arrived': sendAgain,
    'not-handed-in': unmarkHandedIn,
  }[decision];
  const textKeys = DECISION_TEXT_KEYS[decision];
  const [reason, setReason] = useState('');
  const isReasonValid = reason.trim().length >= MIN_REASON_LENGTH;
  const submit = async (): Promise<void> => {
    if (mutation.isPending || !isReasonValid) return;
    const answer = await mutation.run({ day, reason });
    // The day screen shows a failed upload with its reason.
    if (answer.ok || answer.problem.kind === 'upload') onClose();
  };
  return (
    <Dialog
      title={text(textKeys.title)}
      onClose={onClose}
      actions={[
        {
          label: text(textKeys.decide),
          keyName: 'Enter',
          onAction: () => void submit(),
          isDisabled: mutation.isPending || !isReasonValid,
        },
      ]}
    >
      <p>{text(textKeys.explanation)}</p>
      <TextField
        label={text(textKeys.reason)}
        value={reason}
        onChange={setReason}
        isAutoFocused
        maxLength={200}
      />
      {mutation.isPending ? (
        <LoadingIndicator
          label={text(decision === 'not-arrived' ? 'dailyFile.sending' : 'dailyFile.recording')}
          maxSeconds={MAX_WAIT_SECONDS}
        />
      ) : null}
      {mutation.problem === null ? null : <ProblemNotice problem={mutation.problem} />}
    </Dialog>
  );
}
