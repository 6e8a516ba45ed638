import { useRef, useState } from 'react';
import {
  type Approval,
  assertNever,
  type Problem,
  type ReceiptDeliveryMethod,
  type ReceiptDeliveryResult,
} from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  isApprovalNeeded,
  saveInBrowser,
  useProblemText,
  useTillMutation,
} from '../../../app/index.ts';
import { ChoiceList, Dialog, LoadingIndicator, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { ReceiptQrCode, WhatsAppReceipt } from './receipt-code.tsx';

/** The user may take time in the system's own dialog. */
const MAX_WAIT_SECONDS = 120;

/** The delivery methods, and the code for WhatsApp, which delivers nothing. */
type ReceiptChoice = ReceiptDeliveryMethod | 'whatsapp';

const MAIL_FAILED_PROBLEM: Problem = { kind: 'without-paper', reason: 'mail-failed' };

/** Asks how the customer wants the receipt, and delivers it. It never pays or prints. */
export function ReceiptDeliveryDialog(props: {
  readonly paymentId: string;
  readonly offeredMethods: readonly ReceiptDeliveryMethod[];
  readonly canShowWhatsAppCode: boolean;
  /** The delivery methods used so far. */
  readonly earlierDeliveries: readonly ReceiptDeliveryMethod[];
  readonly onClose: () => void;
}) {
  const { paymentId, onClose } = props;
  const text = useText();
  const describeProblem = useProblemText();
  const deliver = useTillMutation('printing.deliverReceipt');
  // The choices when the dialog opened. Delivering changes the prop, and no row may move while the
  // user is pressing.
  const [offered] = useState(() => listChoices(props.offeredMethods, props.canShowWhatsAppCode));
  const [isWhatsAppOpen, setWhatsAppOpen] = useState(false);
  const [pendingMethod, setPendingMethod] = useState<ReceiptDeliveryMethod | null>(null);
  const isRunning = useRef(false);
  // A mail program that fails to open a message reports it late; main then removes that delivery.
  const mailCount = props.earlierDeliveries.filter((method) => method === 'mail').length;
  const [maxMailCount, setMaxMailCount] = useState(mailCount);
  if (mailCount > maxMailCount) setMaxMailCount(mailCount);

  const deliverBy = async (
    method: ReceiptDeliveryMethod,
    approval: Approval | null,
  ): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setMaxMailCount(mailCount);
    const answer = await deliver.run({ paymentId, way: method, approval });
    isRunning.current = false;
    // Runs once for each response, even if the dialog was closed, because main has already recorded
    // the delivery.
    if (answer.ok && answer.value.kind === 'download') saveInBrowser(answer.value);
    const needsApproval = isApprovalNeeded(answer, approval);
    setPendingMethod(needsApproval || (approval !== null && !answer.ok) ? method : null);
    if (needsApproval) deliver.reset();
    if (answer.ok && answer.value.kind === 'noted') onClose();
  };

  if (pendingMethod !== null) {
    return (
      <ApprovalDialog
        title={text('receipts.approve')}
        explanation={text('receipts.approve.explanation')}
        isReasonRequired={false}
        permission="reprint-gift-card"
        isBusy={deliver.isPending}
        problem={deliver.problem}
        onCancel={() => {
          deliver.reset();
          setPendingMethod(null);
        }}
        onApprove={(approval) => void deliverBy(pendingMethod, approval)}
      />
    );
  }
  if (isWhatsAppOpen) {
    return (
      // A dialog of its own, whose button takes the focus: the list that had it is gone.
      <Dialog key="whatsapp" title={text('receipts.whatsappTitle')} onClose={onClose}>
        <WhatsAppReceipt paymentId={paymentId} />
      </Dialog>
    );
  }
  const isMailFailed = deliver.value?.kind === 'mail-opened' && mailCount < maxMailCount;
  const result = isMailFailed ? undefined : deliver.value;
  const problem = isMailFailed ? MAIL_FAILED_PROBLEM : deliver.problem;
  const isQrCode = result?.kind === 'code';
  const hasResult = result !== undefined || problem !== null;
  return (
    <Dialog title={text(isQrCode ? 'receipts.codeTitle' : 'receipts.title')} onClose={onClose}>
      {isQrCode ? (
        <ReceiptQrCode result={result} />
      ) : (
        <>
          <p>{text('receipts.question')}</p>
          <ChoiceList
            label={text('receipts.question')}
            isAutoFocused
            choices={offered.map((choice) => ({
              id: choice,
              name: text(`receipts.${choice}`),
              // Once a result is shown, the rows drop their details to make room for it.
              ...(hasResult ? {} : { detail: text(`receipts.${choice}.description`) }),
            }))}
            onChoose={(choice) => {
              if (choice !== 'whatsapp') void deliverBy(choice, null);
              else if (!isRunning.current) setWhatsAppOpen(true);
            }}
          />
          {deliver.isPending ? (
            <LoadingIndicator label={text('receipts.making')} maxSeconds={MAX_WAIT_SECONDS} />
          ) : null}
          {result === undefined ? null : <DeliveryNotice result={result} />}
          {problem === null ? null : <Notice tone="warning" {...describeProblem(problem)} />}
        </>
      )}
    </Dialog>
  );
}

/** "Not wanted" is the last. */
function listChoices(
  methods: readonly ReceiptDeliveryMethod[],
  canShowWhatsAppCode: boolean,
): readonly ReceiptChoice[] {
  const given = methods.filter((method) => method !== 'none');
  const declined = methods.filter((method) => method === 'none');
  return [...given, ...(canShowWhatsAppCode ? (['whatsapp'] as const) : []), ...declined];
}

function DeliveryNotice(props: {
  readonly result: Exclude<ReceiptDeliveryResult, { kind: 'code' }>;
}) {
  const { result } = props;
  const text = useText();
  const paymentText = text('receipts.paymentStands');
  switch (result.kind) {
    case 'saved':
    case 'download':
      return (
        <Notice
          tone="info"
          title={text(`receipts.${result.kind}`, { name: result.name })}
          impact={paymentText}
          action={text(`receipts.${result.kind}.action`)}
        />
      );
    case 'cancelled':
      return (
        <Notice
          tone="warning"
          title={text('receipts.cancelled')}
          impact={paymentText}
          action={text('receipts.cancelled.action')}
        />
      );
    case 'mail-opened':
      return (
        <Notice
          tone="info"
          title={text('receipts.mailOpened')}
          impact={paymentText}
          action={text('receipts.mailOpened.action')}
        />
      );
    case 'noted':
      return null;
    default:
      return assertNever(result);
  }
}
