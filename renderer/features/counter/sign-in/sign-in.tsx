import { useEffect, useState } from 'react';
import { DEFAULT_COLUMNS } from '../../../../shared/rules/index.ts';
import {
  AsyncBoundary,
  Banner,
  CounterLayout,
  lazyRoute,
  preloadLazyRoutes,
  SignedOutLayout,
  useSetTillState,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import { DraftTape } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { NamesScreen } from './names-screen.tsx';
import { PinScreen } from './pin-screen.tsx';
import { type Cashiers, listSamplePins } from './sample-pins.ts';

const RecoverScreen = lazyRoute(async () => (await import('./recover-screen.tsx')).RecoverScreen);

interface ChosenCashier {
  readonly id: string;
  /** Chosen by letters: an Enter that was meant for the list may follow. */
  readonly isByTyping: boolean;
}

/**
 * The sign-in, also over the page while the till is locked. A till that locked itself asks for the
 * PIN of the same cashier; one that was locked by key asks for a name.
 */
export function SignIn() {
  const text = useText();
  const till = useTill();
  const names = useTillQuery('staff.names', {});
  const { lock } = till;
  const [chosen, setChosen] = useState<ChosenCashier | null>(
    lock === null || lock.because === 'asked' ? null : { id: lock.cashier.id, isByTyping: false },
  );
  useEffect(() => {
    // What follows the PIN is here by then.
    if (chosen !== null) preloadLazyRoutes();
  }, [chosen]);
  const signOut = useTillMutation('staff.signOut');
  const keep = useSetTillState();
  const end = (): void =>
    void signOut.run({}).then((answer) => {
      if (answer.ok) keep({ ...till, session: answer.value, lock: null });
    });
  const cashiers = names.value ?? [];
  const cashier = cashiers.find((one) => one.id === chosen?.id);
  const [isRecovering, setRecovering] = useState(false);
  const owner = cashier?.role === 'owner' ? cashier : cashiers.find(({ role }) => role === 'owner');

  return (
    <SignedOutLayout
      where={`${till.shopName} · ${text('frame.pos', { pos: till.posNumber })}`}
      banner={<Banner environment={till.environment} />}
    >
      <CounterLayout idleTape={<ShopTape cashiers={cashiers} />}>
        <AsyncBoundary
          onLeave={() => {
            setRecovering(false);
            setChosen(null);
          }}
        >
          {cashier === undefined || chosen === null ? (
            <NamesScreen
              names={names}
              lock={lock}
              onChoose={(id, isByTyping) => setChosen({ id, isByTyping })}
              onEnd={end}
            />
          ) : isRecovering && owner !== undefined ? (
            <RecoverScreen
              owner={owner}
              onBack={() => setRecovering(false)}
              onDone={() => {
                setRecovering(false);
                setChosen({ id: owner.id, isByTyping: false });
              }}
            />
          ) : (
            <PinScreen
              key={cashier.id}
              cashier={cashier}
              isByTyping={chosen.isByTyping}
              onOther={() => setChosen(null)}
              onRecover={() => setRecovering(true)}
            />
          )}
        </AsyncBoundary>
      </CounterLayout>
    </SignedOutLayout>
  );
}

/** The head of this shop's receipts; in training also the PINs to practise with. */
function ShopTape(props: { readonly cashiers: Cashiers }) {
  const text = useText();
  const till = useTill();
  const samples = till.environment === 'training' ? listSamplePins(props.cashiers) : [];
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
      columns={DEFAULT_COLUMNS}
      environment={till.environment}
    />
  );
}
