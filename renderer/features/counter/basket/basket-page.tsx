import { useEffect } from 'react';
import type { Basket } from '../../../../shared/contract/index.ts';
import {
  getOutcomeSound,
  type OutcomeSound,
  ProblemNotice,
  useCustomerScreenSubject,
  useNavigation,
  useOutcomeSound,
  useRemoveUncachedQueries,
  useTillQuery,
} from '../../../app/index.ts';
import { LoadingIndicator, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BasketProgress } from './basket-progress.tsx';
import { CollectingScreen } from './collecting-screen.tsx';
import { getItemShare } from './item-share.ts';

/** An event of main may be lost; time passes without one. */
const REFETCH_INTERVAL_MS = 2_000;
const MAX_WAIT_SECONDS = 10;

/** The route for one basket, from its first item to its change. */
export function BasketPage() {
  const { route } = useNavigation();
  if (route.name !== 'basket') return null;
  const { basketId, isServed = false } = route;
  return <LoadedBasket key={basketId} basketId={basketId} isServed={isServed} />;
}

function LoadedBasket(props: { readonly basketId: string; readonly isServed: boolean }) {
  const { basketId, isServed } = props;
  const text = useText();
  const { setHeld, goHome } = useNavigation();
  const forgetPapers = useRemoveUncachedQueries();
  const read = useTillQuery(
    'basket.get',
    { basketId },
    { refetchOnMount: 'always', refetchInterval: REFETCH_INTERVAL_MS },
  );
  const basket = read.value;
  // What is collected is named with its cash, where that is typed.
  const isShown =
    isServed && basket !== undefined && basket.state !== 'collecting' && !basket.isRestored;
  useCustomerScreenSubject(isShown ? { what: 'basket', basketId, cash: null } : null);
  useOutcomeSound(getBasketSound(basket));
  const isSending = basket?.state === 'sending';
  useEffect(() => setHeld(isSending), [setHeld, isSending]);
  const onEnd = (): void => {
    forgetPapers();
    goHome();
  };

  if (basket === undefined) {
    return read.problem === null ? (
      <LoadingIndicator label={text('basket.opening')} maxSeconds={MAX_WAIT_SECONDS} />
    ) : (
      <Screen
        title={text('basket.gone')}
        actions={[
          { label: text('basket.home'), keyName: 'Escape', onAction: onEnd, variant: 'primary' },
        ]}
      >
        <ProblemNotice problem={read.problem} />
      </Screen>
    );
  }
  return (
    <BasketStateScreen basket={basket} isServed={isServed} onChange={read.again} onEnd={onEnd} />
  );
}

/** Heard when it is known of all, or when one is not known; undefined until it was read. */
function getBasketSound(basket: Basket | undefined): OutcomeSound | null | undefined {
  switch (basket?.state) {
    case undefined:
      return undefined;
    case 'collecting':
    case 'sending':
    case 'ended':
      return null;
    case 'waiting':
    case 'open':
      return basket.items.some(({ payment }) => getItemShare(payment) === 'unknown')
        ? 'unknown'
        : null;
    case 'settled': {
      const sounds = basket.items.map(({ payment }) => payment && getOutcomeSound(payment.state));
      return sounds.every((one) => one === 'paid') ? 'paid' : 'refused';
    }
  }
}

function BasketStateScreen(props: {
  readonly basket: Basket;
  readonly isServed: boolean;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}) {
  return props.basket.state === 'collecting' ? (
    <CollectingScreen {...props} />
  ) : (
    <BasketProgress key={props.basket.state} {...props} />
  );
}
