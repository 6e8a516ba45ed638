import type { LinkedBill } from '../../../../shared/contract/index.ts';
import { describeServiceCode } from '../../../../shared/i18n/index.ts';
import { toSearchText } from '../../../../shared/text/index.ts';
import { ProblemNotice, useScanHandler, useTill } from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  EmptyState,
  formatMoneyInSentence,
  LoadingIndicator,
  Screen,
  TextField,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { SavedBillPages } from './use-bill-pages.ts';

export interface BillsListProps {
  readonly pages: SavedBillPages;
  readonly searchText: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (bill: LinkedBill) => void;
  readonly onLink: () => void;
  readonly onBack: () => void;
}

/** The saved accounts, and a search among the loaded ones. */
export function BillsList(props: BillsListProps) {
  const { pages, searchText } = props;
  const text = useText();
  const { deadlineSeconds } = useTill();
  const matches = filterBills(pages.bills, searchText);
  const rows = useBillRows(matches);
  const [firstMatch] = matches;
  const isEmpty = pages.bills.length === 0;
  useScanHandler((code) => {
    props.onSearch(code);
    return true;
  });
  const isFirstLoad = pages.isFetching && isEmpty;
  return (
    <Screen
      title={text('bills.title')}
      actions={[
        { label: text('bills.back'), keyName: 'Escape', onAction: props.onBack },
        { label: text('bills.link'), keyName: 'Insert', onAction: props.onLink },
        { label: text('bills.reload'), keyName: 'F1', onAction: pages.refetch },
        ...(firstMatch === undefined
          ? []
          : [
              {
                label: text('bills.openFirst'),
                keyName: 'Enter' as const,
                onAction: () => props.onOpen(firstMatch),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      {isFirstLoad ? (
        <LoadingIndicator label={text('bills.reading')} maxSeconds={deadlineSeconds} />
      ) : null}
      {isEmpty ? null : (
        <TextField
          label={text('bills.search')}
          value={searchText}
          onChange={props.onSearch}
          description={
            pages.total !== null && pages.total > pages.bills.length
              ? text('bills.partialSearch', { read: pages.bills.length, total: pages.total })
              : text('bills.searchHint')
          }
          maxLength={80}
          isAutoFocused
        />
      )}
      {pages.problem === null ? null : <ProblemNotice problem={pages.problem} />}
      {isEmpty && !pages.isFetching && pages.problem === null ? (
        <EmptyState title={text('bills.empty')}>{text('bills.emptyMore')}</EmptyState>
      ) : null}
      {!isEmpty && matches.length === 0 ? (
        <EmptyState title={text('bills.none')}>
          {text(pages.hasNextPage ? 'bills.noneInPart' : 'bills.noneMore')}
        </EmptyState>
      ) : null}
      {matches.length === 0 ? null : (
        <ChoiceList
          label={text('bills.list')}
          choices={rows}
          onChoose={(id) => {
            const bill = matches.find((bill) => bill.id === id);
            if (bill) props.onOpen(bill);
          }}
        />
      )}
      {pages.hasNextPage ? (
        <div>
          <Button onPress={pages.fetchNextPage}>
            {text(pages.isFetching ? 'bills.readingMore' : 'bills.more')}
          </Button>
        </div>
      ) : null}
    </Screen>
  );
}

function useBillRows(bills: readonly LinkedBill[]): readonly Choice[] {
  const text = useText();
  const language = useLanguage();
  /** Returns why the service could not read the bill, with the code for the help line. */
  const formatFailure = (bill: LinkedBill): string => {
    const { errorCode: code, errorMessage, billerName: biller } = bill;
    if (code === null) return errorMessage ?? text('bills.failed');
    const codeContext = {
      code,
      httpStatus: 422,
      language,
      context: 'look-up',
      billerName: biller,
    } as const;
    return `${describeServiceCode(codeContext).title} (${code})`;
  };
  return bills.map((bill) => ({
    id: bill.id,
    name: bill.billerName,
    detail: [
      bill.accountShown,
      ...(bill.nameOnAccount === null ? [] : [bill.nameOnAccount]),
      ...(bill.status === 'failed' ? [formatFailure(bill)] : []),
      ...(bill.status === 'fetching' ? [text('bills.fetching')] : []),
    ].join(' · '),
    trailingContent:
      bill.balance === null
        ? text('bills.noBalance')
        : formatMoneyInSentence(bill.balance, language),
  }));
}

/**
 * Returns the bills that contain every typed word in biller, account or holder. Case and accents
 * are ignored.
 */
function filterBills(bills: readonly LinkedBill[], typed: string): readonly LinkedBill[] {
  const words = toSearchText(typed).split(/\s+/).filter(Boolean);
  return bills.filter((bill) => {
    const searchText = toSearchText(
      [bill.billerName, bill.accountNumber, bill.accountShown, bill.nameOnAccount ?? ''].join(' '),
    );
    return words.every((word) => searchText.includes(word));
  });
}
