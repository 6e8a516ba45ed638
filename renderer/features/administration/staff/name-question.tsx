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

/** Asks for the printed name, and for a new person also for an id. The till can choose the id. */
export function NameQuestion(props: {
  readonly title: string;
  readonly name: string;
  /** Null if it cannot be changed: the id of an existing person is permanent. */
  readonly id: string | null;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onDone: (name: string, id: string) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const [name, setName] = useState(props.name);
  const [id, setId] = useState(props.id ?? '');
  const [invalidField, setInvalidField] = useState<'name' | 'id' | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const submit = (): void => {
    const isNameValid = personNameSchema.safeParse(name).success;
    const isIdValid = id === '' || staffIdSchema.safeParse(id).success;
    setInvalidField(isNameValid ? (isIdValid ? null : 'id') : 'name');
    if (isNameValid && isIdValid) {
      props.onDone(name.trim(), id);
      return;
    }
    const field = isNameValid ? 'id' : 'name';
    fields.current?.querySelector<HTMLInputElement>(`input[name="staff-${field}"]`)?.focus();
  };

  return (
    <StaffQuestion
      title={props.title}
      fieldsRef={fields}
      problem={props.problem}
      isBusy={props.isBusy}
      onNext={submit}
      onBack={props.onBack}
    >
      <TextField
        name="staff-name"
        label={text('staff.name')}
        value={name}
        onChange={(typed) => {
          setName(typed);
          setInvalidField(null);
        }}
        description={text('staff.name.hint')}
        error={invalidField === 'name' ? text('staff.name.wrong') : null}
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
            setInvalidField(null);
          }}
          description={text('staff.id.hint')}
          error={invalidField === 'id' ? text('staff.id.wrong') : null}
          maxLength={MAX_ID_LENGTH}
        />
      )}
    </StaffQuestion>
  );
}
