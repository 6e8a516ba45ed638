import { useEffect, useEffectEvent } from 'react';
import type { Basket } from '../../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../../app/index.ts';
import {
  Button,
  formatMoneyInSentence,
  Notice,
  useKeyBindings,
} from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * On the home screen: the unfinished basket that needs attention most, and the number of other
 * unfinished baskets. A sent basket that this cashier has not left opens automatically, unless the
 * cashier has started something else. A basket that another cashier was collecting when the till
 * was locked is offered for take-over.
 */
export function BasketNotice(props: { readonly opensSentBasket: boolean }) {
  const { open } = useNavigation();
  const cashierId = useTill().session.cashier?.id ?? null;
  const currentQuery = useTillQuery('basket.current', {}, { refetchOnMount: 'always' });
  const current = currentQuery.value ?? null;
  const unfinished =
    useTillQuery('basket.unfinished', {}, { refetchOnMount: 'always' }).value ?? [];
  const openSentBasket = useEffectEvent((basketId: string) => {
    if (props.opensSentBasket) open({ name: 'basket', basketId, isCustomerPresent: true });
  });
  const collectingBasket = current?.state === 'collecting' ? current : null;
  const otherBasket =
    useTillQuery('basket.takeOverCandidate', {}, { refetchOnMount: 'always' }).value ?? null;
  // A cached basket may have ended since, and must not open automatically.
  const sentId =
    collectingBasket === null && currentQuery.isUpToDate ? (current?.id ?? null) : null;
  useEffect(() => {
    if (sentId !== null) openSentBasket(sentId);
  }, [sentId]);

  if (current === null && otherBasket !== null) return <TakeOverNotice basket={otherBasket} />;
  const shownBasket = collectingBasket ?? findMostUrgentBasket(unfinished, cashierId);
  if (shownBasket === null) return null;
  return (
    <UnfinishedBasketNotice
      basket={shownBasket}
      others={unfinished.filter(({ id }) => id !== shownBasket.id).length}
      onOpen={() =>
        // Any other basket was left or belongs to another cashier, so a different customer may be
        // at the counter.
        open({
          name: 'basket',
          basketId: shownBasket.id,
          ...(collectingBasket === null ? {} : { isCustomerPresent: true }),
        })
      }
    />
  );
}

/** Another cashier's customer may still be at the counter, with a basket in progress. */
function TakeOverNotice(props: { readonly basket: Basket }) {
  const { basket } = props;
  const { open } = useNavigation();
  const text = useText();
  const language = useLanguage();
  const takeOver = useTillMutation('basket.takeOver');
  const label = text('basket.takeOver');
  const confirmTakeOver = (): void => {
    if (takeOver.isPending) return;
    void takeOver.run({ basketId: basket.id }).then((answer) => {
      if (answer.ok) open({ name: 'basket', basketId: answer.value.id, isCustomerPresent: true });
    });
  };
  useKeyBindings({ 'Control+O': { label, onAction: confirmTakeOver } });
  return (
    <Notice
      tone="info"
      toneText={text('basket.word')}
      title={text('basket.takeOver.title', {
        cashier: basket.cashierName,
        count: basket.items.length,
        total: formatMoneyInSentence(basket.due, language),
      })}
      action={text('basket.takeOver.action')}
    >
      {takeOver.problem === null ? null : <ProblemNotice problem={takeOver.problem} />}
      <div>
        <Button keyHint="Control+O" onPress={confirmTakeOver}>
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
  const isCollecting = basket.state === 'collecting';
  const label = text(isCollecting ? 'basket.notice.charge' : 'basket.notice.open');
  useKeyBindings({ 'Control+O': { label, onAction: onOpen } });
  const isSettled = basket.state === 'settled';
  const values = {
    count: basket.items.length,
    total: formatMoneyInSentence(basket.due, language),
    cashier: basket.cashierName,
  };
  return (
    <Notice
      tone={isCollecting ? 'info' : 'warning'}
      toneText={text('basket.word')}
      title={text(isCollecting ? 'basket.notice.collected' : 'basket.notice.unfinished', values)}
      action={text(
        isCollecting
          ? 'basket.notice.collectedAction'
          : isSettled
            ? 'basket.notice.settledAction'
            : 'basket.notice.unfinishedAction',
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

/**
 * Returns the unfinished basket that needs attention first: baskets that wait for F12 or whose
 * change is not acknowledged, this cashier's before the others', the oldest first. A basket that
 * only waits for an outcome is returned only if there is no other. Null if there is none.
 */
function findMostUrgentBasket(baskets: readonly Basket[], cashierId: string | null): Basket | null {
  const actionable = baskets.filter(({ state }) => state !== 'open');
  return (
    actionable.find((basket) => basket.cashierId === cashierId) ??
    actionable[0] ??
    baskets[0] ??
    null
  );
}
