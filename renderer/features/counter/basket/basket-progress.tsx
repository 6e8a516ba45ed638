import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Basket, BasketItem } from '../../../../shared/contract/index.ts';
import { isZero } from '../../../../shared/money/index.ts';
import { RESULT_IGNORES_KEYS_MS } from '../../../../shared/rules/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useRemovePrivateQueries,
  useTill,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  IsPageLockedContext,
  Money,
  releaseButtonFocus,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import { GiftCardCode, PaymentTape } from '../payment-result/index.ts';
import { BasketMoneyFacts } from './basket-money-facts.tsx';
import { BasketStatusNotice } from './basket-status-notice.tsx';
import { BasketTape } from './basket-tape.tsx';
import { getCorrectionRoute } from './correction-route.ts';
import { BasketItemList } from './item-list.tsx';
import { getItemMoneyStatus } from './item-status.ts';
import { BasketPapersNotice } from './papers-notice.tsx';
import { useBasketActions } from './use-basket-actions.ts';
import { useBasketKeyGuard } from './use-basket-key-guard.ts';
import { getBasketDoneTitle, useBasketPapers } from './use-basket-papers.ts';

export interface BasketProgressProps {
  readonly basket: Basket;
  /** True if the customer is at the counter. */
  readonly isCustomerPresent: boolean;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}

/** From F12 on: the outcome of each item, where the money is, and what to do now. */
export function BasketProgress(props: BasketProgressProps) {
  const { basket, onEnd } = props;
  const text = useText();
  const basketActions = useBasketActions(basket, props);
  // F12 sends the next item. Another next item counts as a new screen, as another state does, so
  // early key presses are ignored.
  const nextItem = basket.items.find(({ payment }) => payment === null)?.number;
  const keyGuard = useBasketKeyGuard(basket, nextItem, props.isCustomerPresent);
  const getCorrection = useCorrectItem(basket, basketActions.end);
  const corrections = basket.items.flatMap((item) => getCorrection(item) ?? []);
  const [firstCorrection = null] = corrections;
  const [shownItem, setShownItem] = useState<number | null>(null);
  const shownPayment = basket.items.find(({ number }) => number === shownItem)?.payment ?? null;
  const hasEnded = basket.state === 'settled' || basket.state === 'ended';
  const ownerText = useOwnerText(basket);
  const { isBusy, problem } = basketActions;
  // If the basket was opened from a list, no customer is waiting for the change.
  useAcknowledgeOnLeave(
    props.isCustomerPresent && basket.state === 'settled' && basket.giveBack !== null,
    basketActions.endOnLeave,
  );
  const papers = useBasketPapers(basket);
  // The next item after the one on the tape.
  const missingNumbers = papers.missingReceipts
    .map(({ number }) => number)
    .filter((number) => number !== shownItem);
  const nextMissing =
    missingNumbers.find((number) => number > (shownItem ?? 0)) ?? missingNumbers[0];

  return (
    <Screen
      title={formatTitle()}
      {...(ownerText === null ? {} : { hint: ownerText })}
      actions={createActions().map(keyGuard.disableUntilRead)}
      // The footer keeps the shares of the money visible, however long the content is.
      {...(basket.shares === null ? {} : { footer: <BasketMoneyFacts basket={basket} /> })}
      isDense
    >
      {basket.giveBack === null || isZero(basket.giveBack) ? null : (
        <Money
          value={basket.giveBack}
          size="huge"
          {...(basket.state === 'ended' ? { label: text('pay.cash.change') } : {})}
        />
      )}
      {papers.onScreenGiftCardItemNumbers.map((number) => {
        const payment = basket.items[number - 1]?.payment;
        return payment ? <GiftCardCode key={number} payment={payment} /> : null;
      })}
      <BasketStatusNotice basket={basket} />
      <BasketPapersNotice papers={papers} />
      <BasketItemList
        items={hasEnded || basket.state === 'sending' ? basket.items : sortPaidLast(basket.items)}
        isSent
        papers={papers}
        {...(hasEnded ? { shownItem, onShow: togglePaper } : {})}
        // A single correction uses the key; if there are several, each item has its own button.
        {...(corrections.length > 1 ? { getCorrection: getRowCorrection } : {})}
      />
      {firstCorrection === null ? null : <p>{text('basket.correct.hint')}</p>}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {shownPayment === null ? (
        <BasketTape basket={basket} />
      ) : (
        <PaymentTape payment={shownPayment} />
      )}
    </Screen>
  );

  function togglePaper(number: number): void {
    releaseButtonFocus();
    setShownItem(number === shownItem ? null : number);
  }

  function getRowCorrection(item: BasketItem): (() => void) | null {
    const correction = getCorrection(item);
    return correction && (() => keyGuard.runIfRead(correction));
  }

  function formatTitle(): string {
    const { giveBack } = basket;
    if (basket.isRestored && hasEnded) return text('basket.restored.title');
    if (giveBack === null) return getOpenTitle(basket, text);
    // The basket was opened later: the customer already has the change, so the title must not ask
    // to hand it out again.
    if (basket.state === 'ended') return text('basket.name', { number: basket.number ?? '' });
    return getBasketDoneTitle(text, giveBack, papers);
  }

  function createActions(): readonly ScreenAction[] {
    const correctActions: readonly ScreenAction[] =
      firstCorrection === null ? [] : [createCorrectAction(firstCorrection)];
    switch (basket.state) {
      case 'collecting':
      case 'sending':
        return [];
      case 'waiting':
        return [
          ...createUnknownActions(),
          {
            label: text('basket.discardRest'),
            keyName: 'Control+S',
            onAction: () => keyGuard.runIfRead(basketActions.stop),
            isDisabled: isBusy,
          },
          ...(basket.canContinue
            ? [
                {
                  label: text('basket.sendRest'),
                  keyName: 'F12',
                  onAction: () => keyGuard.runIfRead(basketActions.continueSending),
                  variant: 'primary',
                  isDisabled: isBusy,
                } satisfies ScreenAction,
              ]
            : []),
        ];
      case 'open':
        return [
          {
            label: text('basket.leave'),
            keyName: 'Escape',
            onAction: () => keyGuard.runIfRead(basketActions.leave),
            isDisabled: isBusy,
          },
          ...createUnknownActions(),
        ];
      case 'settled':
        return [
          ...correctActions,
          ...(nextMissing === undefined ? [] : [createPaperAction(nextMissing)]),
          {
            label: text(
              papers.missingReceipts.length > 0 ? 'basket.nextCustomerPapers' : 'pay.nextCustomer',
            ),
            keyName: 'Enter',
            onAction: () => keyGuard.runIfRead(() => basketActions.end(onEnd)),
            variant: 'primary',
            isDisabled: isBusy,
          },
        ];
      case 'ended':
        return [
          ...correctActions,
          { label: text('basket.home'), keyName: 'Escape', onAction: onEnd, variant: 'primary' },
        ];
    }
  }

  function createUnknownActions(): readonly ScreenAction[] {
    const { sendAgain } = basketActions;
    if (!basket.items.some(({ payment }) => getItemMoneyStatus(payment) === 'unknown')) return [];
    return [
      {
        label: text('basket.lookUp'),
        keyName: 'F1',
        onAction: basketActions.lookUp,
        isDisabled: isBusy,
      },
      ...(sendAgain === null
        ? []
        : [
            {
              label: text('pay.unknown.sendAgain'),
              keyName: 'Control+E',
              onAction: () => keyGuard.runIfRead(sendAgain),
              isDisabled: isBusy,
            } satisfies ScreenAction,
          ]),
    ];
  }

  function createPaperAction(number: number): ScreenAction {
    return {
      label: text('basket.paper.show'),
      keyName: 'Control+O',
      onAction: () => setShownItem(number),
    };
  }

  function createCorrectAction(onAction: () => void): ScreenAction {
    return {
      label: text('basket.correct'),
      keyName: 'Insert',
      onAction: () => keyGuard.runIfRead(onAction),
      isDisabled: isBusy,
    };
  }
}

/** Returns the owner and the start time of another cashier's basket; null for the cashier's own. */
function useOwnerText({ cashierId, cashierName, number, createdAt }: Basket): string | null {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const { cashier } = useTill().session;
  if (cashier === null || cashier.id === cashierId || createdAt === null) return null;
  return [
    text('basket.row.name', { number: number ?? '', cashier: cashierName }),
    text('unresolved.since', { time: formatMoment(createdAt) }),
  ].join(' · ');
}

/**
 * Puts unpaid items first, because a stopped basket needs attention for them. The tape keeps the
 * order in which items were added.
 */
function sortPaidLast(items: readonly BasketItem[]): readonly BasketItem[] {
  const isPaid = ({ payment }: BasketItem): boolean => getItemMoneyStatus(payment) === 'paid';
  return [...items.filter((item) => !isPaid(item)), ...items.filter(isPaid)];
}

function getOpenTitle({ state, items }: Basket, text: TextFunction): string {
  if (state === 'sending') {
    const sentCount = items.filter(({ payment }) => payment !== null).length;
    return text('basket.sending.title', { number: Math.max(sentCount, 1), of: items.length });
  }
  return text(state === 'waiting' ? 'basket.waiting.title' : 'basket.open.title');
}

/**
 * Returns a function that returns the correction of a failed item, once the basket is over; null if
 * no correction is possible.
 */
function useCorrectItem(
  basket: Basket,
  end: (onEnded: () => void) => void,
): (item: BasketItem) => (() => void) | null {
  const { open } = useNavigation();
  const removeCachedPapers = useRemovePrivateQueries();
  return (item) => {
    const hasEnded = basket.state === 'settled' || basket.state === 'ended';
    const route = hasEnded && !basket.isRestored ? getCorrectionRoute(basket.id, item) : null;
    if (route === null) return null;
    const openCorrection = (): void => {
      removeCachedPapers();
      open(route);
    };
    return basket.state === 'settled' ? () => end(openCorrection) : openCorrection;
  };
}

/**
 * Calls `acknowledge` when the screen is left, if its result was visible (`isShown`, and not
 * covered by the lock) for at least `RESULT_IGNORES_KEYS_MS`. A result that nobody could have read, or that
 * another cashier found behind the lock, is not acknowledged.
 */
function useAcknowledgeOnLeave(isShown: boolean, acknowledge: () => void): void {
  const isLocked = useContext(IsPageLockedContext);
  const isReadable = isShown && !isLocked;
  const readableSince = useRef<number | null>(null);
  useEffect(() => {
    readableSince.current = isReadable ? performance.now() : null;
  }, [isReadable]);
  const onLeave = useEffectEvent(() => {
    const since = readableSince.current;
    if (since !== null && performance.now() - since >= RESULT_IGNORES_KEYS_MS) acknowledge();
  });
  useEffect(() => () => onLeave(), []);
}
