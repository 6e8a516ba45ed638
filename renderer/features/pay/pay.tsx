import { useEffect, useState } from 'react';
import type { Problem } from '../../../shared/contract/index.ts';
import { useCall, useNavigation, useTill } from '../../app/index.ts';
import { Screen, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { BillFlow } from './bill-flow.tsx';
import { beginFlow, type Flow, resumeFlow } from './flow.ts';
import { ProblemNotice } from './problem-notice.tsx';

/**
 * The bill flow's place. It first asks main what this cashier has in hand: a payment that is being
 * sent, or whose result nobody has seen, comes before any new one.
 */
export function Pay() {
  const { place, goHome } = useNavigation();
  if (place.name !== 'pay') return null;
  return <PayFor key={place.billerId} billerId={place.billerId} onEnd={goHome} />;
}

type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'flow'; readonly begin: () => Flow }
  | { readonly kind: 'trouble'; readonly problem: Problem };

function PayFor(props: { readonly billerId: number; readonly onEnd: () => void }) {
  const { billerId, onEnd } = props;
  const call = useCall();
  const { deadlineSeconds } = useTill();
  const text = useText();
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' });

  useEffect(() => {
    let isHere = true;
    const open = async (): Promise<Opened> => {
      const inHand = await call('payments.inHand', {});
      if (!inHand.ok) return { kind: 'trouble', problem: inHand.problem };
      const payment = inHand.value;
      if (payment) return { kind: 'flow', begin: () => resumeFlow(payment, Date.now()) };
      const found = await call('catalog.biller', { id: billerId });
      if (!found.ok) return { kind: 'trouble', problem: found.problem };
      const { biller, isListed } = found.value;
      return { kind: 'flow', begin: () => beginFlow(biller, isListed) };
    };
    void open().then((now) => {
      if (isHere) setOpened(now);
    });
    return () => {
      isHere = false;
    };
  }, [call, billerId]);

  switch (opened.kind) {
    case 'opening':
      return <Waiting what={text('pay.opening')} longestSeconds={deadlineSeconds} />;
    case 'trouble':
      return (
        <Screen
          title={text('pay.missing')}
          actions={[
            { label: text('pay.home'), keyName: 'Escape', onAction: onEnd, variant: 'primary' },
          ]}
        >
          <ProblemNotice problem={opened.problem} />
        </Screen>
      );
    case 'flow':
      return <BillFlow begin={opened.begin} onEnd={onEnd} />;
  }
}
