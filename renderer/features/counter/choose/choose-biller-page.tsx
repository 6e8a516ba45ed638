import { useState } from 'react';
import { isBeginningOfBillCode } from '../../../../shared/bill-codes/index.ts';
import { BillerSearchField, useBillerSearch } from '../../../app/billers/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useScanHandler,
  useTill,
  useTillQuery,
} from '../../../app/index.ts';
import { ChoiceList, EmptyState, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

export function ChooseBillerPage() {
  const { route } = useNavigation();
  // Pressing the route's key again restarts the choice.
  const [lastOpened, setLastOpened] = useState({ route, times: 0 });
  if (lastOpened.route !== route) setLastOpened({ route, times: lastOpened.times + 1 });
  if (route.name !== 'choose') return null;
  return route.flow === 'cash-out' ? (
    <ChooseCashOut key={lastOpened.times} />
  ) : (
    <ChooseSale key={lastOpened.times} flow={route.flow} />
  );
}

function ChooseSale(props: { readonly flow: 'top-up' | 'gift-card' }) {
  const { flow } = props;
  const { open, goHome } = useNavigation();
  const text = useText();
  const [accountNumber, setAccountNumber] = useState<string | undefined>(undefined);
  const openBiller = (billerId: number) => open({ name: 'pay', billerId, accountNumber, flow });
  const search = useBillerSearch(openBiller, { kinds: [flow] });
  useScanHandler((code) => {
    if (isBeginningOfBillCode(code)) return false;
    setAccountNumber(code);
    return true;
  });
  const catalogState = useTillQuery('catalog.state', {});
  const isListEmpty = catalogState.value?.lists.find((list) => list.kind === flow)?.count === 0;
  const typed = search.text.trim();
  const isEmpty = search.billers.length === 0 && !search.isPending && search.problem === null;
  return (
    <Screen
      title={text(`choose.title.${flow}`)}
      hint={accountNumber === undefined ? '' : text('choose.scanned', { code: accountNumber })}
      actions={[{ label: text('choose.back'), keyName: 'Escape', onAction: goHome }]}
      isDense
    >
      <BillerSearchField
        search={search}
        onChooseBiller={openBiller}
        label={text(`choose.field.${flow}`)}
        placeholder={text('choose.placeholder')}
      />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty && isListEmpty ? (
        <EmptyState title={text('choose.empty')}>{text('choose.emptyMore')}</EmptyState>
      ) : null}
      {isEmpty && !isListEmpty && typed !== '' ? (
        <EmptyState title={text('choose.none')}>{text('choose.noneMore')}</EmptyState>
      ) : null}
    </Screen>
  );
}

function ChooseCashOut() {
  const { open, goHome } = useNavigation();
  const { cashOutBillers } = useTill();
  const text = useText();
  return (
    <Screen
      title={text('choose.title.cash-out')}
      actions={[{ label: text('choose.back'), keyName: 'Escape', onAction: goHome }]}
    >
      {cashOutBillers.length === 0 ? (
        <EmptyState title={text('choose.empty.cash-out')}>
          {text('choose.emptyMore.cash-out')}
        </EmptyState>
      ) : (
        <ChoiceList
          label={text('choose.field.cash-out')}
          choices={cashOutBillers.map((id) => ({
            id: String(id),
            name: String(id),
            content: <CashOutBillerName id={id} />,
          }))}
          onChoose={(id) => open({ name: 'pay', billerId: Number(id), isCashOut: true })}
          isAutoFocused
        />
      )}
    </Screen>
  );
}

/** Shows the name of a cash-out biller from the settings; its id until the catalogue has it. */
function CashOutBillerName(props: { readonly id: number }) {
  const { id } = props;
  const billerQuery = useTillQuery('catalog.biller', { id });
  return <>{billerQuery.value?.biller.name ?? String(id)}</>;
}
