import { useRef, useState } from 'react';
import {
  canApproveOverrides,
  isObviousPin,
  pinSchema,
  type Role,
  roleSchema as roles,
} from '../../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../../shared/rules/index.ts';
import { ChoiceList, RowList, Screen, TextField } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import styles from '../setup.module.css';
import { createPersonId, type SetupPerson } from '../setup-draft.ts';
import type { SetupStepProps } from './step-props.ts';

interface NewPerson {
  readonly name: string;
  readonly pin: string;
}

type View =
  /** `guessed`: a person who may approve, whose PIN production refuses because it is obvious. */
  | { readonly at: 'person'; readonly refusedPerson?: NewPerson }
  | { readonly at: 'role'; readonly person: NewPerson }
  | { readonly at: 'list' };

const MAX_NAME_LENGTH = 40;

/** Asks for the owner first, then for all other staff. */
export function PeopleStep(props: SetupStepProps) {
  const { draft, onChange } = props;
  const { people } = draft;
  const [view, setView] = useState<View>({ at: people.length === 0 ? 'person' : 'list' });

  const addPerson = (person: NewPerson, role: Role): void => {
    const isPinObvious = canApproveOverrides(role) && isObviousPin(person.pin);
    if (isPinObvious && draft.environment === 'production') {
      setView({ at: 'person', refusedPerson: person });
      return;
    }
    const id = createPersonId(
      person.name,
      people.map((person) => person.id),
    );
    onChange({ people: [...people, { id, ...person, role }] });
    setView({ at: 'list' });
  };
  const removePerson = (id: string): void => {
    const remainingPeople = people.filter((person) => person.id !== id);
    onChange({ people: remainingPeople });
    if (remainingPeople.length === 0) setView({ at: 'person' });
  };

  switch (view.at) {
    case 'person':
      return (
        <PersonQuestion
          key={view.refusedPerson === undefined ? 'new' : 'guessed'}
          isFirst={people.length === 0}
          refusedPerson={view.refusedPerson}
          onDone={(person) =>
            people.length === 0 ? addPerson(person, 'owner') : setView({ at: 'role', person })
          }
          onBack={people.length === 0 ? props.onBack : () => setView({ at: 'list' })}
        />
      );
    case 'role':
      return (
        <RoleQuestion
          name={view.person.name}
          onChoose={(role) => addPerson(view.person, role)}
          onBack={() => setView({ at: 'person' })}
        />
      );
    case 'list':
      return (
        <PeopleList
          people={people}
          onRemove={removePerson}
          onMore={() => setView({ at: 'person' })}
          onNext={props.onNext}
          onBack={props.onBack}
        />
      );
  }
}

function PersonQuestion(props: {
  readonly isFirst: boolean;
  readonly refusedPerson: NewPerson | undefined;
  readonly onDone: (person: NewPerson) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const { refusedPerson } = props;
  const [name, setName] = useState(refusedPerson?.name ?? '');
  const [pin, setPin] = useState('');
  const [repeatedPin, setRepeatedPin] = useState('');
  const [invalidField, setInvalidField] = useState<'name' | 'pin' | 'again' | null>(null);
  const isPinObvious = refusedPerson !== undefined && (pin === '' || pin === refusedPerson.pin);
  const fields = useRef<HTMLDivElement>(null);
  const focusField = (field: 'name' | 'pin' | 'again') =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="person-${field}"]`)?.focus();

  const submit = (): void => {
    const isNameValid = name.trim() !== '' && name.trim().length <= MAX_NAME_LENGTH;
    if (!isNameValid) {
      setInvalidField('name');
      focusField('name');
    } else if (!pinSchema.safeParse(pin).success) {
      const isFocused = document.activeElement?.getAttribute('name') === 'person-pin';
      setInvalidField(isFocused || pin !== '' ? 'pin' : null);
      focusField('pin');
    } else if (repeatedPin !== pin) {
      // The first Enter moves the focus to the second PIN field; a difference is an error only
      // there.
      const isFocused = document.activeElement?.getAttribute('name') === 'person-again';
      setInvalidField(isFocused || repeatedPin !== '' ? 'again' : null);
      setRepeatedPin('');
      focusField('again');
    } else {
      props.onDone({ name: name.trim(), pin });
    }
  };

  return (
    <Screen
      title={text(props.isFirst ? 'setup.cashiers' : 'setup.cashier.new')}
      {...(props.isFirst ? { hint: text('setup.cashiers.hint') } : {})}
      actions={[
        { label: text('setup.next'), keyName: 'Enter', variant: 'primary', onAction: submit },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <div className={styles.fields} ref={fields}>
        <TextField
          name="person-name"
          label={text(props.isFirst ? 'setup.cashier.owner' : 'setup.cashier.name')}
          value={name}
          onChange={setName}
          error={invalidField === 'name' ? text('setup.cashier.name.wrong') : null}
          isAutoFocused={refusedPerson === undefined}
        />
        <TextField
          name="person-pin"
          label={text('setup.cashier.pin')}
          value={pin}
          onChange={(typed) => setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
          description={text('setup.cashier.pin.hint')}
          isAutoFocused={refusedPerson !== undefined}
          error={
            isPinObvious
              ? text('staff.pin.refused')
              : invalidField === 'pin'
                ? text('setup.cashier.pin.wrong')
                : null
          }
          isSecret
          isNumeric
        />
        <TextField
          name="person-again"
          label={text('setup.cashier.pinAgain')}
          value={repeatedPin}
          onChange={(typed) => setRepeatedPin(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
          error={invalidField === 'again' ? text('setup.cashier.pinAgain.different') : null}
          isSecret
          isNumeric
        />
      </div>
    </Screen>
  );
}

function RoleQuestion(props: {
  readonly name: string;
  readonly onChoose: (role: Role) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  return (
    <Screen
      title={text('setup.cashier.role', { name: props.name })}
      actions={[{ label: text('setup.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <ChoiceList
        label={text('setup.cashier.roles')}
        choices={roles.options.map((id) => ({ id, name: text(`role.${id}`) }))}
        onChoose={props.onChoose}
        isAutoFocused
      />
    </Screen>
  );
}

function PeopleList(props: {
  readonly people: readonly SetupPerson[];
  readonly onRemove: (id: string) => void;
  readonly onMore: () => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const ownerCount = props.people.filter((person) => person.role === 'owner').length;
  return (
    <Screen
      title={text('setup.cashiers')}
      actions={[
        {
          label: text('setup.cashier.done'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: props.onNext,
        },
        { label: text('setup.cashier.more'), keyName: 'Insert', onAction: props.onMore },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <RowList
        label={text('setup.cashier.list')}
        rows={props.people.map((person) => ({
          id: person.id,
          name: person.name,
          trailingContent: text(`role.${person.role}`),
          remove: {
            label: text('setup.cashier.remove', { name: person.name }),
            onPress: () => props.onRemove(person.id),
            isDisabled: person.role === 'owner' && ownerCount === 1 && props.people.length > 1,
          },
        }))}
      />
    </Screen>
  );
}
