import { useState } from 'react';
import { isZero, type Money as MoneyAmount } from '../../../shared/money/index.ts';
import { Button, Money, useKeyBindings } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useNavigation } from '../navigation.ts';
import { ConfirmOutcomeDialog } from './confirm-dialog.tsx';
import { formatOutcomeConfirmTask, formatOutcomeToConfirmTitle } from './confirm-task.ts';
import styles from './outcome-announcement.module.css';
import { getOutcomeConfirmTask } from './outcome-confirm-task.ts';
import { useOutcomesToConfirm } from './use-outcomes-to-confirm.ts';

const OPEN_KEY = 'Control+B';

/** The oldest outcome in words. */
interface Announcement {
  readonly id: string;
  readonly title: string;
  readonly task: string;
  readonly amount: MoneyAmount | null;
  readonly isPaid: boolean;
  readonly onOpen: () => void;
}

/**
 * Announces outcomes that arrived after their payment was left, on every screen: beside the form, so
 * that it takes no key and covers no field. Empty while there are none.
 */
export function OutcomeAnnouncement() {
  const text = useText();
  const { isLeaveBlocked } = useNavigation();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const { payments, announcements } = useAnnouncements(setOpenedId);
  const [first, ...others] = announcements;
  const isEnabled = first !== undefined && !isLeaveBlocked;
  useKeyBindings(
    isEnabled ? { [OPEN_KEY]: { label: text('toConfirm.open'), onAction: first.onOpen } } : {},
    'frame',
  );
  const openedPayment = payments.find(({ id }) => id === openedId);
  return (
    <div className={styles.place} role="status">
      {first === undefined ? null : (
        <div className={styles.card} data-outcome={first.isPaid ? 'paid' : 'not-paid'}>
          <p className={styles.title}>{first.title}</p>
          <p className={styles.task}>{first.task}</p>
          {first.amount === null ? null : (
            <div className={styles.amount}>
              <Money value={first.amount} />
            </div>
          )}
          {others.length === 0 ? null : <p>{text('toConfirm.more', { count: others.length })}</p>}
          <Button keyHint={OPEN_KEY} onPress={first.onOpen} isDisabled={!isEnabled}>
            {text('toConfirm.open')}
          </Button>
        </div>
      )}
      {openedPayment === undefined ? null : (
        <ConfirmOutcomeDialog
          key={openedPayment.id}
          payment={openedPayment}
          onClose={() => setOpenedId(null)}
          onConfirmed={() => setOpenedId(null)}
        />
      )}
    </div>
  );
}

function useAnnouncements(onOpenPayment: (paymentId: string) => void) {
  const text = useText();
  const language = useLanguage();
  const { route, open, shownOutcomeId } = useNavigation();
  const { payments, baskets } = useOutcomesToConfirm();
  const shownBasketId = route.name === 'basket' ? route.basketId : null;
  const announcements: readonly Announcement[] = [
    ...payments
      .filter(({ id }) => id !== shownOutcomeId)
      .map((payment): Announcement => {
        const task = getOutcomeConfirmTask(payment);
        return {
          id: payment.id,
          title: formatOutcomeToConfirmTitle(text, payment),
          task: formatOutcomeConfirmTask(text, task, language),
          amount: task.amount,
          isPaid: payment.toConfirm === 'paid',
          onOpen: () => onOpenPayment(payment.id),
        };
      }),
    ...baskets
      .filter(({ id }) => id !== shownBasketId)
      .map(({ id, number, giveBack }): Announcement => {
        const isNothing = giveBack === null || isZero(giveBack);
        return {
          id,
          title: text('toConfirm.basket', { number: number ?? '' }),
          task: formatOutcomeConfirmTask(
            text,
            { action: isNothing ? 'nothing' : 'change', amount: giveBack },
            language,
          ),
          amount: isNothing ? null : giveBack,
          isPaid: true,
          onOpen: () => open({ name: 'basket', basketId: id }),
        };
      }),
  ];
  return { payments, announcements };
}
