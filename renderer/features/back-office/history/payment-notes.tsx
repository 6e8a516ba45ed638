import { useState } from 'react';
import { MAX_NOTE_LENGTH, type PaymentNote } from '../../../../shared/contract/index.ts';
import { hasControlCharacters } from '../../../../shared/text/index.ts';
import {
  ProblemNotice,
  useRunIfMounted,
  useTillMutation,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import { FieldsQuestion } from '../../../app/questions/index.ts';
import { classNames, patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './history.module.css';

/** The notes of a payment, oldest first. */
export function PaymentNotes(props: { readonly notes: readonly PaymentNote[] }) {
  const { notes } = props;
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  if (notes.length === 0) return null;
  return (
    <section aria-label={text('notes.title')}>
      <h2 className={styles.heading}>{text('notes.title')}</h2>
      <ul className={classNames(styles.notes, patterns.stack)}>
        {withIndexKeys(notes).map(({ number, note }) => (
          <li key={number}>
            <p className={styles.note}>{note.text}</p>
            <p className={styles.noteMeta}>
              {note.cashierName} · <time dateTime={note.at}>{formatMoment(note.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notes are only added, so the index can be the key. */
function withIndexKeys(notes: readonly PaymentNote[]) {
  return notes.map((note, number) => ({ number, note }));
}

/** Asks for a note. A saved note cannot be removed, so only Enter saves it. */
export function PaymentNoteQuestion(props: {
  readonly paymentId: string;
  readonly onSaved: () => void;
  readonly onBack: () => void;
}) {
  const { paymentId } = props;
  const text = useText();
  const addNote = useTillMutation('history.addNote');
  const runIfMounted = useRunIfMounted();
  const [note, setNote] = useState('');
  const hasControls = hasControlCharacters(note);
  const submit = async (): Promise<void> => {
    if (addNote.isPending) return;
    const answer = await addNote.run({ paymentId, text: note.trim() });
    if (answer.ok) runIfMounted(props.onSaved);
  };
  return (
    <FieldsQuestion
      title="notes.question"
      fields={[
        {
          name: 'note',
          label: 'notes.label',
          description: text('notes.hint', { most: MAX_NOTE_LENGTH }),
          invalidText: hasControls ? 'notes.controlCharacters' : 'notes.missing',
        },
      ]}
      values={{ note }}
      isValid={(_, value) => value.trim() !== '' && !hasControlCharacters(value)}
      onChange={(_, value) => {
        addNote.reset();
        setNote(value.slice(0, MAX_NOTE_LENGTH));
      }}
      nextLabel={addNote.isPending ? 'notes.saving' : 'notes.save'}
      onComplete={() => void submit()}
      onBack={props.onBack}
      isBusy={addNote.isPending}
    >
      {addNote.problem === null ? null : <ProblemNotice problem={addNote.problem} />}
    </FieldsQuestion>
  );
}
