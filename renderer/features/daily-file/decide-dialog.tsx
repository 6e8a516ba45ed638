import { useState } from 'react';
import { LEAST_REASON } from '../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../app/index.ts';
import { Dialog, TextField, Waiting } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';

/** Asks for a decision about a day, with the reason that is recorded. */
export type Decision = 'handed-in' | 'arrived' | 'not-arrived' | 'not-handed-in';

interface Words {
  readonly title: TextKey;
  readonly why: TextKey;
  readonly reason: TextKey;
  readonly decide: TextKey;
}

const WORDS: Readonly<Record<Decision, Words>> = {
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

const LONGEST_SECONDS = 600;

export function isDecision(what: string): what is Decision {
  return what in WORDS;
}

/** A person's decision about a day, with the reason that is written down. */
export function DecideDialog(props: {
  readonly day: string;
  readonly decision: Decision;
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
  const words = WORDS[decision];
  const [reason, setReason] = useState('');
  const isTyped = reason.trim().length >= LEAST_REASON;
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
        <Waiting
          what={text(decision === 'not-arrived' ? 'dailyFile.sending' : 'dailyFile.writing')}
          longestSeconds={LONGEST_SECONDS}
        />
      ) : null}
      {asked.problem === null ? null : <ProblemNotice problem={asked.problem} />}
    </Dialog>
  );
}
