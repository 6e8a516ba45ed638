import { useRef, useState } from 'react';
import type { Problem } from '../../../shared/contract/index.ts';
import { useKeepTillState, useProblemText, useTill, useTillMutation } from '../../app/index.ts';
import { Screen, TextField, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const MOST_DIGITS = 8;
const LONGEST_CHECK_SECONDS = 15;

/** Digits only, shown as dots. After a wrong PIN the wait grows, and it is counted down in words. */
export function PinScreen(props: {
  readonly cashier: Cashiers[number];
  readonly onOther: () => void;
}) {
  const text = useText();
  const till = useTill();
  const keep = useKeepTillState();
  const signIn = useTillMutation('staff.signIn');
  const describe = useProblemText();
  const { left, start } = useSecondsLeft();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isMissing, setMissing] = useState(false);
  // State is a render late: a second Enter in the same moment must find this taken.
  const isChecking = useRef(false);

  const enter = async (): Promise<void> => {
    if (isChecking.current || left > 0) return;
    if (pin === '') {
      setMissing(true);
      return;
    }
    isChecking.current = true;
    const answer = await signIn.run({ cashierId: props.cashier.id, pin });
    isChecking.current = false;
    setPin('');
    if (answer.ok) {
      keep({ ...till, session: answer.value });
      return;
    }
    setProblem(answer.problem);
    if (answer.problem.kind === 'wrong-pin' || answer.problem.kind === 'wait') {
      start(answer.problem.waitSeconds);
    }
  };

  return (
    <Screen
      title={text('signIn.pin', { name: props.cashier.name })}
      hint={text(`role.${props.cashier.role}`)}
      actions={[
        {
          label: text('signIn.enter'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => void enter(),
          isDisabled: left > 0 || signIn.isWaiting,
        },
        { label: text('signIn.other'), keyName: 'Escape', onAction: props.onOther },
      ]}
    >
      <TextField
        label={text('signIn.pin.label')}
        value={pin}
        onChange={(typed) => {
          setPin(typed.replace(/\D/g, '').slice(0, MOST_DIGITS));
          setMissing(false);
        }}
        description={text('signIn.pin.hint')}
        error={isMissing ? text('signIn.pin.missing') : problemLine(problem, left, describe)}
        isSecret
        isNumeric
        isLarge
        isAutoFocused
      />
      {signIn.isWaiting ? (
        <Waiting what={text('signIn.checking')} longestSeconds={LONGEST_CHECK_SECONDS} />
      ) : null}
    </Screen>
  );
}

/** One line beside the field: no money is near a PIN, so that what happened and what to do are enough. */
function problemLine(
  problem: Problem | null,
  left: number,
  describe: ReturnType<typeof useProblemText>,
): string | null {
  if (problem === null) return null;
  const isAboutPin = problem.kind === 'wrong-pin' || problem.kind === 'wait';
  if (problem.kind === 'wait' && left === 0) return null;
  const said = describe(isAboutPin ? { ...problem, waitSeconds: left } : problem);
  return `${said.happened} ${said.next}`;
}
