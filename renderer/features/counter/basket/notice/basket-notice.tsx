import { useEffect, useEffectEvent } from 'react';
import type { Basket } from '../../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../../app/index.ts';
import { Button, formatMoneyInSentence, Notice, useKeys } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { findMostUrgentBasket } from './find-most-urgent-basket.ts';

/** No event tells that it was given up. */
const REFETCH_INTERVAL_MS = 30_000;

/**
 * On the home screen: the basket that needs somebody, and how many others are not finished. One that
 * was sent and that this cashier has not left calls her back by itself, unless she has begun
 * something. What another cashier was collecting when the till was locked is offered to be taken
 * over.
 */
export function BasketNotice(props: { readonly callsBack: boolean }) {
  const { open } = useNavigation();
  const cashierId = useTill().session.cashier?.id ?? null;
  // One that has ended meanwhile calls nobody back.
  const asked = { refetchOnMount: 'always', gcTime: 0 } as const;
  const current = useTillQuery('basket.current', {}, asked).value ?? null;
  const unfinished =
    useTillQuery('basket.unfinished', {}, { refetchOnMount: 'always' }).value ?? [];
  const onSent = useEffectEvent((basketId: string) => {
    if (props.callsBack) open({ name: 'basket', basketId, isServed: true });
  });
  const collected = current?.state === 'collecting' ? current : null;
  const theirs =
    useTillQuery(
      'basket.toTakeOver',
      {},
      { refetchOnMount: 'always', refetchInterval: REFETCH_INTERVAL_MS },
    ).value ?? null;
  const sentId = current === null || collected !== null ? null : current.id;
  useEffect(() => {
    if (sentId !== null) onSent(sentId);
  }, [sentId]);

  if (current === null && theirs !== null) return <TakeOverNotice basket={theirs} />;
  const shown = collected ?? findMostUrgentBasket(unfinished, cashierId);
  if (shown === null) return null;
  return (
    <UnfinishedBasketNotice
      basket={shown}
      others={unfinished.filter(({ id }) => id !== shown.id).length}
      onOpen={() =>
        // Any other one was left, or is somebody else's: another customer may be at the counter.
        open({
          name: 'basket',
          basketId: shown.id,
          ...(collected === null ? {} : { isServed: true }),
        })
      }
    />
  );
}

/** Another cashier's customer may still be here, with what was put in for her. */
function TakeOverNotice(props: { readonly basket: Basket }) {
  const { basket } = props;
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const taking = useTillMutation('basket.takeOver');
  const label = text('basket.takeOver');
  const take = (): void => {
    if (taking.isWaiting) return;
    void taking.run({ basketId: basket.id }).then((answer) => {
      if (answer.ok) open({ name: 'basket', basketId: answer.value.id, isServed: true });
    });
  };
  useKeys({ 'Control+O': { label, onAction: take } });
  return (
    <Notice
      tone="info"
      word={text('basket.word')}
      happened={text('basket.takeOver.happened', {
        cashier: basket.cashierName,
        count: basket.items.length,
        total: formatMoneyInSentence(basket.due, language),
      })}
      next={text('basket.takeOver.next')}
    >
      {taking.problem === null ? null : <ProblemNotice problem={taking.problem} />}
      <div>
        <Button keyHint="Control+O" onPress={take}>
          {label}
        </Button>
      </div>
    </Notice>
  );
}

function UnfinishedBasketNotice(props: {
  readonly basket: Basket;
  readonly others: number;
  readonly onOpen: () => void;
}) {
  const { basket, others, onOpen } = props;
  const text = useText();
  const language = useLanguage();
  const isCollected = basket.state === 'collecting';
  const label = text(isCollected ? 'basket.notice.charge' : 'basket.notice.open');
  useKeys({ 'Control+O': { label, onAction: onOpen } });
  const isSettled = basket.state === 'settled';
  const values = {
    count: basket.items.length,
    total: formatMoneyInSentence(basket.due, language),
    cashier: basket.cashierName,
  };
  return (
    <Notice
      tone={isCollected ? 'info' : 'warning'}
      word={text('basket.word')}
      happened={text(isCollected ? 'basket.notice.collected' : 'basket.notice.unfinished', values)}
      next={text(
        isCollected
          ? 'basket.notice.collectedNext'
          : isSettled
            ? 'basket.notice.settledNext'
            : 'basket.notice.unfinishedNext',
      )}
    >
      {others === 0 ? null : <p>{text('basket.notice.more', { count: others })}</p>}
      <div>
        <Button keyHint="Control+O" onPress={onOpen}>
          {label}
        </Button>
      </div>
    </Notice>
  );
}
