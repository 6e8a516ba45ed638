import { useState } from 'react';
import type { Basket, BasketItem } from '../../../../shared/contract/index.ts';
import { isZero } from '../../../../shared/money/index.ts';
import {
  ProblemNotice,
  useMomentFormatter,
  useNavigation,
  useRemoveUncachedQueries,
  useTill,
} from '../../../app/index.ts';
import { Money, releaseButtonFocus, Screen, type ScreenAction } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import { PaymentTape, useIgnoreEarlyPress } from '../pay/result/index.ts';
import { BasketShareFacts } from './basket-shares.tsx';
import { BasketStatusNotice } from './basket-status-notice.tsx';
import { BasketTape } from './basket-tape.tsx';
import { getCorrectionRoute } from './correction-route.ts';
import { ItemList } from './item-list.tsx';
import { getItemShare } from './item-share.ts';
import { PapersNotice } from './papers-notice.tsx';
import { useAcknowledgeOnLeave } from './use-acknowledge-on-leave.ts';
import { useBasketActions } from './use-basket-actions.ts';
import { getDoneTitle, useBasketPapers } from './use-basket-papers.ts';

export interface BasketProgressProps {
  readonly basket: Basket;
  /** Its customer is at the counter. */
  readonly isServed: boolean;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}

/** From F12 on: what became of each item, where the money is, and what to do now. */
export function BasketProgress(props: BasketProgressProps) {
  const { basket, onEnd } = props;
  const text = useText();
  const decisions = useBasketActions(basket, props);
  // F12 sends the next item: another one than was read is as new as another state.
  const nextItem = basket.items.find(({ payment }) => payment === null)?.number;
  const whenRead = useIgnoreEarlyPress(`${basket.state} ${nextItem}`);
  const correctionOf = useCorrectItem(basket, decisions.end);
  const corrections = basket.items.flatMap((item) => correctionOf(item) ?? []);
  const [correct = null] = corrections;
  const [shownItem, setShownItem] = useState<number | null>(null);
  const shown = basket.items.find(({ number }) => number === shownItem)?.payment ?? null;
  const isOver = basket.state === 'settled' || basket.state === 'ended';
  const whose = useOwnerText(basket);
  const { isBusy, problem } = decisions;
  // Looked up in a list, it is read for another reason: nobody is there to be given the change.
  useAcknowledgeOnLeave(
    props.isServed && basket.state === 'settled' && basket.giveBack !== null,
    decisions.endOnLeave,
  );
  const papers = useBasketPapers(basket);
  // The next one after the one that is on the tape.
  const toShow = papers.missing.map(({ number }) => number).filter((one) => one !== shownItem);
  const next = toShow.find((one) => one > (shownItem ?? 0)) ?? toShow[0];

  return (
    <Screen
      title={titleOf()}
      {...(whose === null ? {} : { hint: whose })}
      actions={actions()}
      // However much is said above, whose money is what stays in sight.
      {...(basket.shares === null ? {} : { footer: <BasketShareFacts basket={basket} /> })}
      isDense
    >
      {basket.giveBack === null || isZero(basket.giveBack) ? null : (
        <Money
          value={basket.giveBack}
          size="huge"
          {...(basket.state === 'ended' ? { label: text('pay.cash.change') } : {})}
        />
      )}
      <BasketStatusNotice basket={basket} />
      <PapersNotice papers={papers} />
      <ItemList
        items={isOver || basket.state === 'sending' ? basket.items : sortPaidLast(basket.items)}
        isSent
        papers={papers}
        {...(isOver ? { shownItem, onShow: show } : {})}
        // One alone has the key; of several each has a button as well.
        {...(corrections.length > 1 ? { correctionOf: ofRow } : {})}
      />
      {correct === null ? null : <p>{text('basket.again.hint')}</p>}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {shown === null ? <BasketTape basket={basket} /> : <PaymentTape payment={shown} />}
    </Screen>
  );

  function show(number: number): void {
    releaseButtonFocus();
    setShownItem(number === shownItem ? null : number);
  }

  function ofRow(item: BasketItem): (() => void) | null {
    const correction = correctionOf(item);
    return correction && (() => whenRead(correction));
  }

  function titleOf(): string {
    const { giveBack } = basket;
    if (basket.isRestored && isOver) return text('basket.restored.title');
    if (giveBack === null) return getOpenTitle(basket, text);
    // Looked up later: the customer has the change, and nobody is told to hand it out again.
    if (basket.state === 'ended') return text('basket.name', { number: basket.number ?? '' });
    return getDoneTitle(text, giveBack, papers);
  }

  function actions(): readonly ScreenAction[] {
    const again: readonly ScreenAction[] = correct === null ? [] : [correctAction(correct)];
    switch (basket.state) {
      case 'collecting':
      case 'sending':
        return [];
      case 'waiting':
        return [
          ...unknownActions(),
          {
            label: text('basket.stop'),
            keyName: 'Control+S',
            onAction: () => whenRead(decisions.stop),
            isDisabled: isBusy,
          },
          ...(basket.mayGoOn
            ? [
                {
                  label: text('basket.goOn'),
                  keyName: 'F12',
                  onAction: () => whenRead(decisions.continueSending),
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
            onAction: () => whenRead(decisions.leave),
            isDisabled: isBusy,
          },
          ...unknownActions(),
        ];
      case 'settled':
        return [
          ...again,
          ...(next === undefined ? [] : [paperAction(next)]),
          {
            label: text('pay.nextCustomer'),
            keyName: 'Enter',
            onAction: () => whenRead(() => decisions.end(onEnd)),
            variant: 'primary',
            isDisabled: isBusy,
          },
        ];
      case 'ended':
        return [
          ...again,
          { label: text('basket.home'), keyName: 'Escape', onAction: onEnd, variant: 'primary' },
        ];
    }
  }

  function unknownActions(): readonly ScreenAction[] {
    const { sendAgain } = decisions;
    if (!basket.items.some(({ payment }) => getItemShare(payment) === 'unknown')) return [];
    return [
      {
        label: text('basket.lookUp'),
        keyName: 'F1',
        onAction: decisions.lookUp,
        isDisabled: isBusy,
      },
      ...(sendAgain === null
        ? []
        : [
            {
              label: text('pay.unknown.sendAgain'),
              keyName: 'Control+E',
              onAction: () => whenRead(sendAgain),
              isDisabled: isBusy,
            } satisfies ScreenAction,
          ]),
    ];
  }

  function paperAction(number: number): ScreenAction {
    return {
      label: text('basket.paper.show'),
      keyName: 'Control+O',
      onAction: () => setShownItem(number),
    };
  }

  function correctAction(onAction: () => void): ScreenAction {
    return {
      label: text('basket.again'),
      keyName: 'Insert',
      onAction: () => whenRead(onAction),
      isDisabled: isBusy,
    };
  }
}

/** Of another cashier: whose it is, and since when; null of one's own. */
function useOwnerText({ cashierId, cashierName, number, createdAt }: Basket): string | null {
  const text = useText();
  const moment = useMomentFormatter();
  const { cashier } = useTill().session;
  if (cashier === null || cashier.id === cashierId || createdAt === null) return null;
  return [
    text('basket.row.name', { number: number ?? '', cashier: cashierName }),
    text('unresolved.since', { time: moment(createdAt) }),
  ].join(' · ');
}

/** What has stopped is about the others; the tape has all of them as they were added. */
function sortPaidLast(items: readonly BasketItem[]): readonly BasketItem[] {
  const isPaid = ({ payment }: BasketItem): boolean => getItemShare(payment) === 'paid';
  return [...items.filter((one) => !isPaid(one)), ...items.filter(isPaid)];
}

function getOpenTitle({ state, items }: Basket, text: TextFunction): string {
  if (state === 'sending') {
    const done = items.filter(({ payment }) => payment !== null).length;
    return text('basket.sending.title', { number: Math.max(done, 1), of: items.length });
  }
  return text(state === 'waiting' ? 'basket.waiting.title' : 'basket.open.title');
}

/** What corrects an item that came to nothing, once the change is told; null where nothing does. */
function useCorrectItem(
  basket: Basket,
  end: (then: () => void) => void,
): (item: BasketItem) => (() => void) | null {
  const { open } = useNavigation();
  const forgetPapers = useRemoveUncachedQueries();
  return (item) => {
    const isOver = basket.state === 'settled' || basket.state === 'ended';
    const way = isOver && !basket.isRestored ? getCorrectionRoute(basket.id, item) : null;
    if (way === null) return null;
    const go = (): void => {
      forgetPapers();
      open(way);
    };
    return basket.state === 'settled' ? () => end(go) : go;
  };
}
