import { useEffect, useState } from 'react';
import {
  Banner,
  Counter,
  PlainPage,
  useNavigation,
  useProblemText,
  useTill,
  useTillQuery,
} from '../../app/index.ts';
import { ChoiceList, DraftTape, Notice, Screen, Waiting } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { PinScreen } from './pin-screen.tsx';
import { type Cashiers, samplePins } from './sample-pins.ts';

const PAPER_COLUMNS = 42;
const LONGEST_READ_SECONDS = 10;

export function SignIn() {
  const text = useText();
  const till = useTill();
  const { goHome } = useNavigation();
  const names = useTillQuery('staff.names', {});
  const [chosenId, setChosenId] = useState<string | null>(null);
  const cashiers = names.value ?? [];
  const chosen = cashiers.find((one) => one.id === chosenId);

  // Whoever comes next begins at the beginning, not where the last one left.
  useEffect(goHome, [goHome]);

  return (
    <PlainPage
      where={`${till.shopName} · ${text('frame.pos', { pos: till.posNumber })}`}
      banner={<Banner environment={till.environment} />}
    >
      <Counter idleTape={<ShopTape cashiers={cashiers} />}>
        {chosen === undefined ? (
          <NamesScreen names={names} onChoose={setChosenId} />
        ) : (
          <PinScreen key={chosen.id} cashier={chosen} onOther={() => setChosenId(null)} />
        )}
      </Counter>
    </PlainPage>
  );
}

function NamesScreen(props: {
  readonly names: ReturnType<typeof useTillQuery<'staff.names'>>;
  readonly onChoose: (id: string) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const { value, problem, again } = props.names;
  if (problem !== null) {
    return (
      <Screen
        title={text('signIn.who')}
        actions={[
          { label: text('app.again'), keyName: 'Enter', variant: 'primary', onAction: again },
        ]}
      >
        <Notice tone="refused" {...describe(problem)} />
      </Screen>
    );
  }
  return (
    <Screen title={text('signIn.who')} hint={text('signIn.who.hint')}>
      {value === undefined ? (
        <Waiting what={text('signIn.reading')} longestSeconds={LONGEST_READ_SECONDS} />
      ) : (
        <ChoiceList
          // Whoever has changed the language goes on by keyboard where the names are.
          key={language}
          label={text('signIn.names')}
          choices={value.map((one) => ({
            id: one.id,
            name: one.name,
            aside: text(`role.${one.role}`),
          }))}
          onChoose={props.onChoose}
          isAutoFocused
          empty={text('signIn.nobody')}
        />
      )}
    </Screen>
  );
}

/** The head of every receipt of this shop; in training, the PINs to practise with. */
function ShopTape(props: { readonly cashiers: Cashiers }) {
  const text = useText();
  const till = useTill();
  const isTraining = till.environment === 'training';
  const samples = isTraining ? samplePins(props.cashiers) : [];
  return (
    <DraftTape
      head={[till.shopName, text('frame.pos', { pos: till.posNumber })]}
      rows={[
        ...(samples.length === 0
          ? []
          : [{ id: 'title', label: text('signIn.sample'), isStrong: true }]),
        ...samples.map((one) => ({
          id: one.name,
          label: `${one.name} · ${text(`role.${one.role}`)}`,
          value: one.pin,
        })),
      ]}
      columns={PAPER_COLUMNS}
      isTraining={isTraining}
    />
  );
}
