import { useState } from 'react';
import { MIN_REASON_LENGTH } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Dialog, LoadingIndicator, TextField } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';

/** Asks for a decision about a day, with the reason that is recorded. */
export type DayDecision = 'handed-in' | 'arrived' | 'not-arrived' | 'not-handed-in';

interface DecisionTextKeys {
  readonly title: TextKey;
  readonly why: TextKey;
  readonly reason: TextKey;
  readonly decide: TextKey;
}

const DECISION_TEXT_KEYS: Readonly<Record<DayDecision, DecisionTextKeys>> = {
  'handed-in': {
    title: 'dailyFile.markHandedInTitle',
    why: 'dailyFile.markHandedInWhy',
    reason: 'dailyFile.reason',
    decide: 'dailyFile.markHandedInDo',
  },
  arrived: {
    title: 'dailyFile.arrivedTitle',
    why: 'dailyFile.arrivedWhy',
    reason: 'dailyFile.whoSaid',
    decide: 'dailyFile.markHandedInDo',
  },
  'not-arrived': {
    title: 'dailyFile.sendAgainTitle',
    why: 'dailyFile.sendAgainWhy',
    reason: 'dailyFile.whoSaid',
    decide: 'dailyFile.sendAgainDo',
  },
  'not-handed-in': {
    title: 'dailyFile.takeBackHandedInTitle',
    why: 'dailyFile.takeBackHandedInWhy',
    reason: 'dailyFile.takeBackHandedInReason',
    decide: 'dailyFile.takeBackHandedInDo',
  },
};

const MAX_WAIT_SECONDS = 600;

export function isDayDecision(what: string): what is DayDecision {
  return what in DECISION_TEXT_KEYS;
}

/** A person's decision about a day, with the reason that is written down. */
export function DayDecisionDialog(props: {
  readonly day: string;
  readonly decision: DayDecision;
  readonly onClose: () => void;
}) {
  const { day, decision, onClose } = props;
  const text = useText();
  const markHandedIn = useTillMutation('reconciliation.markHandedIn');
  const sendAgain = useTillMutation('reconciliation.sendAgain');
  const takeBackHandedIn = useTillMutation('reconciliation.takeBackHandedIn');
  const asked = {
    'handed-in': markHandedIn,
    arrived: markHandedIn,
    'not-arrived': sendAgain,
    'not-handed-in': takeBackHandedIn,
  }[decision];
  const words = DECISION_TEXT_KEYS[decision];
  const [reason, setReason] = useState('');
  const isTyped = reason.trim().length >= MIN_REASON_LENGTH;
  const decide = async (): Promise<void> => {
    if (asked.isWaiting || !isTyped) return;
    const answer = await asked.run({ day, reason });
    // A failed upload is shown at the day, with its reason.
    if (answer.ok || answer.problem.kind === 'upload') onClose();
  };
  return (
    <Dialog
      title={text(words.title)}
      onClose={onClose}
      actions={[
        {
          label: text(words.decide),
          keyName: 'Enter',
          onAction: () => void decide(),
          isDisabled: asked.isWaiting || !isTyped,
        },
      ]}
    >
      <p>{text(words.why)}</p>
      <TextField
        label={text(words.reason)}
        value={reason}
        onChange={setReason}
        isAutoFocused
        maxLength={200}
      />
      {asked.isWaiting ? (
        <LoadingIndicator
          label={text(decision === 'not-arrived' ? 'dailyFile.sending' : 'dailyFile.writing')}
          maxSeconds={MAX_WAIT_SECONDS}
        />
      ) : null}
      {asked.problem === null ? null : <ProblemNotice problem={asked.problem} />}
    </Dialog>
  );
}
