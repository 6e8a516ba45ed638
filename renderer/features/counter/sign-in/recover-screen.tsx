import { useRef, useState } from 'react';
import { type Problem, pinSchema } from '../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../shared/rules/index.ts';
import { useProblemText, useTillMutation } from '../../../app/index.ts';
import { LoadingIndicator, Notice, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import styles from './sign-in.module.css';

const MAX_WAIT_SECONDS = 30;

type InvalidField = 'key' | 'pin' | 'again';

/** An owner sets a new PIN with the recovery key; a key store that does not open is no obstacle. */
export function RecoverScreen(props: {
  readonly owner: Cashiers[number];
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const enter = useTillMutation('recovery.enter');
  const [recoveryKey, setKey] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<InvalidField | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const focus = (name: InvalidField): void =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="recover-${name}"]`)?.focus();
  const lacking = (): InvalidField | null => {
    if (recoveryKey.trim() === '') return 'key';
    if (!pinSchema.safeParse(pin).success) return 'pin';
    return again === pin ? null : 'again';
  };
  const goOn = async (): Promise<void> => {
    if (enter.isWaiting) return;
    const what = lacking();
    if (what !== null) {
      // Enter moves on to the next empty field; it is a mistake only where the focus is already.
      const isThere = document.activeElement?.getAttribute('name') === `recover-${what}`;
      setWrong(isThere ? what : null);
      focus(what);
      return;
    }
    const answer = await enter.run({ cashierId: props.owner.id, recoveryKey, pin });
    if (answer.ok) props.onDone();
  };
  const digits = (typed: string): string => typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS);

  return (
    <Screen
      title={text('signIn.recover.title', { name: props.owner.name })}
      hint={text('signIn.recover.hint')}
      actions={[
        {
          label: text('signIn.recover.do'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => void goOn(),
          isDisabled: enter.isWaiting,
        },
        { label: text('signIn.recover.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <div ref={fields} className={styles.fields}>
        <TextField
          name="recover-key"
          label={text('signIn.recover.key')}
          value={recoveryKey}
          onChange={(typed) => {
            setKey(typed);
            setWrong(null);
          }}
          description={text('signIn.recover.keyHint')}
          error={wrong === 'key' ? text('signIn.recover.keyMissing') : null}
          maxLength={200}
          isAutoFocused
        />
        <TextField
          name="recover-pin"
          label={text('signIn.recover.pin')}
          value={pin}
          onChange={(typed) => {
            setPin(digits(typed));
            setWrong(null);
          }}
          description={text('signIn.pin.hint')}
          error={wrong === 'pin' ? text('signIn.recover.pinWrong') : null}
          isSecret
          isNumeric
        />
        <TextField
          name="recover-again"
          label={text('signIn.recover.again')}
          value={again}
          onChange={(typed) => {
            setAgain(digits(typed));
            setWrong(null);
          }}
          error={wrong === 'again' ? text('signIn.recover.different') : null}
          isSecret
          isNumeric
        />
      </div>
      {enter.isWaiting ? (
        <LoadingIndicator label={text('signIn.recover.checking')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {enter.problem === null || enter.isWaiting ? null : (
        <RecoveryRefusal problem={enter.problem} />
      )}
    </Screen>
  );
}

function RecoveryRefusal({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const describe = useProblemText();
  if (problem.kind !== 'wait') return <Notice tone="refused" {...describe(problem)} />;
  return (
    <Notice
      tone="refused"
      happened={text('signIn.recover.wait')}
      next={text('signIn.recover.waitNext', { seconds: problem.waitSeconds })}
    />
  );
}
