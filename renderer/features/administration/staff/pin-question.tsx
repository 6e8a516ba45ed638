import { useRef, useState } from 'react';
import {
  canOverride,
  isObviousPin,
  type Problem,
  pinSchema,
  type Role,
} from '../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../shared/rules/index.ts';
import { useTill } from '../../../app/index.ts';
import { TextField, useOnCovered } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StaffQuestion } from './staff-question.tsx';

type PinError = 'digits' | 'again' | 'obvious';

/** A new PIN, typed twice to catch a slip. */
export function PinQuestion(props: {
  readonly name: string;
  /** The role that she has with the new PIN. */
  readonly role: Role;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onDone: (pin: string) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const { environment } = useTill();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<PinError | null>(null);
  useOnCovered(() => {
    setPin('');
    setAgain('');
    setWrong(null);
  });
  const fields = useRef<HTMLDivElement>(null);
  const isObvious = pinSchema.safeParse(pin).success && isObviousPin(pin);
  const isRefused = canOverride(props.role) && environment === 'production';
  const focus = (which: 'pin' | 'again') =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="staff-${which}"]`)?.focus();

  /** The field that must be typed again, and why; null if both are right. */
  const lacking = (): {
    readonly field: 'pin' | 'again';
    readonly wrong: PinError | null;
  } | null => {
    if (!pinSchema.safeParse(pin).success) return { field: 'pin', wrong: 'digits' };
    if (isObvious && isRefused) return { field: 'pin', wrong: 'obvious' };
    if (again === pin) return null;
    // Enter moves from the first field to the second; an empty second field is a mistake only
    // there.
    const isInAgain = document.activeElement?.getAttribute('name') === 'staff-again';
    return { field: 'again', wrong: isInAgain || again !== '' ? 'again' : null };
  };
  const goOn = (): void => {
    if (props.isBusy) return;
    const what = lacking();
    if (what === null) {
      props.onDone(pin);
      return;
    }
    setWrong(what.wrong);
    if (what.field === 'again') setAgain('');
    focus(what.field);
  };
  const digits = (typed: string): string => typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS);

  return (
    <StaffQuestion
      title={text('staff.pin', { name: props.name })}
      hint={text('staff.pin.hint')}
      fields={fields}
      problem={props.problem}
      isBusy={props.isBusy}
      onNext={goOn}
      onBack={props.onBack}
    >
      <TextField
        name="staff-pin"
        label={text('staff.pin.label')}
        value={pin}
        onChange={(typed) => {
          setPin(digits(typed));
          setWrong(null);
        }}
        description={text(isObvious && !isRefused ? 'staff.pin.obvious' : 'staff.pin.digits')}
        error={
          wrong === 'digits'
            ? text('staff.pin.wrong')
            : wrong === 'obvious'
              ? text('staff.pin.refused')
              : null
        }
        isSecret
        isNumeric
        isAutoFocused
      />
      <TextField
        name="staff-again"
        label={text('staff.pin.again')}
        value={again}
        onChange={(typed) => {
          setAgain(digits(typed));
          setWrong(null);
        }}
        description={text('staff.pin.again.hint')}
        error={wrong === 'again' ? text('staff.pin.different') : null}
        isSecret
        isNumeric
      />
    </StaffQuestion>
  );
}
