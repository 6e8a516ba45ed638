import { useState } from 'react';
import { MAX_NOTE_LENGTH, type PaymentNote } from '../../../../shared/contract/index.ts';
import { hasControlCharacters } from '../../../../shared/text/index.ts';
import {
  ProblemNotice,
  useIfMounted,
  useMomentFormatter,
  useTillMutation,
} from '../../../app/index.ts';
import { FieldsQuestion } from '../../../app/questions/index.ts';
import { classNames, patterns } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './history.module.css';

/** What people wrote beside a payment, in order. */
export function PaymentNotes(props: { readonly notes: readonly PaymentNote[] }) {
  const { notes } = props;
  const text = useText();
  const moment = useMomentFormatter();
  if (notes.length === 0) return null;
  return (
    <section aria-label={text('notes.title')}>
      <h2 className={styles.heading}>{text('notes.title')}</h2>
      <ul className={classNames(styles.notes, patterns.stack)}>
        {withIndexKeys(notes).map(({ number, note }) => (
          <li key={number}>
            <p className={styles.note}>{note.text}</p>
            <p className={styles.noteMeta}>
              {note.cashierName} · <time dateTime={note.at}>{moment(note.at)}</time>
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

/** Asks for a note. What was noted stays, so nothing is kept before it is asked for by Enter. */
export function NoteQuestion(props: {
  readonly paymentId: string;
  readonly onKept: () => void;
  readonly onBack: () => void;
}) {
  const { paymentId } = props;
  const text = useText();
  const add = useTillMutation('history.addNote');
  const whileHere = useIfMounted();
  const [note, setNote] = useState('');
  const hasSigns = hasControlCharacters(note);
  const onFilled = async (): Promise<void> => {
    if (add.isWaiting) return;
    const answer = await add.run({ paymentId, text: note.trim() });
    if (answer.ok) whileHere(props.onKept);
  };
  return (
    <FieldsQuestion
      title="notes.ask"
      fields={[
        {
          name: 'note',
          label: 'notes.label',
          description: text('notes.hint', { most: MAX_NOTE_LENGTH }),
          invalidText: hasSigns ? 'notes.controls' : 'notes.missing',
        },
      ]}
      values={{ note }}
      fits={(_, value) => value.trim() !== '' && !hasControlCharacters(value)}
      onChange={(_, value) => {
        add.reset();
        setNote(value.slice(0, MAX_NOTE_LENGTH));
      }}
      nextLabel={add.isWaiting ? 'notes.keeping' : 'notes.keep'}
      onComplete={() => void onFilled()}
      onBack={props.onBack}
      isBusy={add.isWaiting}
    >
      {add.problem === null ? null : <ProblemNotice problem={add.problem} />}
    </FieldsQuestion>
  );
}
