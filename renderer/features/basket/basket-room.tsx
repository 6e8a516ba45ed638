import { useEffect } from 'react';
import type { Basket } from '../../../shared/contract/index.ts';
import {
  type OutcomeSound,
  ProblemNotice,
  soundOf,
  useForgetPapers,
  useInHand,
  useNavigation,
  useOutcomeSound,
  useTillQuery,
} from '../../app/index.ts';
import { Screen, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { Collecting } from './collecting.tsx';
import { Progress } from './progress.tsx';
import { shareOfItem } from './share-of.ts';

/** An event of main may be lost; time passes without one. */
const READ_AGAIN_MS = 2_000;
const LONGEST_SECONDS = 10;

/** The route for one basket, from its first item to its change. */
export function BasketRoom() {
  const { route } = useNavigation();
  if (route.name !== 'basket') return null;
  const { basketId, isServed = false } = route;
  return <BasketOf key={basketId} basketId={basketId} isServed={isServed} />;
}

function BasketOf(props: { readonly basketId: string; readonly isServed: boolean }) {
  const { basketId, isServed } = props;
  const text = useText();
  const { hold, goHome } = useNavigation();
  const forgetPapers = useForgetPapers();
  const read = useTillQuery('basket.get', { basketId }, { asksAnew: true, everyMs: READ_AGAIN_MS });
  const basket = read.value;
  // What is collected is named with its cash, where that is typed.
  const isShown =
    isServed && basket !== undefined && basket.state !== 'collecting' && !basket.isRestored;
  useInHand(isShown ? { what: 'basket', basketId, cash: null } : null);
  useOutcomeSound(soundOfBasket(basket));
  const isSending = basket?.state === 'sending';
  useEffect(() => hold(isSending), [hold, isSending]);
  const onEnd = (): void => {
    forgetPapers();
    goHome();
  };

  if (basket === undefined) {
    return read.problem === null ? (
      <Waiting what={text('basket.opening')} longestSeconds={LONGEST_SECONDS} />
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
  return <StateScreen basket={basket} isServed={isServed} onChange={read.again} onEnd={onEnd} />;
}

/** Heard when it is known of all, or when one is not known; undefined until it was read. */
function soundOfBasket(basket: Basket | undefined): OutcomeSound | null | undefined {
  switch (basket?.state) {
    case undefined:
      return undefined;
    case 'collecting':
    case 'sending':
    case 'ended':
      return null;
    case 'waiting':
    case 'open':
      return basket.items.some(({ payment }) => shareOfItem(payment) === 'unknown')
        ? 'unknown'
        : null;
    case 'settled': {
      const sounds = basket.items.map(({ payment }) => payment && soundOf(payment.state));
      return sounds.every((one) => one === 'paid') ? 'paid' : 'refused';
    }
  }
}

function StateScreen(props: {
  readonly basket: Basket;
  readonly isServed: boolean;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}) {
  return props.basket.state === 'collecting' ? (
    <Collecting {...props} />
  ) : (
    <Progress key={props.basket.state} {...props} />
  );
}
