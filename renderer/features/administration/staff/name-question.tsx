import { useRef, useState } from 'react';
import {
  type Problem,
  personNameSchema,
  staffIdSchema,
} from '../../../../shared/contract/index.ts';
import { TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StaffQuestion } from './staff-question.tsx';

const MAX_NAME_LENGTH = 40;
const MAX_ID_LENGTH = 32;

/** The printed name; for a new person also an id, which the till can choose. */
export function NameQuestion(props: {
  readonly title: string;
  readonly name: string;
  /** Null if it cannot be changed: an id stays for ever. */
  readonly id: string | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onDone: (name: string, id: string) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const [name, setName] = useState(props.name);
  const [id, setId] = useState(props.id ?? '');
  const [wrong, setWrong] = useState<'name' | 'id' | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const goOn = (): void => {
    const isNamed = personNameSchema.safeParse(name).success;
    const isIdRight = id === '' || staffIdSchema.safeParse(id).success;
    setWrong(isNamed ? (isIdRight ? null : 'id') : 'name');
    if (isNamed && isIdRight) {
      props.onDone(name.trim(), id);
      return;
    }
    const which = isNamed ? 'id' : 'name';
    fields.current?.querySelector<HTMLInputElement>(`input[name="staff-${which}"]`)?.focus();
  };

  return (
    <StaffQuestion
      title={props.title}
      fields={fields}
      problem={props.problem}
      isBusy={props.isBusy}
      onNext={goOn}
      onBack={props.onBack}
    >
      <TextField
        name="staff-name"
        label={text('staff.name')}
        value={name}
        onChange={(typed) => {
          setName(typed);
          setWrong(null);
        }}
        description={text('staff.name.hint')}
        error={wrong === 'name' ? text('staff.name.wrong') : null}
        maxLength={MAX_NAME_LENGTH}
        isLarge
        isAutoFocused
      />
      {props.id === null ? null : (
        <TextField
          name="staff-id"
          label={text('staff.id')}
          value={id}
          onChange={(typed) => {
            setId(typed.trim());
            setWrong(null);
          }}
          description={text('staff.id.hint')}
          error={wrong === 'id' ? text('staff.id.wrong') : null}
          maxLength={MAX_ID_LENGTH}
        />
      )}
    </StaffQuestion>
  );
}
