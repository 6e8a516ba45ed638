import { useRef, useState } from 'react';
import {
  canOverride,
  isObviousPin,
  pinSchema,
  type Role,
  roleSchema as roles,
} from '../../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../../shared/rules/index.ts';
import { ChoiceList, RowList, Screen, TextField } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import styles from '../setup.module.css';
import { createPersonId, type Person } from '../setup-draft.ts';
import type { SetupStepProps } from './step-props.ts';

interface NewPerson {
  readonly name: string;
  readonly pin: string;
}

type View =
  /** `guessed`: somebody who is to approve, with a PIN that production takes from nobody. */
  | { readonly at: 'person'; readonly guessed?: NewPerson }
  | { readonly at: 'role'; readonly person: NewPerson }
  | { readonly at: 'list' };

const MAX_NAME_LENGTH = 40;

/** The owner first, then all others. */
export function PeopleStep(props: SetupStepProps) {
  const { draft, change } = props;
  const { people } = draft;
  const [view, setView] = useState<View>({ at: people.length === 0 ? 'person' : 'list' });

  const add = (person: NewPerson, role: Role): void => {
    const isGuessed = canOverride(role) && isObviousPin(person.pin);
    if (isGuessed && draft.environment === 'production') {
      setView({ at: 'person', guessed: person });
      return;
    }
    const id = createPersonId(
      person.name,
      people.map((one) => one.id),
    );
    change({ people: [...people, { id, ...person, role }] });
    setView({ at: 'list' });
  };
  const remove = (id: string): void => {
    const left = people.filter((one) => one.id !== id);
    change({ people: left });
    if (left.length === 0) setView({ at: 'person' });
  };

  switch (view.at) {
    case 'person':
      return (
        <PersonQuestion
          key={view.guessed === undefined ? 'new' : 'guessed'}
          isFirst={people.length === 0}
          guessed={view.guessed}
          onDone={(person) =>
            people.length === 0 ? add(person, 'owner') : setView({ at: 'role', person })
          }
          onBack={people.length === 0 ? props.onBack : () => setView({ at: 'list' })}
        />
      );
    case 'role':
      return (
        <RoleQuestion
          name={view.person.name}
          onChoose={(role) => add(view.person, role)}
          onBack={() => setView({ at: 'person' })}
        />
      );
    case 'list':
      return (
        <PeopleList
          people={people}
          onRemove={remove}
          onMore={() => setView({ at: 'person' })}
          onNext={props.onNext}
          onBack={props.onBack}
        />
      );
  }
}

function PersonQuestion(props: {
  readonly isFirst: boolean;
  readonly guessed: NewPerson | undefined;
  readonly onDone: (person: NewPerson) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const { guessed } = props;
  const [name, setName] = useState(guessed?.name ?? '');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<'name' | 'pin' | 'again' | null>(null);
  const isGuessed = guessed !== undefined && (pin === '' || pin === guessed.pin);
  const fields = useRef<HTMLDivElement>(null);
  const focus = (which: 'name' | 'pin' | 'again') =>
    fields.current?.querySelector<HTMLInputElement>(`input[name="person-${which}"]`)?.focus();

  const goOn = (): void => {
    const isNamed = name.trim() !== '' && name.trim().length <= MAX_NAME_LENGTH;
    if (!isNamed) {
      setWrong('name');
      focus('name');
    } else if (!pinSchema.safeParse(pin).success) {
      const isHere = document.activeElement?.getAttribute('name') === 'person-pin';
      setWrong(isHere || pin !== '' ? 'pin' : null);
      focus('pin');
    } else if (again !== pin) {
      // The first Enter moves on to the second typing; only then it is a mistake.
      const isHere = document.activeElement?.getAttribute('name') === 'person-again';
      setWrong(isHere || again !== '' ? 'again' : null);
      setAgain('');
      focus('again');
    } else {
      props.onDone({ name: name.trim(), pin });
    }
  };

  return (
    <Screen
      title={text(props.isFirst ? 'setup.cashiers' : 'setup.cashier.new')}
      {...(props.isFirst ? { hint: text('setup.cashiers.hint') } : {})}
      actions={[
        { label: text('setup.next'), keyName: 'Enter', variant: 'primary', onAction: goOn },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
      ]}
    >
      <div className={styles.fields} ref={fields}>
        <TextField
          name="person-name"
          label={text(props.isFirst ? 'setup.cashier.owner' : 'setup.cashier.name')}
          value={name}
          onChange={setName}
          error={wrong === 'name' ? text('setup.cashier.name.wrong') : null}
          isAutoFocused={guessed === undefined}
        />
        <TextField
          name="person-pin"
          label={text('setup.cashier.pin')}
          value={pin}
          onChange={(typed) => setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
          description={text('setup.cashier.pin.hint')}
          isAutoFocused={guessed !== undefined}
          error={
            isGuessed
              ? text('staff.pin.refused')
              : wrong === 'pin'
                ? text('setup.cashier.pin.wrong')
                : null
          }
          isSecret
          isNumeric
        />
        <TextField
          name="person-again"
          label={text('setup.cashier.pinAgain')}
          value={again}
          onChange={(typed) => setAgain(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
          error={wrong === 'again' ? text('setup.cashier.pinAgain.different') : null}
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
  readonly people: readonly Person[];
  readonly onRemove: (id: string) => void;
  readonly onMore: () => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const owners = props.people.filter((one) => one.role === 'owner').length;
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
        rows={props.people.map((one) => ({
          id: one.id,
          name: one.name,
          aside: text(`role.${one.role}`),
          remove: {
            label: text('setup.cashier.remove', { name: one.name }),
            onPress: () => props.onRemove(one.id),
            isDisabled: one.role === 'owner' && owners === 1 && props.people.length > 1,
          },
        }))}
      />
    </Screen>
  );
}
