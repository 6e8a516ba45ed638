import { useRef, useState } from 'react';
import {
  canApproveOverrides,
  isObviousPin,
  type Problem,
  pinSchema,
  type Role,
} from '../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../shared/rules/index.ts';
import { useTill } from '../../../app/index.ts';
import { TextField, useOnLock } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StaffQuestion } from './staff-question.tsx';

type PinError = 'digits' | 'again' | 'obvious';

/** Asks for a new PIN twice, to catch typing errors. */
export function PinQuestion(props: {
  readonly name: string;
  /** The person's role together with the new PIN. */
  readonly role: Role;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onDone: (pin: string) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const { environment } = useTill();
  const [pin, setPin] = useState('');
  const [repeatedPin, setRepeatedPin] = useState('');
  const [error, setError] = useState<PinError | null>(null);
  useOnLock(() => {
    setPin('');
    setRepeatedPin('');
    setError(null);
  });
  const fields = useRef<HTMLDivElement>(null);
  const isObvious = pinSchema.safeParse(pin).success && isObviousPin(pin);
  const isObviousPinRefused = canApproveOverrides(props.role) && environment === 'production';
  const focusField = (field: 'pin' | 'again') =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="staff-${field}"]`)?.focus();

  /** Returns the field that must be typed again and the reason; null if both are valid. */
  const findInvalidField = (): {
    readonly field: 'pin' | 'again';
    readonly error: PinError | null;
  } | null => {
    if (!pinSchema.safeParse(pin).success) return { field: 'pin', error: 'digits' };
    if (isObvious && isObviousPinRefused) return { field: 'pin', error: 'obvious' };
    if (repeatedPin === pin) return null;
    // Enter moves from the first field to the second. An empty second field is an error only if it
    // has the focus.
    const isRepeatFocused = document.activeElement?.getAttribute('name') === 'staff-again';
    return { field: 'again', error: isRepeatFocused || repeatedPin !== '' ? 'again' : null };
  };
  const submit = (): void => {
    if (props.isBusy) return;
    const invalid = findInvalidField();
    if (invalid === null) {
      props.onDone(pin);
      return;
    }
    setError(invalid.error);
    if (invalid.field === 'again') setRepeatedPin('');
    focusField(invalid.field);
  };
  const toDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS);

  return (
    <StaffQuestion
      title={text('staff.pin', { name: props.name })}
      hint={text('staff.pin.hint')}
      fieldsRef={fields}
      problem={props.problem}
      isBusy={props.isBusy}
      onNext={submit}
      onBack={props.onBack}
    >
      <TextField
        name="staff-pin"
        label={text('staff.pin.label')}
        value={pin}
        onChange={(typed) => {
          setPin(toDigits(typed));
          setError(null);
        }}
        description={text(
          isObvious && !isObviousPinRefused ? 'staff.pin.obvious' : 'staff.pin.digits',
        )}
        error={
          error === 'digits'
            ? text('staff.pin.wrong')
            : error === 'obvious'
              ? text('staff.pin.refused')
              : null
        }
        isSecret
        isNumeric
        isAutoFocused
      />
      <TextField
        name="staff-again"
        label={text('staff.pin.repeat')}
        value={repeatedPin}
        onChange={(typed) => {
          setRepeatedPin(toDigits(typed));
          setError(null);
        }}
        description={text('staff.pin.repeat.hint')}
        error={error === 'again' ? text('staff.pin.different') : null}
        isSecret
        isNumeric
      />
    </StaffQuestion>
  );
}
