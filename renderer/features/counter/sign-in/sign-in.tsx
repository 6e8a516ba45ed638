import { useEffect, useState } from 'react';
import { DEFAULT_PAPER_COLUMNS } from '../../../../shared/rules/index.ts';
import {
  AsyncBoundary,
  CounterLayout,
  EnvironmentBanner,
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
import { CashierNamesScreen } from './names-screen.tsx';
import { PinScreen } from './pin-screen.tsx';
import { type Cashiers, listSamplePins } from './sample-pins.ts';

const RecoverScreen = lazyRoute(async () => (await import('./recover-screen.tsx')).RecoverScreen);

interface ChosenCashier {
  readonly id: string;
  /** Chosen by typing: an Enter that was meant for the list may follow. */
  readonly isByTyping: boolean;
}

/**
 * The sign-in, also shown over the page while the till is locked. A till that locked automatically
 * asks for the PIN of the same cashier; one that was locked by a key asks for a name.
 */
export function SignInPage() {
  const text = useText();
  const till = useTill();
  const namesQuery = useTillQuery('staff.names', {});
  const { lock } = till;
  const [chosenCashier, setChosenCashier] = useState<ChosenCashier | null>(
    lock === null || lock.because === 'asked' ? null : { id: lock.cashier.id, isByTyping: false },
  );
  useEffect(() => {
    // Preloads the screens that open after the PIN.
    if (chosenCashier !== null) preloadLazyRoutes();
  }, [chosenCashier]);
  const signOut = useTillMutation('staff.signOut');
  const setTillState = useSetTillState();
  const endSession = (): void =>
    void signOut.run({}).then((answer) => {
      if (answer.ok) setTillState({ ...till, session: answer.value, lock: null });
    });
  const cashiers = namesQuery.value ?? [];
  const cashier = cashiers.find((cashier) => cashier.id === chosenCashier?.id);
  const [isRecovering, setRecovering] = useState(false);
  const owner = cashier?.role === 'owner' ? cashier : cashiers.find(({ role }) => role === 'owner');

  return (
    <SignedOutLayout
      shopAndPos={`${till.shopName} · ${text('frame.pos', { pos: till.posNumber })}`}
      banner={<EnvironmentBanner environment={till.environment} />}
    >
      <CounterLayout idleTape={<ShopTape cashiers={cashiers} />}>
        <AsyncBoundary
          onLeave={() => {
            setRecovering(false);
            setChosenCashier(null);
          }}
        >
          {cashier === undefined || chosenCashier === null ? (
            <CashierNamesScreen
              namesQuery={namesQuery}
              lock={lock}
              onChoose={(id, isByTyping) => setChosenCashier({ id, isByTyping })}
              onEnd={endSession}
            />
          ) : isRecovering && owner !== undefined ? (
            <RecoverScreen
              owner={owner}
              onBack={() => setRecovering(false)}
              onDone={() => {
                setRecovering(false);
                setChosenCashier({ id: owner.id, isByTyping: false });
              }}
            />
          ) : (
            <PinScreen
              key={cashier.id}
              cashier={cashier}
              isChosenByTyping={chosenCashier.isByTyping}
              onChooseOtherCashier={() => setChosenCashier(null)}
              onRecover={() => setRecovering(true)}
            />
          )}
        </AsyncBoundary>
      </CounterLayout>
    </SignedOutLayout>
  );
}

/** The header of this shop's receipts; in training also the sample PINs. */
function ShopTape(props: { readonly cashiers: Cashiers }) {
  const text = useText();
  const till = useTill();
  const samples = till.environment === 'training' ? listSamplePins(props.cashiers) : [];
  return (
    <DraftTape
      headerLines={[till.shopName, text('frame.pos', { pos: till.posNumber })]}
      rows={[
        ...(samples.length === 0
          ? []
          : [{ id: 'title', label: text('signIn.sample'), isStrong: true }]),
        ...samples.map((person) => ({
          id: person.name,
          label: `${person.name} · ${text(`role.${person.role}`)}`,
          value: person.pin,
        })),
      ]}
      columns={DEFAULT_PAPER_COLUMNS}
      environment={till.environment}
    />
  );
}
