import { useEffect, useState } from 'react';
import type { Biller, Language, Problem } from '../../../shared/contract/index.ts';
import { type Place, ProblemNotice, useCall, useNavigation, useTill } from '../../app/index.ts';
import { Screen, type ScreenAction, Waiting } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { BillFlow } from './bill-flow.tsx';
import {
  beginFlow,
  beginKept,
  type Flow,
  newDraft,
  resumeFlow,
  type SaleKind,
} from './flow/index.ts';

/**
 * The place where one payment of any kind is made. It first asks main what this cashier has in
 * hand: a payment that is being sent, or whose result nobody has seen, comes before any new one.
 */
export function Pay() {
  const { place, goHome } = useNavigation();
  if (place.name !== 'pay') return null;
  return <PayFor key={keyOf(place)} place={place} onEnd={goHome} />;
}

type PayPlace = Extract<Place, { readonly name: 'pay' }>;

function keyOf(place: PayPlace): string {
  return [place.billerId, place.billId, place.accountNumber, place.isCashOut].join('/');
}

type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'flow'; readonly begin: (beginning: Beginning) => Flow }
  | { readonly kind: 'trouble'; readonly problem: Problem };

/**
 * What a flow takes from the till at its first moment: later changes are no reason to begin anew.
 */
interface Beginning {
  readonly locale: Language;
  readonly drpBillers: readonly number[];
}

function PayFor(props: { readonly place: PayPlace; readonly onEnd: () => void }) {
  const { place, onEnd } = props;
  const { billerId, billId, accountNumber, isCashOut } = place;
  const call = useCall();
  const locale = useLanguage();
  const { deadlineSeconds, drpBillers } = useTill();
  const text = useText();
  const { open: openPlace } = useNavigation();
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' });

  useEffect(() => {
    let isHere = true;
    const open = async (): Promise<Opened> => {
      const inHand = await call('payments.inHand', {});
      if (!inHand.ok) return { kind: 'trouble', problem: inHand.problem };
      const payment = inHand.value;
      if (payment) return { kind: 'flow', begin: () => resumeFlow(payment, Date.now()) };
      // Asked before anything is typed: what is typed is not lost over opening the shift.
      const cash = await call('cash.state', {});
      if (cash.ok && cash.value.shifts === 'required' && cash.value.shift === null) {
        return { kind: 'trouble', problem: { kind: 'shift', reason: 'needed' } };
      }
      const found = await call('catalog.biller', { id: billerId });
      if (!found.ok) return { kind: 'trouble', problem: found.problem };
      const { biller, isListed } = found.value;
      if (billId !== undefined) {
        const balance = await call('bills.balance', { billId });
        if (!balance.ok) return { kind: 'trouble', problem: balance.problem };
        const { value } = balance;
        return { kind: 'flow', begin: ({ locale }) => beginKept(newDraft(biller), value, locale) };
      }
      const kind = saleOf(biller, isCashOut ?? false);
      return {
        kind: 'flow',
        begin: ({ drpBillers }) => {
          const isDrp = drpBillers.includes(biller.id);
          return beginFlow(biller, { isListed, kind, isDrp, accountNumber });
        },
      };
    };
    void open().then((now) => {
      if (isHere) setOpened(now);
    });
    return () => {
      isHere = false;
    };
  }, [call, billerId, billId, accountNumber, isCashOut]);

  switch (opened.kind) {
    case 'opening':
      return <Waiting what={text('pay.opening')} longestSeconds={deadlineSeconds} />;
    case 'trouble':
      return (
        <Screen
          title={text(opened.problem.kind === 'shift' ? 'shift.title' : 'pay.missing')}
          actions={[
            {
              label: text('pay.home'),
              keyName: 'Escape',
              onAction: onEnd,
              variant: opened.problem.kind === 'shift' ? 'quiet' : 'primary',
            },
            ...(opened.problem.kind === 'shift'
              ? [
                  {
                    label: text('shift.openNow'),
                    keyName: 'Enter',
                    variant: 'primary',
                    onAction: () => openPlace({ name: 'shift', toOpen: place }),
                  } satisfies ScreenAction,
                ]
              : []),
          ]}
        >
          <ProblemNotice problem={opened.problem} />
        </Screen>
      );
    case 'flow':
      return <BillFlow begin={() => opened.begin({ locale, drpBillers })} onEnd={onEnd} />;
  }
}

function saleOf(biller: Biller, isCashOut: boolean): SaleKind {
  if (isCashOut) return 'cash-out';
  return biller.kind === 'top-up' || biller.kind === 'gift-card' ? biller.kind : 'bill';
}
