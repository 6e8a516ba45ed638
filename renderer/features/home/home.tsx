import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField, useBillerSearch } from '../../app/billers/index.ts';
import {
  ProblemNotice,
  referenceOf,
  useCall,
  useNavigation,
  useScan,
  useWhileHere,
} from '../../app/index.ts';
import { Empty, Screen } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { CatalogNotice } from './catalog-notice.tsx';

/**
 * The home screen: a search field first. A payment that this cashier still has in hand comes before
 * it, so that a page that was reloaded in the middle stands where the payment stands.
 */
export function Home() {
  const { open } = useNavigation();
  const call = useCall();
  const text = useText();
  const [code, setCode] = useState<string | null>(null);
  const choose = (billerId: number) =>
    open({ name: 'pay', billerId, accountNumber: code ?? undefined });
  const search = useBillerSearch(choose, { code });
  const scan = useScannedBill(setCode);
  useScan(scan);

  const typed = search.text.trim();
  const isBegun = typed !== '' || code !== null;
  const onInHand = useEffectEvent((billerId: number) => {
    // Nobody is torn away from what she has begun: the flow that she opens asks once more.
    if (!isBegun) open({ name: 'pay', billerId });
  });
  const whileHere = useWhileHere();
  useEffect(() => {
    void call('payments.inHand', {}).then((answer) => {
      const payment = answer.ok ? answer.value : null;
      if (payment) whileHere(() => onInHand(payment.billerId));
    });
  }, [call, whileHere]);

  const isEmpty = search.found.length === 0 && !search.isWaiting && search.problem === null;
  return (
    <Screen
      title={code === null ? text('home.title') : text('home.scanned', { code })}
      actions={
        code === null
          ? []
          : [{ label: text('home.scannedNot'), keyName: 'Escape', onAction: () => setCode(null) }]
      }
    >
      <SearchField search={search} onChoose={choose} />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty ? <Nothing typed={typed} isScanned={code !== null} /> : null}
      <CatalogNotice />
    </Screen>
  );
}

/**
 * A code that can be one biller's alone opens its form; for any other the cashier is asked whose it
 * is. One of our own receipts is looked up in the history.
 */
function useScannedBill(ask: (code: string) => void): (code: string) => boolean {
  const call = useCall();
  const { open } = useNavigation();
  const whileHere = useWhileHere();
  return (code) => {
    const reference = referenceOf(code);
    if (reference !== null) {
      open({ name: 'history', text: reference });
      return true;
    }
    void call('catalog.byBarcode', { code, limit: 2 }).then((answer) => {
      const [only, other] = answer.ok ? answer.value : [];
      whileHere(() => {
        if (only && !other) open({ name: 'pay', billerId: only.biller.id, accountNumber: code });
        else ask(code);
      });
    });
    return true;
  };
}

function Nothing(props: { readonly typed: string; readonly isScanned: boolean }) {
  const { typed, isScanned } = props;
  const text = useText();
  if (typed !== '') {
    return <Empty title={text('home.none', { text: typed })}>{text('home.noneMore')}</Empty>;
  }
  return isScanned ? (
    <Empty title={text('home.scannedNone')}>{text('home.scannedNoneMore')}</Empty>
  ) : (
    <Empty title={text('home.first')}>{text('home.firstMore')}</Empty>
  );
}
