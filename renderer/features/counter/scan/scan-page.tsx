import { assertNever, type ScannedBill } from '../../../../shared/contract/index.ts';
import {
  type UndecidedScan,
  useBillScanHandler,
  useNavigation,
  useRunIfMounted,
  useTillCall,
} from '../../../app/index.ts';
import {
  ChoiceList,
  Facts,
  formatDayInSentence,
  formatMoneyInSentence,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import { UnknownCollectorScreen } from './unknown-collector-screen.tsx';
import { useOpenScannedBill } from './use-open-scanned-bill.ts';

/** A scanned code that needs a decision. Another scan replaces it. */
export function ScanPage() {
  const { route, open } = useNavigation();
  const call = useTillCall();
  const runIfMounted = useRunIfMounted();
  const openScannedBill = useOpenScannedBill();
  useBillScanHandler((code) => {
    void call('billCodes.read', { code, billerId: null }).then((answer) => {
      if (!answer.ok) return;
      const result = answer.value;
      runIfMounted(() => {
        if (openScannedBill(result) || result.kind !== 'account') return;
        open({ name: 'home', accountNumber: result.accountNumber });
      });
    });
    return true;
  });
  if (route.name !== 'scan') return null;
  const { result } = route;
  return <UndecidedScanScreen key={JSON.stringify(result)} result={result} />;
}

function UndecidedScanScreen(props: { readonly result: UndecidedScan }) {
  const { result } = props;
  switch (result.kind) {
    case 'choose':
      return <ChooseBillScreen result={result} />;
    case 'unknown-collector':
      return <UnknownCollectorScreen result={result} />;
    case 'other-biller':
      return <OtherBillerScreen bill={result.bill} />;
    case 'refused':
      return <RefusedScanScreen reason={result.reason} />;
    default:
      return assertNever(result);
  }
}

/** The cashier compares what the code says with the paper. No choice pays anything. */
function ChooseBillScreen(props: {
  readonly result: Extract<UndecidedScan, { readonly kind: 'choose' }>;
}) {
  const { bills, reason, code } = props.result;
  const { open, goHome } = useNavigation();
  const call = useTillCall();
  const text = useText();
  const language = useLanguage();
  const openBill = (scannedBill: ScannedBill): void => {
    // If it fails, the till asks again at the next bill.
    void call('billCodes.confirm', { code, codeId: scannedBill.codeId });
    open({ name: 'pay', billerId: scannedBill.biller.id, scannedBill });
  };
  return (
    <Screen
      title={text(`scan.choose.${reason}`)}
      hint={text(`scan.choose.${reason}Hint`)}
      actions={[{ label: text('scan.discard'), keyName: 'Escape', onAction: goHome }]}
    >
      <ChoiceList
        label={text(`scan.choose.${reason}`)}
        isAutoFocused
        choices={[
          ...bills.map((bill, index) => ({
            id: String(index),
            name: text('scan.choose.row', {
              biller: bill.biller.name,
              account: bill.accountNumber,
            }),
            detail: formatBillDetail(bill, text, language),
          })),
          {
            id: 'none',
            name: text(reason === 'biller' ? 'scan.choose.otherBiller' : 'scan.choose.none'),
            detail: text(
              reason === 'biller' ? 'scan.choose.otherBillerDetail' : 'scan.choose.noneDetail',
            ),
          },
        ]}
        onChoose={(choice) => {
          const bill = bills[Number(choice)];
          if (bill !== undefined) openBill(bill);
          else if (reason === 'biller') open({ name: 'home', accountNumber: code });
          else open({ name: 'pay', billerId: bills[0]?.biller.id ?? 0 });
        }}
      />
    </Screen>
  );
}

/** The amount and the due date as the code says them, and the references if the account is a part. */
function formatBillDetail(bill: ScannedBill, text: TextFunction, language: string): string {
  const reference = bill.references.join(' · ');
  return [
    bill.amount === null ? text('scan.noAmount') : formatMoneyInSentence(bill.amount, language),
    ...(bill.dueDate === null
      ? []
      : [text('scan.dueIs', { date: formatDayInSentence(bill.dueDate, language, 'short') })]),
    ...(bill.gln === null || reference === bill.accountNumber
      ? []
      : [text('scan.referenceIs', { reference })]),
  ].join(' · ');
}

/** The bill is not of the biller whose payment was open. */
function OtherBillerScreen(props: { readonly bill: ScannedBill }) {
  const { bill } = props;
  const { open, goHome } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text('scan.other.title', { biller: bill.biller.name })}
      actions={[
        { label: text('scan.discard'), keyName: 'Escape', onAction: goHome },
        {
          label: text('scan.other.open', { biller: bill.biller.name }),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => open({ name: 'pay', billerId: bill.biller.id, scannedBill: bill }),
        },
      ]}
    >
      <Notice
        tone="warning"
        impact={text('scan.nothingPaid')}
        action={text('scan.other.action', { biller: bill.biller.name })}
      >
        <Facts
          facts={[{ name: text('scan.reference'), value: bill.references.join(' · ') }]}
          isInline
        />
      </Notice>
    </Screen>
  );
}

function RefusedScanScreen(props: {
  readonly reason: Extract<UndecidedScan, { readonly kind: 'refused' }>['reason'];
}) {
  const { reason } = props;
  const { goHome } = useNavigation();
  const text = useText();
  return (
    <Screen
      title={text(`scan.refused.${reason}`)}
      actions={[
        {
          label: text('scan.continue'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: goHome,
        },
        { label: text('scan.discard'), keyName: 'Escape', onAction: goHome },
      ]}
    >
      <Notice
        tone="warning"
        impact={text('scan.nothingPaid')}
        action={text(`scan.refused.${reason}Action`)}
      />
    </Screen>
  );
}
