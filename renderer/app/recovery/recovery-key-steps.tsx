import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Approval } from '../../../shared/contract/index.ts';
import {
  LoadingIndicator,
  Notice,
  Screen,
  TextField,
  useOnCovered,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { useTillMutation } from '../till/index.ts';
import styles from './recovery-key.module.css';

const MAX_WAIT_SECONDS = 30;

/**
 * Makes a recovery key, shows it once for the owner's paper, and asks for its end. Only then it
 * counts. What was shown is forgotten when the screen is left, and when the till is locked.
 */
export function RecoveryKeySteps(props: {
  /** An owner's PIN. */
  readonly approval: Approval;
  readonly onConfirmed: () => void;
  /** Without a key that counts. */
  readonly onLeave: () => void;
  readonly leaveLabel: string;
}) {
  const text = useText();
  const making = useTillMutation('recovery.make');
  const printing = useTillMutation('recovery.print');
  const confirming = useTillMutation('recovery.confirm');
  const [offered, setOffered] = useState<{ offer: string; shown: string } | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [end, setEnd] = useState('');
  const [isPrinted, setPrinted] = useState(false);
  const isAsked = useRef(false);
  useOnCovered(props.onLeave);

  const make = useEffectEvent(async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    const answer = await making.run({ approval: props.approval });
    if (answer.ok) setOffered(answer.value);
  });
  useEffect(() => {
    void make();
  }, []);

  const print = async (offer: string): Promise<void> => {
    if (printing.isWaiting) return;
    setPrinted((await printing.run({ offer })).ok);
  };
  const confirm = async (offer: string): Promise<void> => {
    if (confirming.isWaiting || end.trim() === '') return;
    if ((await confirming.run({ offer, end })).ok) props.onConfirmed();
  };
  const leave = {
    label: props.leaveLabel,
    keyName: 'Escape',
    onAction: props.onLeave,
  } as const;

  if (offered === null) {
    return (
      <Screen title={text('recovery.title')} actions={[leave]}>
        {making.isWaiting ? (
          <LoadingIndicator label={text('recovery.making')} maxSeconds={MAX_WAIT_SECONDS} />
        ) : null}
        {making.problem === null ? null : <ProblemNotice problem={making.problem} />}
      </Screen>
    );
  }
  if (isTyping) {
    return (
      <Screen
        title={text('recovery.end')}
        hint={text('recovery.end.hint')}
        actions={[
          {
            label: text('recovery.confirm'),
            keyName: 'Enter',
            variant: 'primary',
            onAction: () => void confirm(offered.offer),
            isDisabled: confirming.isWaiting,
          },
          { label: text('recovery.back'), keyName: 'Escape', onAction: () => setTyping(false) },
        ]}
      >
        <TextField
          label={text('recovery.end.label')}
          value={end}
          onChange={setEnd}
          description={text('recovery.end.what')}
          maxLength={40}
          isLarge
          isAutoFocused
        />
        {confirming.problem === null || confirming.isWaiting ? null : (
          <ProblemNotice problem={confirming.problem} />
        )}
      </Screen>
    );
  }
  return (
    <Screen
      title={text('recovery.title')}
      hint={text('recovery.hint')}
      actions={[
        {
          label: text('recovery.written'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => setTyping(true),
        },
        {
          label: text('recovery.print'),
          keyName: 'Control+P',
          onAction: () => void print(offered.offer),
          isDisabled: printing.isWaiting,
        },
        leave,
      ]}
    >
      <ol className={styles.keyGroups} aria-label={text('recovery.title')}>
        {splitIntoGroups(offered.shown).map(({ id, group }) => (
          <li key={id}>{group}</li>
        ))}
      </ol>
      {printing.isWaiting ? (
        <LoadingIndicator label={text('recovery.printing')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {printing.problem === null || printing.isWaiting ? null : (
        <ProblemNotice problem={printing.problem} />
      )}
      {isPrinted ? <Notice tone="info" happened={text('recovery.printed')} /> : null}
      <Notice
        tone="warning"
        word={text('recovery.once')}
        happened={text('recovery.once.what')}
        next={text('recovery.once.next')}
      />
    </Screen>
  );
}

function splitIntoGroups(
  shown: string,
): readonly { readonly id: string; readonly group: string }[] {
  return shown.split(' ').map((group, at) => ({ id: `${at} ${group}`, group }));
}
