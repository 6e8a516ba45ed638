import { useRef, useState } from 'react';
import {
  type Approval,
  assertNever,
  type Problem,
  type ReceiptDeliveryMethod,
  type ReceiptDeliveryResult,
} from '../../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  isApprovalNeeded,
  useProblemText,
  useTillMutation,
} from '../../../../app/index.ts';
import { ChoiceList, Dialog, LoadingIndicator, Notice } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { saveInBrowser } from './save-in-browser.ts';
import styles from './without-paper.module.css';

/** The person may take her time in the system's own dialog. */
const MAX_WAIT_SECONDS = 120;

const MAIL_FAILED_PROBLEM: Problem = { kind: 'without-paper', reason: 'mail-failed' };

/** Asks how the customer wants the receipt, and gives it so. None of it pays or prints. */
export function WithoutPaper(props: {
  readonly paymentId: string;
  readonly ways: readonly ReceiptDeliveryMethod[];
  /** How it was given so far. */
  readonly given: readonly ReceiptDeliveryMethod[];
  readonly onClose: () => void;
}) {
  const { paymentId, onClose } = props;
  const text = useText();
  const describe = useProblemText();
  const give = useTillMutation('printing.give');
  // What may be chosen when it opened: giving changes it, and no row may move under the finger.
  const [ways] = useState(props.ways);
  const [toApprove, setToApprove] = useState<ReceiptDeliveryMethod | null>(null);
  const isUnderWay = useRef(false);
  // A mail program that opens no message after all says so late: main then takes that way back.
  const mails = props.given.filter((way) => way === 'mail').length;
  const [mostMails, setMostMails] = useState(mails);
  if (mails > mostMails) setMostMails(mails);

  const choose = async (way: ReceiptDeliveryMethod, approval: Approval | null): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setMostMails(mails);
    const answer = await give.run({ paymentId, way, approval });
    isUnderWay.current = false;
    // Once for each answer, also if the dialog has closed: main has noted that it was given.
    if (answer.ok && answer.value.kind === 'download') saveInBrowser(answer.value);
    const isGuarded = isApprovalNeeded(answer, approval);
    setToApprove(isGuarded || (approval !== null && !answer.ok) ? way : null);
    if (isGuarded) give.reset();
    if (answer.ok && answer.value.kind === 'noted') onClose();
  };

  if (toApprove !== null) {
    return (
      <ApprovalDialog
        title={text('receipts.approve')}
        explanation={text('receipts.approve.why')}
        isReasonRequired={false}
        permission="reprint-gift-card"
        isBusy={give.isWaiting}
        problem={give.problem}
        onCancel={() => {
          give.reset();
          setToApprove(null);
        }}
        onApprove={(approval) => void choose(toApprove, approval)}
      />
    );
  }
  const isTakenBack = give.value?.kind === 'mail-opened' && mails < mostMails;
  const given = isTakenBack ? undefined : give.value;
  const problem = isTakenBack ? MAIL_FAILED_PROBLEM : give.problem;
  const isCode = given?.kind === 'code';
  const isSaid = given !== undefined || problem !== null;
  return (
    <Dialog title={text(isCode ? 'receipts.codeTitle' : 'receipts.title')} onClose={onClose}>
      {isCode ? (
        <ReceiptQrCode given={given} />
      ) : (
        <>
          <p>{text('receipts.ask')}</p>
          <ChoiceList
            label={text('receipts.ask')}
            isAutoFocused
            choices={ways.map((way) => ({
              id: way,
              name: text(`receipts.${way}`),
              // Once there is something to say, the rows make room for it.
              ...(isSaid ? {} : { detail: text(`receipts.${way}.what`) }),
            }))}
            onChoose={(way) => void choose(way, null)}
          />
          {give.isWaiting ? (
            <LoadingIndicator label={text('receipts.making')} maxSeconds={MAX_WAIT_SECONDS} />
          ) : null}
          {given === undefined ? null : <DeliveryNotice given={given} />}
          {problem === null ? null : <Notice tone="warning" {...describe(problem)} />}
        </>
      )}
    </Dialog>
  );
}

function DeliveryNotice(props: {
  readonly given: Exclude<ReceiptDeliveryResult, { kind: 'code' }>;
}) {
  const { given } = props;
  const text = useText();
  const money = text('receipts.stands');
  switch (given.kind) {
    case 'saved':
    case 'download':
      return (
        <Notice
          tone="info"
          happened={text(`receipts.${given.kind}`, { name: given.name })}
          money={money}
          next={text(`receipts.${given.kind}.next`)}
        />
      );
    case 'cancelled':
      return (
        <Notice
          tone="warning"
          happened={text('receipts.cancelled')}
          money={money}
          next={text('receipts.cancelled.next')}
        />
      );
    case 'mail-opened':
      return (
        <Notice
          tone="info"
          happened={text('receipts.mailOpened')}
          money={money}
          next={text('receipts.mailOpened.next')}
        />
      );
    case 'noted':
      return null;
    default:
      return assertNever(given);
  }
}

/** Leaves room for the words beside it. Whole pixels for each module: a camera reads no blurred edge. */
const MAX_CODE_WIDTH_PX = 350;

function ReceiptQrCode({
  given,
}: {
  readonly given: Extract<ReceiptDeliveryResult, { kind: 'code' }>;
}) {
  const text = useText();
  const size = given.dots * Math.max(1, Math.floor(MAX_CODE_WIDTH_PX / given.dots));
  return (
    <>
      <p>{text('receipts.codeHint')}</p>
      <div className={styles.codeLayout}>
        <img
          className={styles.codeImage}
          src={`data:image/png;base64,${given.png}`}
          width={size}
          height={size}
          alt={text('receipts.codePicture')}
        />
        <section className={styles.codeText} aria-label={text('receipts.codeSays')}>
          {given.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      </div>
    </>
  );
}
