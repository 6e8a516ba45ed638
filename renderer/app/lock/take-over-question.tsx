import type { Cashier } from '../../../shared/contract/index.ts';
import { ChoiceList, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { EnvironmentBanner } from '../frame/index.ts';
import { SignedOutLayout } from '../signed-out-layout.tsx';
import { useTill } from '../till/index.ts';

/** Asks whose customer it is if another cashier signs in while a customer is being served. */
export function TakeOverQuestion(props: {
  readonly previousCashier: Cashier | null;
  readonly currentCashier: Cashier | null;
  /** F12 was pressed: the outcome is shown, and nothing is prepared again. */
  readonly isPaymentSent: boolean;
  readonly onTakeOver: () => void;
  readonly onStartNew: () => void;
}) {
  const text = useText();
  const till = useTill();
  const names = {
    before: props.previousCashier?.name ?? '',
    now: props.currentCashier?.name ?? '',
  };
  return (
    <SignedOutLayout
      shopAndPos={`${till.shopName} · ${text('frame.pos', { pos: till.posNumber })}`}
      banner={<EnvironmentBanner environment={till.environment} />}
    >
      <main>
        <Screen
          title={text('lock.takeOver', names)}
          hint={text(props.isPaymentSent ? 'lock.takeOver.sent.hint' : 'lock.takeOver.hint', names)}
        >
          <ChoiceList
            label={text('lock.takeOver', names)}
            choices={[
              {
                id: 'take-over',
                name: text('lock.takeOver.yes'),
                detail: text(
                  props.isPaymentSent
                    ? 'lock.takeOver.sent.yes.description'
                    : 'lock.takeOver.yes.description',
                  names,
                ),
              },
              {
                id: 'restart',
                name: text('lock.takeOver.no'),
                detail: text('lock.takeOver.no.description', names),
              },
            ]}
            onChoose={(id) => (id === 'take-over' ? props.onTakeOver() : props.onStartNew())}
            isAutoFocused
          />
        </Screen>
      </main>
    </SignedOutLayout>
  );
}
