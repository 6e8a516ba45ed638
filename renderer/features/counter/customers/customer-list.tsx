import { useEffect, useEffectEvent, useState } from 'react';
import {
  type CallOutput,
  type CustomerAccount,
  hasPermission,
} from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useRunIfMounted,
  useTill,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { ChoiceList, EmptyState, Notice, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_SHOWN_CUSTOMERS = 50;

/** All saved customers, most recently used first, or those that match the search text. */
export function CustomerList(props: {
  readonly searchText: string;
  /** The number of customers that were just deleted; null if none were. */
  readonly deletedCount: number | null;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (customer: CustomerAccount) => void;
  readonly onAllDeleted: (count: number) => void;
  readonly onBack: () => void;
}) {
  const { searchText, deletedCount } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const { session } = useTill();
  const canSeeAll =
    session.cashier !== null && hasPermission(session.cashier.role, 'see-customers');
  const [isDeleteDialogOpen, setDeleteDialogOpen] = useState(false);
  const customerQuery = useTillQuery(
    'customers.find',
    { text: searchText, limit: MAX_SHOWN_CUSTOMERS },
    { refetchOnMount: 'always', keepPreviousData: true, gcTime: 0 },
  );
  const { value } = customerQuery;
  const customers = value?.customers ?? [];
  const [firstCustomer] = customers;
  const hasCustomers = value !== undefined && value.storedCount > 0;
  // Enter pressed during a search opens its first result, not a row of the previous list.
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const openFirst = useEffectEvent(() => {
    setEnteredText(null);
    if (firstCustomer) props.onOpen(firstCustomer);
  });
  const shouldOpenFirst = enteredText === searchText && !customerQuery.isFetching;
  useEffect(() => {
    if (shouldOpenFirst) openFirst();
  }, [shouldOpenFirst]);
  return (
    <Screen
      title={text('customers.title')}
      {...(hasCustomers
        ? { hint: text('customers.savedCount', { count: value.storedCount, days: value.days }) }
        : {})}
      actions={[
        { label: text('customers.back'), keyName: 'Escape', onAction: props.onBack },
        ...(hasCustomers
          ? [
              {
                label: text('customers.deleteAll'),
                keyName: 'Delete' as const,
                onAction: () => setDeleteDialogOpen(true),
              },
            ]
          : []),
        ...((firstCustomer === undefined && !customerQuery.isFetching) || searchText.trim() === ''
          ? []
          : [
              {
                label: text('customers.open'),
                keyName: 'Enter' as const,
                onAction: () => setEnteredText(searchText),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      {deletedCount === null ? null : <DeletedNotice count={deletedCount} />}
      {hasCustomers ? (
        <TextField
          label={text('customers.field')}
          value={searchText}
          onChange={props.onSearch}
          description={
            customers.some((customer) => customer.isMasked) ? text('customers.maskedHint') : ''
          }
          placeholder={text(canSeeAll ? 'customers.placeholder' : 'customers.masked.placeholder')}
          maxLength={80}
          isAutoFocused
        />
      ) : null}
      {customerQuery.problem === null ? null : <ProblemNotice problem={customerQuery.problem} />}
      {value === undefined || customers.length > 0 || !customerQuery.isUpToDate ? null : (
        <NoCustomers result={value} searchText={searchText} canSeeAll={canSeeAll} />
      )}
      {customers.length === 0 ? null : (
        <ChoiceList
          label={text('customers.list')}
          choices={customers.map((customer) => ({
            id: customer.id,
            name: customer.billerName,
            detail: [customer.account, customer.name, customer.phone]
              .filter((part) => part !== null)
              .join(' · '),
            trailingContent: clock.day(customer.usedAt),
          }))}
          onChoose={(id) => {
            const customer = customers.find((candidate) => candidate.id === id);
            if (customer) props.onOpen(customer);
          }}
        />
      )}
      {isDeleteDialogOpen ? (
        <DeleteAllDialog
          onClose={() => setDeleteDialogOpen(false)}
          onDeleted={(count) => {
            setDeleteDialogOpen(false);
            customerQuery.refetch();
            props.onAllDeleted(count);
          }}
        />
      ) : null}
    </Screen>
  );
}

function DeletedNotice({ count }: { readonly count: number }) {
  const text = useText();
  return (
    <Notice
      tone="info"
      title={text('customers.deletedAll', { count })}
      action={text('customers.delete.remaining')}
    />
  );
}

function NoCustomers(props: {
  readonly result: CallOutput<'customers.find'>;
  readonly searchText: string;
  readonly canSeeAll: boolean;
}) {
  const { result, searchText } = props;
  const text = useText();
  if (result.days === 0) {
    return <EmptyState title={text('customers.off')}>{text('customers.offMore')}</EmptyState>;
  }
  return result.storedCount === 0 ? (
    <EmptyState title={text('customers.empty')}>{text('customers.emptyMore')}</EmptyState>
  ) : (
    <EmptyState title={text('customers.none', { text: searchText.trim() })}>
      {text(props.canSeeAll ? 'customers.noneMore' : 'customers.masked.noneMore')}
    </EmptyState>
  );
}

/** Asks for an owner's PIN, and deletes all customers. */
function DeleteAllDialog(props: {
  readonly onClose: () => void;
  readonly onDeleted: (count: number) => void;
}) {
  const text = useText();
  const forgetAll = useTillMutation('customers.deleteAll');
  const runIfMounted = useRunIfMounted();
  return (
    <ApprovalDialog
      title={text('customers.deleteAll.title')}
      explanation={text('customers.deleteAll.description')}
      isReasonRequired={false}
      permission="forget-customers"
      isBusy={forgetAll.isPending}
      problem={forgetAll.problem}
      onCancel={props.onClose}
      onApprove={(approval) =>
        void forgetAll.run({ approval }).then((answer) => {
          if (answer.ok) runIfMounted(() => props.onDeleted(answer.value.count));
        })
      }
    >
      <p>{text('customers.delete.remaining')}</p>
    </ApprovalDialog>
  );
}
