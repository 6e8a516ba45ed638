import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Approval } from '../../../shared/contract/index.ts';
import { LoadingIndicator, Notice, Screen, TextField, useOnLock } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { useTillMutation } from '../till/index.ts';
import styles from './recovery-key.module.css';

const MAX_WAIT_SECONDS = 30;

/**
 * Creates a recovery key, shows it once for the owner's paper, and asks for its last characters.
 * Only then is it valid. The key is discarded when the screen is left, and when the till is locked.
 */
export function RecoveryKeySteps(props: {
  /** An owner's approval with PIN. */
  readonly approval: Approval;
  readonly onConfirmed: () => void;
  /** Called when leaving without a confirmed key. */
  readonly onLeave: () => void;
  readonly leaveLabel: string;
}) {
  const text = useText();
  const createCall = useTillMutation('recovery.createKey');
  const printCall = useTillMutation('recovery.print');
  const confirmCall = useTillMutation('recovery.confirm');
  const [offeredKey, setOfferedKey] = useState<{ offer: string; shown: string } | null>(null);
  const [isTyping, setTyping] = useState(false);
  const [end, setEnd] = useState('');
  const [isPrinted, setPrinted] = useState(false);
  const isRequested = useRef(false);
  useOnLock(props.onLeave);

  const createKey = useEffectEvent(async () => {
    if (isRequested.current) return;
    isRequested.current = true;
    const response = await createCall.run({ approval: props.approval });
    if (response.ok) setOfferedKey(response.value);
  });
  useEffect(() => {
    void createKey();
  }, []);

  const print = async (offer: string): Promise<void> => {
    if (printCall.isPending) return;
    setPrinted((await printCall.run({ offer })).ok);
  };
  const confirm = async (offer: string): Promise<void> => {
    if (confirmCall.isPending || end.trim() === '') return;
    if ((await confirmCall.run({ offer, end })).ok) props.onConfirmed();
  };
  const leaveAction = {
    label: props.leaveLabel,
    keyName: 'Escape',
    onAction: props.onLeave,
  } as const;

  if (offeredKey === null) {
    return (
      <Screen title={text('recovery.title')} actions={[leaveAction]}>
        {createCall.isPending ? (
          <LoadingIndicator label={text('recovery.making')} maxSeconds={MAX_WAIT_SECONDS} />
        ) : null}
        {createCall.problem === null ? null : <ProblemNotice problem={createCall.problem} />}
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
            onAction: () => void confirm(offeredKey.offer),
            isDisabled: confirmCall.isPending,
          },
          { label: text('recovery.back'), keyName: 'Escape', onAction: () => setTyping(false) },
        ]}
      >
        <TextField
          label={text('recovery.end.label')}
          value={end}
          onChange={setEnd}
          description={text('recovery.end.fieldHint')}
          maxLength={40}
          isLarge
          isAutoFocused
        />
        {confirmCall.problem === null || confirmCall.isPending ? null : (
          <ProblemNotice problem={confirmCall.problem} />
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
          onAction: () => void print(offeredKey.offer),
          isDisabled: printCall.isPending,
        },
        leaveAction,
      ]}
    >
      <ol className={styles.keyGroups} aria-label={text('recovery.title')}>
        {splitIntoGroups(offeredKey.shown).map(({ id, group }) => (
          <li key={id}>{group}</li>
        ))}
      </ol>
      {printCall.isPending ? (
        <LoadingIndicator label={text('recovery.printing')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {printCall.problem === null || printCall.isPending ? null : (
        <ProblemNotice problem={printCall.problem} />
      )}
      {isPrinted ? <Notice tone="info" title={text('recovery.printed')} /> : null}
      <Notice
        tone="warning"
        toneText={text('recovery.once')}
        title={text('recovery.once.title')}
        action={text('recovery.once.action')}
      />
    </Screen>
  );
}

function splitIntoGroups(
  recoveryKey: string,
): readonly { readonly id: string; readonly group: string }[] {
  return recoveryKey.split(' ').map((group, index) => ({ id: `${index} ${group}`, group }));
}
