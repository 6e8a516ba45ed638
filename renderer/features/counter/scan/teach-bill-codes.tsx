import { useState } from 'react';
import { parseBillCode, TAUGHT_BILL_COUNT } from '../../../../shared/bill-codes/index.ts';
import type { Approval, TaughtLayout } from '../../../../shared/contract/index.ts';
import { BillerSearchField, useBillerSearch } from '../../../app/billers/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useBillScanHandler,
  usePermission,
  useRunIfMounted,
  useTillMutation,
} from '../../../app/index.ts';
import { Facts, Notice, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { formatAccountPlace } from './format-account-place.ts';

interface TaughtBill {
  readonly code: string;
  readonly references: readonly string[];
  readonly accountNumber: string;
}

/** Teaches where the account stands: the biller, and three bills with the account of each. */
export function TeachBillCodes(props: { readonly onDone: () => void }) {
  const { onDone } = props;
  const text = useText();
  const [biller, setBiller] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const [bills, setBills] = useState<readonly TaughtBill[]>([]);
  const [layout, setLayout] = useState<TaughtLayout | null>(null);
  if (layout !== null) return <TaughtScreen layout={layout} onDone={onDone} />;
  if (biller === null) return <ChooseTaughtBiller onChoose={setBiller} onBack={onDone} />;
  if (bills.length < TAUGHT_BILL_COUNT) {
    return (
      <TeachBill
        key={bills.length}
        number={bills.length + 1}
        billerName={biller.name}
        onBack={() => {
          if (bills.length === 0) setBiller(null);
          else setBills(bills.slice(0, -1));
        }}
        onBill={(bill) => setBills([...bills, bill])}
      />
    );
  }
  return (
    <SaveTaughtBills
      biller={biller}
      bills={bills}
      onBack={() => setBills([])}
      onSaved={setLayout}
      title={text('scan.teach.save', { biller: biller.name })}
    />
  );
}

function ChooseTaughtBiller(props: {
  readonly onChoose: (biller: { readonly id: number; readonly name: string }) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const choose = (billerId: number): void => {
    const listed = search.billers.find(({ biller }) => biller.id === billerId);
    if (listed !== undefined) props.onChoose(listed.biller);
  };
  const search = useBillerSearch(choose, { kinds: ['utility', 'partner'] });
  return (
    <Screen
      title={text('scan.teach.biller')}
      actions={[{ label: text('scan.codes.toList'), keyName: 'Escape', onAction: props.onBack }]}
      isDense
    >
      <BillerSearchField
        search={search}
        onChooseBiller={choose}
        label={text('scan.unknown.field')}
        placeholder={text('choose.placeholder')}
      />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
    </Screen>
  );
}

/** One bill: its code is scanned, and its account is typed from the paper. */
function TeachBill(props: {
  readonly number: number;
  readonly billerName: string;
  readonly onBack: () => void;
  readonly onBill: (bill: TaughtBill) => void;
}) {
  const { number, billerName } = props;
  const text = useText();
  const [scanned, setScanned] = useState<Omit<TaughtBill, 'accountNumber'> | null>(null);
  const [isNoBill, setNoBill] = useState(false);
  const [accountNumber, setAccountNumber] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  useBillScanHandler((code) => {
    const parsed = parseBillCode(code);
    const [reading] = parsed.kind === 'bill' ? parsed.readings : [];
    setNoBill(reading === undefined);
    if (reading !== undefined) setScanned({ code, references: reading.references });
    return true;
  });
  const next = (): void => {
    if (scanned === null || accountNumber.trim() === '') setIncomplete(true);
    else props.onBill({ ...scanned, accountNumber: accountNumber.trim() });
  };
  return (
    <Screen
      title={text('scan.teach.bill', { number, count: TAUGHT_BILL_COUNT })}
      hint={text('scan.teach.billHint', { biller: billerName })}
      actions={[
        { label: text('scan.teach.back'), keyName: 'Escape', onAction: props.onBack },
        { label: text('scan.teach.next'), keyName: 'Enter', variant: 'primary', onAction: next },
      ]}
    >
      {scanned === null ? (
        <Notice
          tone={isNoBill || isIncomplete ? 'warning' : 'info'}
          title={text(isNoBill ? 'scan.teach.notBill' : 'scan.teach.scan')}
          action={text('scan.teach.scanAction')}
        />
      ) : (
        <Facts
          facts={[{ name: text('scan.reference'), value: scanned.references.join(' · ') }]}
          isInline
        />
      )}
      {scanned === null ? null : (
        <TextField
          key={scanned.code}
          label={text('scan.teach.account')}
          value={accountNumber}
          onChange={setAccountNumber}
          description={text('scan.teach.accountHint')}
          error={
            isIncomplete && accountNumber.trim() === '' ? text('scan.teach.accountMissing') : null
          }
          isNumeric
          isLarge
          isAutoFocused
          maxLength={64}
        />
      )}
    </Screen>
  );
}

function SaveTaughtBills(props: {
  readonly biller: { readonly id: number; readonly name: string };
  readonly bills: readonly TaughtBill[];
  readonly title: string;
  readonly onBack: () => void;
  readonly onSaved: (layout: TaughtLayout) => void;
}) {
  const { biller, bills, onBack } = props;
  const text = useText();
  const permission = usePermission('teach-bill-codes');
  const teach = useTillMutation('billCodes.teach');
  const runIfMounted = useRunIfMounted();
  const [isAsking, setAsking] = useState(false);
  const submit = async (approval: Approval | null): Promise<void> => {
    if (teach.isPending) return;
    const answer = await teach.run({
      billerId: biller.id,
      bills: bills.map(({ code, accountNumber }) => ({ code, accountNumber })),
      approval,
    });
    if (answer.ok) runIfMounted(() => props.onSaved(answer.value));
    else if (answer.problem.kind === 'bill-layout') runIfMounted(() => setAsking(false));
  };
  return (
    <Screen
      title={props.title}
      actions={[
        { label: text('scan.teach.again'), keyName: 'Escape', onAction: onBack },
        {
          label: text('scan.teach.saveNow'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: teach.isPending,
          onAction: () => {
            if (permission === 'yes') void submit(null);
            else setAsking(true);
          },
        },
      ]}
    >
      <Facts
        facts={bills.map(({ references, accountNumber }, index) => ({
          name: text('scan.teach.row', { number: index + 1 }),
          value: `${references.join(' · ')} → ${accountNumber}`,
        }))}
      />
      {teach.problem === null || isAsking ? null : <ProblemNotice problem={teach.problem} />}
      {isAsking ? (
        <ApprovalDialog
          title={props.title}
          explanation={text('scan.teach.approval')}
          isReasonRequired={false}
          permission="teach-bill-codes"
          isBusy={teach.isPending}
          problem={teach.problem}
          onCancel={() => setAsking(false)}
          onApprove={(approval) => void submit(approval)}
        />
      ) : null}
    </Screen>
  );
}

function TaughtScreen(props: { readonly layout: TaughtLayout; readonly onDone: () => void }) {
  const { layout, onDone } = props;
  const text = useText();
  return (
    <Screen
      title={text('scan.teach.done', { biller: layout.billerName })}
      actions={[
        {
          label: text('scan.codes.toList'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: onDone,
        },
      ]}
    >
      <Notice
        tone="info"
        title={formatAccountPlace(layout.account, text)}
        action={text('scan.teach.doneAction')}
      />
    </Screen>
  );
}
