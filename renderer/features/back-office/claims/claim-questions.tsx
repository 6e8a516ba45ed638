import { type ReactNode, useState } from 'react';
import {
  FOLLOW_UP_DAYS,
  type FollowUpDays,
  MAX_NOTE_LENGTH,
  MIN_REASON_LENGTH,
} from '../../../../shared/contract/index.ts';
import { hasControlCharacters } from '../../../../shared/text/index.ts';
import { ProblemNotice, useRunIfMounted, useTillMutation } from '../../../app/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../app/questions/index.ts';
import { useText } from '../../../i18n/index.ts';

const FOLLOW_UP_CHOICES = ['1', '3', '7', '15', '30'] as const;

/** Opens a claim: what is claimed, and when it is followed up. */
export function NewClaimQuestions(props: {
  readonly paymentId: string;
  readonly onOpened: (claimId: string) => void;
  readonly onBack: () => void;
}) {
  const openClaim = useTillMutation('claims.open');
  const runIfMounted = useRunIfMounted();
  const submit = async (note: string, followUpInDays: FollowUpDays): Promise<void> => {
    if (openClaim.isPending) return;
    const answer = await openClaim.run({ paymentId: props.paymentId, note, followUpInDays });
    if (answer.ok) runIfMounted(() => props.onOpened(answer.value.id));
  };
  return (
    <NoteAndDay
      purpose="open"
      isBusy={openClaim.isPending}
      onComplete={(note, days) => void submit(note, days)}
      onBack={props.onBack}
    >
      {openClaim.problem === null ? null : <ProblemNotice problem={openClaim.problem} />}
    </NoteAndDay>
  );
}

/** Notes what happened, and moves the day of the follow-up. */
export function ClaimEntryQuestions(props: {
  readonly claimId: string;
  readonly onSaved: () => void;
  readonly onBack: () => void;
}) {
  const addEntry = useTillMutation('claims.addEntry');
  const runIfMounted = useRunIfMounted();
  const submit = async (note: string, followUpInDays: FollowUpDays): Promise<void> => {
    if (addEntry.isPending) return;
    const answer = await addEntry.run({ claimId: props.claimId, note, followUpInDays });
    if (answer.ok) runIfMounted(props.onSaved);
  };
  return (
    <NoteAndDay
      purpose="note"
      isBusy={addEntry.isPending}
      onComplete={(note, days) => void submit(note, days)}
      onBack={props.onBack}
    >
      {addEntry.problem === null ? null : <ProblemNotice problem={addEntry.problem} />}
    </NoteAndDay>
  );
}

function NoteAndDay(props: {
  readonly purpose: 'open' | 'note';
  readonly isBusy: boolean;
  readonly onComplete: (note: string, followUpInDays: FollowUpDays) => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const text = useText();
  const [note, setNote] = useState('');
  const [isNoteDone, setNoteDone] = useState(false);
  if (!isNoteDone) {
    return (
      <ClaimNoteQuestion
        purpose={props.purpose}
        note={note}
        isBusy={false}
        onChange={setNote}
        onComplete={() => setNoteDone(true)}
        onBack={props.onBack}
      />
    );
  }
  return (
    <ChoiceQuestion
      title="claims.whenTitle"
      hint={text('claims.whenHint')}
      choices={FOLLOW_UP_CHOICES.map((days) => ({ id: days, name: text(`claims.days.${days}`) }))}
      selectedId={null}
      hasFixedOrder
      onChoose={(chosen) => {
        const days = FOLLOW_UP_DAYS.find((value) => String(value) === chosen);
        if (days !== undefined && !props.isBusy) props.onComplete(note.trim(), days);
      }}
      onBack={() => setNoteDone(false)}
    >
      {props.children}
    </ChoiceQuestion>
  );
}

/** Asks for a note of a claim, which cannot be changed later. */
export function ClaimNoteQuestion(props: {
  readonly purpose: 'open' | 'note' | 'resolved' | 'rejected';
  readonly note: string;
  readonly isBusy: boolean;
  readonly onChange: (note: string) => void;
  readonly onComplete: () => void;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}) {
  const { purpose, note } = props;
  const text = useText();
  const isClosing = purpose === 'resolved' || purpose === 'rejected';
  return (
    <FieldsQuestion
      title={`claims.noteQuestion.${purpose}`}
      fields={[
        {
          name: 'note',
          label: 'claims.noteLabel',
          description: text('claims.noteHint', { most: MAX_NOTE_LENGTH }),
          invalidText: hasControlCharacters(note) ? 'claims.noteControl' : 'claims.noteMissing',
        },
      ]}
      values={{ note }}
      isValid={(_, value) =>
        value.trim().length >= MIN_REASON_LENGTH && !hasControlCharacters(value)
      }
      onChange={(_, value) => props.onChange(value.slice(0, MAX_NOTE_LENGTH))}
      nextLabel={props.isBusy ? 'claims.saving' : isClosing ? 'claims.closeNow' : 'claims.next'}
      onComplete={props.onComplete}
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      {props.children}
    </FieldsQuestion>
  );
}
