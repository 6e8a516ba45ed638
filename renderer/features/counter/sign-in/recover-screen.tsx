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

/** An owner sets a new PIN with the recovery key. It also works if the key store does not open. */
export function RecoverScreen(props: {
  readonly owner: Cashiers[number];
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const setPinByKey = useTillMutation('recovery.resetPin');
  const [recoveryKey, setKey] = useState('');
  const [pin, setPin] = useState('');
  const [repeatedPin, setRepeatedPin] = useState('');
  const [invalidField, setInvalidField] = useState<InvalidField | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const focusField = (name: InvalidField): void =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="recover-${name}"]`)?.focus();
  const findInvalidField = (): InvalidField | null => {
    if (recoveryKey.trim() === '') return 'key';
    if (!pinSchema.safeParse(pin).success) return 'pin';
    return repeatedPin === pin ? null : 'again';
  };
  const submit = async (): Promise<void> => {
    if (setPinByKey.isPending) return;
    const field = findInvalidField();
    if (field !== null) {
      // Enter moves to the next empty field; it is an error only if that field already has the
      // focus.
      const isFocused = document.activeElement?.getAttribute('name') === `recover-${field}`;
      setInvalidField(isFocused ? field : null);
      focusField(field);
      return;
    }
    const answer = await setPinByKey.run({ cashierId: props.owner.id, recoveryKey, pin });
    if (answer.ok) props.onDone();
  };
  const toDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS);

  return (
    <Screen
      title={text('signIn.recover.title', { name: props.owner.name })}
      hint={text('signIn.recover.hint')}
      actions={[
        {
          label: text('signIn.recover.confirm'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => void submit(),
          isDisabled: setPinByKey.isPending,
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
            setInvalidField(null);
          }}
          description={text('signIn.recover.keyHint')}
          error={invalidField === 'key' ? text('signIn.recover.keyMissing') : null}
          maxLength={200}
          isAutoFocused
        />
        <TextField
          name="recover-pin"
          label={text('signIn.recover.pin')}
          value={pin}
          onChange={(typed) => {
            setPin(toDigits(typed));
            setInvalidField(null);
          }}
          description={text('signIn.pin.hint')}
          error={invalidField === 'pin' ? text('signIn.recover.pinWrong') : null}
          isSecret
          isNumeric
        />
        <TextField
          name="recover-again"
          label={text('signIn.recover.pinAgain')}
          value={repeatedPin}
          onChange={(typed) => {
            setRepeatedPin(toDigits(typed));
            setInvalidField(null);
          }}
          error={invalidField === 'again' ? text('signIn.recover.different') : null}
          isSecret
          isNumeric
        />
      </div>
      {setPinByKey.isPending ? (
        <LoadingIndicator label={text('signIn.recover.checking')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {setPinByKey.problem === null || setPinByKey.isPending ? null : (
        <RecoveryRefusal problem={setPinByKey.problem} />
      )}
    </Screen>
  );
}

function RecoveryRefusal({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const describeProblem = useProblemText();
  if (problem.kind !== 'wait') return <Notice tone="refused" {...describeProblem(problem)} />;
  return (
    <Notice
      tone="refused"
      title={text('signIn.recover.wait')}
      action={text('signIn.recover.waitAction', { seconds: problem.waitSeconds })}
    />
  );
}
