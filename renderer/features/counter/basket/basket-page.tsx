import { useLayoutEffect } from 'react';
import type { Basket } from '../../../../shared/contract/index.ts';
import {
  getOutcomeSound,
  type OutcomeSound,
  ProblemScreen,
  useAnnounceOutcome,
  useNavigation,
  useRemovePrivateQueries,
  useSetCustomerScreenSubject,
  useTillQuery,
} from '../../../app/index.ts';
import { LoadingIndicator } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BasketProgress } from './basket-progress.tsx';
import { CollectingScreen } from './collecting-screen.tsx';
import { getItemMoneyStatus } from './item-status.ts';

const MAX_WAIT_SECONDS = 10;

/** The route of one basket, from its first item to the change. */
export function BasketPage() {
  const { route } = useNavigation();
  if (route.name !== 'basket') return null;
  const { basketId, isCustomerPresent = false } = route;
  return <LoadedBasket key={basketId} basketId={basketId} isCustomerPresent={isCustomerPresent} />;
}

function LoadedBasket(props: { readonly basketId: string; readonly isCustomerPresent: boolean }) {
  const { basketId, isCustomerPresent } = props;
  const text = useText();
  const { setLeaveBlocked, goHome } = useNavigation();
  const removeCachedPapers = useRemovePrivateQueries();
  const basketQuery = useTillQuery('basket.get', { basketId }, { refetchOnMount: 'always' });
  const basket = basketQuery.value;
  // The collecting screen sets its own subject, which includes the typed cash.
  const isVisibleToCustomer =
    isCustomerPresent &&
    basket !== undefined &&
    basket.state !== 'collecting' &&
    !basket.isRestored;
  useSetCustomerScreenSubject(
    isVisibleToCustomer ? { what: 'basket', basketId, cash: null } : null,
  );
  useAnnounceOutcome(getBasketSound(basket));
  const isSending = basket?.state === 'sending';
  useLayoutEffect(() => {
    if (!isSending) return;
    setLeaveBlocked(true);
    return () => setLeaveBlocked(false);
  }, [setLeaveBlocked, isSending]);
  const onEnd = (): void => {
    removeCachedPapers();
    goHome();
  };

  if (basket === undefined) {
    return basketQuery.problem === null ? (
      <LoadingIndicator label={text('basket.opening')} maxSeconds={MAX_WAIT_SECONDS} />
    ) : (
      <ProblemScreen
        problem={basketQuery.problem}
        actions={[
          { label: text('basket.home'), keyName: 'Escape', onAction: onEnd, variant: 'primary' },
        ]}
      />
    );
  }
  return (
    <BasketStateScreen
      basket={basket}
      isCustomerPresent={isCustomerPresent}
      onChange={basketQuery.refetch}
      onEnd={onEnd}
    />
  );
}

/**
 * Returns the sound to play: when the outcome of all items is known, or of at least one is unknown.
 * Null means no sound; undefined means that the basket is not loaded.
 */
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
      return basket.items.some(({ payment }) => getItemMoneyStatus(payment) === 'unknown')
        ? 'unknown'
        : null;
    case 'settled': {
      const sounds = basket.items.map(({ payment }) => payment && getOutcomeSound(payment.state));
      if (sounds.every((sound) => sound === 'paid')) return 'paid';
      return sounds.includes('paid') ? 'partly' : 'refused';
    }
  }
}

function BasketStateScreen(props: {
  readonly basket: Basket;
  readonly isCustomerPresent: boolean;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}) {
  return props.basket.state === 'collecting' ? (
    <CollectingScreen {...props} />
  ) : (
    <BasketProgress key={props.basket.state} {...props} />
  );
}
