import { useEffect, useEffectEvent, useState } from 'react';
import {
  type CallOutput,
  type CustomerAccount,
  hasPermission,
} from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useIfMounted,
  useTill,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { ChoiceList, EmptyState, Notice, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_SHOWN_CUSTOMERS = 50;

/** All that are kept, the last used first, or those that fit what was typed. */
export function CustomerList(props: {
  readonly wanted: string;
  /** How many were deleted just now; null if none were. */
  readonly gone: number | null;
  readonly onWant: (text: string) => void;
  readonly onOpen: (customer: CustomerAccount) => void;
  readonly onAllGone: (count: number) => void;
  readonly onBack: () => void;
}) {
  const { wanted, gone } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const { session } = useTill();
  const seesAll = session.cashier !== null && hasPermission(session.cashier.role, 'see-customers');
  const [isForgetting, setForgetting] = useState(false);
  const found = useTillQuery(
    'customers.find',
    { text: wanted, limit: MAX_SHOWN_CUSTOMERS },
    { refetchOnMount: 'always', keepPreviousData: true, gcTime: 0 },
  );
  const { value } = found;
  const customers = value?.customers ?? [];
  const [first] = customers;
  const isSome = value !== undefined && value.kept > 0;
  // An Enter pressed while the list is asked for opens what is found, not what stands there yet.
  const [entered, setEntered] = useState<string | null>(null);
  const openFirst = useEffectEvent(() => {
    setEntered(null);
    if (first) props.onOpen(first);
  });
  const isFound = entered === wanted && !found.isAsking;
  useEffect(() => {
    if (isFound) openFirst();
  }, [isFound]);
  return (
    <Screen
      title={text('customers.title')}
      {...(isSome ? { hint: text('customers.kept', { count: value.kept, days: value.days }) } : {})}
      actions={[
        { label: text('customers.back'), keyName: 'Escape', onAction: props.onBack },
        ...(isSome
          ? [
              {
                label: text('customers.forgetAll'),
                keyName: 'Delete' as const,
                onAction: () => setForgetting(true),
              },
            ]
          : []),
        ...((first === undefined && !found.isAsking) || wanted.trim() === ''
          ? []
          : [
              {
                label: text('customers.open'),
                keyName: 'Enter' as const,
                onAction: () => setEntered(wanted),
                variant: 'primary' as const,
              },
            ]),
      ]}
    >
      {gone === null ? null : <DeletedNotice count={gone} />}
      {isSome ? (
        <TextField
          label={text('customers.field')}
          value={wanted}
          onChange={props.onWant}
          description={customers.some((one) => one.isMasked) ? text('customers.maskedHint') : ''}
          placeholder={text(seesAll ? 'customers.placeholder' : 'customers.masked.placeholder')}
          maxLength={80}
          isAutoFocused
        />
      ) : null}
      {found.problem === null ? null : <ProblemNotice problem={found.problem} />}
      {value === undefined || customers.length > 0 || found.isPlaceholderData ? null : (
        <NoCustomers found={value} wanted={wanted} seesAll={seesAll} />
      )}
      {customers.length === 0 ? null : (
        <ChoiceList
          label={text('customers.list')}
          choices={customers.map((one) => ({
            id: one.id,
            name: one.billerName,
            detail: [one.account, one.name, one.phone].filter((part) => part !== null).join(' · '),
            aside: clock.day(one.usedAt),
          }))}
          onChoose={(id) => {
            const customer = customers.find((one) => one.id === id);
            if (customer) props.onOpen(customer);
          }}
        />
      )}
      {isForgetting ? (
        <DeleteAllDialog
          onClose={() => setForgetting(false)}
          onGone={(count) => {
            setForgetting(false);
            found.again();
            props.onAllGone(count);
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
      happened={text('customers.goneAll', { count })}
      next={text('customers.forget.stays')}
    />
  );
}

function NoCustomers(props: {
  readonly found: CallOutput<'customers.find'>;
  readonly wanted: string;
  readonly seesAll: boolean;
}) {
  const { found, wanted } = props;
  const text = useText();
  if (found.days === 0) {
    return <EmptyState title={text('customers.off')}>{text('customers.offMore')}</EmptyState>;
  }
  return found.kept === 0 ? (
    <EmptyState title={text('customers.empty')}>{text('customers.emptyMore')}</EmptyState>
  ) : (
    <EmptyState title={text('customers.none', { text: wanted.trim() })}>
      {text(props.seesAll ? 'customers.noneMore' : 'customers.masked.noneMore')}
    </EmptyState>
  );
}

/** The owner's PIN deletes all of them. */
function DeleteAllDialog(props: {
  readonly onClose: () => void;
  readonly onGone: (count: number) => void;
}) {
  const text = useText();
  const forget = useTillMutation('customers.forgetAll');
  const whileHere = useIfMounted();
  return (
    <ApprovalDialog
      title={text('customers.forgetAll.title')}
      explanation={text('customers.forgetAll.what')}
      isReasonRequired={false}
      permission="forget-customers"
      isBusy={forget.isWaiting}
      problem={forget.problem}
      onCancel={props.onClose}
      onApprove={(approval) =>
        void forget.run({ approval }).then((answer) => {
          if (answer.ok) whileHere(() => props.onGone(answer.value.count));
        })
      }
    >
      <p>{text('customers.forget.stays')}</p>
    </ApprovalDialog>
  );
}
