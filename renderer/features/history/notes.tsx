import { useState } from 'react';
import { LONGEST_NOTE, type PaymentNote } from '../../../shared/contract/index.ts';
import { hasControls } from '../../../shared/text/index.ts';
import { ProblemNotice, useMoment, useTillMutation, useWhileHere } from '../../app/index.ts';
import { FieldsQuestion } from '../../app/questions/index.ts';
import { classes, patterns } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './history.module.css';

/** What people wrote beside a payment, in order. */
export function Notes(props: { readonly notes: readonly PaymentNote[] }) {
  const { notes } = props;
  const text = useText();
  const moment = useMoment();
  if (notes.length === 0) return null;
  return (
    <section aria-label={text('notes.title')}>
      <h2 className={styles.heading}>{text('notes.title')}</h2>
      <ul className={classes(styles.notes, patterns.stack)}>
        {numbered(notes).map(({ number, note }) => (
          <li key={number}>
            <p className={styles.note}>{note.text}</p>
            <p className={styles.noted}>
              {note.cashierName} · <time dateTime={note.at}>{moment(note.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notes are only added, so the index can be the key. */
function numbered(notes: readonly PaymentNote[]) {
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
  const whileHere = useWhileHere();
  const [note, setNote] = useState('');
  const hasSigns = hasControls(note);
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
          description: text('notes.hint', { most: LONGEST_NOTE }),
          wrong: hasSigns ? 'notes.controls' : 'notes.missing',
        },
      ]}
      values={{ note }}
      fits={(_, value) => value.trim() !== '' && !hasControls(value)}
      onChange={(_, value) => {
        add.reset();
        setNote(value.slice(0, LONGEST_NOTE));
      }}
      nextLabel={add.isWaiting ? 'notes.keeping' : 'notes.keep'}
      onFilled={() => void onFilled()}
      onBack={props.onBack}
      isBusy={add.isWaiting}
    >
      {add.problem === null ? null : <ProblemNotice problem={add.problem} />}
    </FieldsQuestion>
  );
}
