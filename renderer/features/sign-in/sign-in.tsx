import { useState } from 'react';
import {
  Banner,
  Counter,
  PlainPage,
  useKeepTillState,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../app/index.ts';
import { DraftTape } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { NamesScreen } from './names-screen.tsx';
import { PinScreen } from './pin-screen.tsx';
import { type Cashiers, samplePins } from './sample-pins.ts';

const PAPER_COLUMNS = 42;

interface Chosen {
  readonly id: string;
  /** By letters: an Enter that was meant for the list may follow. */
  readonly isByTyping: boolean;
}

/**
 * Before anybody has signed in, and over the page while the till is locked. A till that locked
 * itself asks for the PIN of whoever was there; one that was locked by key asks who comes.
 */
export function SignIn() {
  const text = useText();
  const till = useTill();
  const names = useTillQuery('staff.names', {});
  const { lock } = till;
  const [chosen, setChosen] = useState<Chosen | null>(
    lock === null || lock.because === 'asked' ? null : { id: lock.cashier.id, isByTyping: false },
  );
  const signOut = useTillMutation('staff.signOut');
  const keep = useKeepTillState();
  const end = (): void =>
    void signOut.run({}).then((answer) => {
      if (answer.ok) keep({ ...till, session: answer.value, lock: null });
    });
  const cashiers = names.value ?? [];
  const cashier = cashiers.find((one) => one.id === chosen?.id);

  return (
    <PlainPage
      where={`${till.shopName} · ${text('frame.pos', { pos: till.posNumber })}`}
      banner={<Banner environment={till.environment} />}
    >
      <Counter idleTape={<ShopTape cashiers={cashiers} />}>
        {cashier === undefined || chosen === null ? (
          <NamesScreen
            names={names}
            lock={lock}
            onChoose={(id, isByTyping) => setChosen({ id, isByTyping })}
            onEnd={end}
          />
        ) : (
          <PinScreen
            key={cashier.id}
            cashier={cashier}
            isByTyping={chosen.isByTyping}
            onOther={() => setChosen(null)}
          />
        )}
      </Counter>
    </PlainPage>
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
