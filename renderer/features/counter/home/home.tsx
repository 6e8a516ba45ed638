import { useEffect, useEffectEvent, useState } from 'react';
import { SEPARATOR } from '../../../../shared/bill-codes/index.ts';
import type { CustomerAccount, ScanResult } from '../../../../shared/contract/index.ts';
import { BillerSearchField, useBillerSearch } from '../../../app/billers/index.ts';
import {
  ConnectionNotice,
  ProblemNotice,
  parseReceiptReference,
  type Route,
  UnprintedPapersNotice,
  useAccountForecastLine,
  useBillScanHandler,
  useNavigation,
  useRunIfMounted,
  useTillCall,
} from '../../../app/index.ts';
import { EmptyState, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BasketNotice } from '../basket/notice/index.ts';
import { useOpenScannedBill } from '../scan/index.ts';
import { CatalogNotice } from './catalog-notice.tsx';
import { DropNotice } from './drop-notice.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useLastPaymentLine } from './last-payment.tsx';
import { OwedMoneyNotice } from './owed-money-notice.tsx';

/** The longest account that is searched for. */
const MAX_ACCOUNT = 64;

/**
 * The home screen with its search field. If this cashier has a payment in hand, it opens first, so
 * that a reload during a payment returns to it.
 */
export function HomePage() {
  const { open, route } = useNavigation();
  const call = useTillCall();
  const text = useText();
  // F2 opens the route anew, and begins without the code.
  const [scanned, setScanned] = useState<{ readonly route: Route; readonly code: string | null }>();
  const code =
    scanned?.route === route
      ? scanned.code
      : ((route.name === 'home' ? route.accountNumber : null) ?? null);
  const setCode = (newCode: string | null): void => setScanned({ route, code: newCode });
  const openBiller = (billerId: number) =>
    open({ name: 'pay', billerId, accountNumber: code ?? undefined });
  const openCustomer = ({ id, billerId, kind }: CustomerAccount) =>
    open({
      name: 'pay',
      billerId,
      customerId: id,
      ...(kind === 'bill' ? {} : { flow: kind }),
    });
  const search = useBillerSearch(openBiller, { scannedCode: code, onChooseCustomer: openCustomer });
  const handleScan = useScannedBill(setCode);
  useBillScanHandler(handleScan);

  const searchText = search.text.trim();
  const hasStarted = searchText !== '' || code !== null;
  const openPaymentInHand = useEffectEvent((billerId: number) => {
    // A cashier who has started something is not interrupted: the flow that opens next checks again
    // for a payment in hand.
    if (!hasStarted) open({ name: 'pay', billerId, isPaymentInHand: true });
  });
  const runIfMounted = useRunIfMounted();
  useEffect(() => {
    void call('payments.current', {}).then((answer) => {
      const payment = answer.ok ? answer.value : null;
      if (payment) runIfMounted(() => openPaymentInHand(payment.billerId));
    });
  }, [call, runIfMounted]);

  const lastPaymentLine = useLastPaymentLine();
  const forecastLine = useAccountForecastLine();
  const isEmpty =
    search.billers.length === 0 &&
    search.customers.length === 0 &&
    !search.isPending &&
    search.problem === null;
  return (
    <Screen
      title={code === null ? text('home.title') : text('home.scanned', { code })}
      {...(lastPaymentLine === null && forecastLine === null
        ? {}
        : {
            footer: (
              <>
                {forecastLine}
                {lastPaymentLine}
              </>
            ),
          })}
      actions={
        code === null
          ? []
          : [
              {
                label: text('home.scannedDiscard'),
                keyName: 'Escape',
                onAction: () => setCode(null),
              },
            ]
      }
    >
      <ConnectionNotice isOnHomeScreen />
      <OwedMoneyNotice isCashierTyping={hasStarted} />
      <BasketNotice opensSentBasket={!hasStarted} />
      <DropNotice isCashierTyping={hasStarted} />
      <UnprintedPapersNotice />
      <BillerSearchField
        search={search}
        onChooseBiller={openBiller}
        onChooseCustomer={openCustomer}
      />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty ? <NoResults typed={searchText} isScanned={code !== null} /> : null}
      <CatalogNotice />
    </Screen>
  );
}

/**
 * Returns a scan handler. The code of a bill whose biller is certain opens its form, and so does an
 * account that was paid before; otherwise the cashier chooses the biller. The code of the shop's own
 * receipt opens the history.
 */
function useScannedBill(setScannedCode: (code: string) => void): (code: string) => boolean {
  const call = useTillCall();
  const { open } = useNavigation();
  const runIfMounted = useRunIfMounted();
  const openScannedBill = useOpenScannedBill();
  const openAccount = async (accountNumber: string): Promise<void> => {
    const answer = await call('catalog.findByBarcode', { code: accountNumber, limit: 1 });
    const certainId = answer.ok ? answer.value.certainId : null;
    runIfMounted(() => {
      if (certainId === null) setScannedCode(accountNumber);
      else open({ name: 'pay', billerId: certainId, accountNumber });
    });
  };
  return (code) => {
    const reference = parseReceiptReference(code);
    if (reference !== null) {
      open({ name: 'history', text: reference });
      return true;
    }
    void call('billCodes.read', { code, billerId: null }).then((answer) => {
      // Without an answer, the cashier searches for the biller, with the code as the account.
      const result: ScanResult = answer.ok
        ? answer.value
        : { kind: 'account', accountNumber: code.replaceAll(SEPARATOR, '').slice(0, MAX_ACCOUNT) };
      if (result.kind === 'account') void openAccount(result.accountNumber);
      else runIfMounted(() => openScannedBill(result));
    });
    return true;
  };
}

function NoResults(props: { readonly typed: string; readonly isScanned: boolean }) {
  const { typed, isScanned } = props;
  const text = useText();
  if (typed !== '') {
    return (
      <EmptyState title={text('home.none', { text: typed })}>{text('home.noneMore')}</EmptyState>
    );
  }
  return isScanned ? (
    <EmptyState title={text('home.scannedNone')}>{text('home.scannedNoneMore')}</EmptyState>
  ) : (
    <FirstSteps />
  );
}
