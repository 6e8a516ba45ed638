import type { ReceiptDeliveryResult, WhatsAppCode } from '../../../../shared/contract/index.ts';
import { useProblemText, useShowReceiptToCustomer, useTillQuery } from '../../../app/index.ts';
import { LoadingIndicator, Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './receipt-delivery-dialog.module.css';

/** Leaves room for the text beside it. */
const MAX_WIDTH_BESIDE_TEXT_PX = 350;
/** The dialog fits on a screen of 768 pixels. */
const MAX_WIDTH_ALONE_PX = 440;
const MAX_WAIT_SECONDS = 5;

/** The facts of a receipt as a code, with the same text beside it. */
export function ReceiptQrCode({
  result,
}: {
  readonly result: Extract<ReceiptDeliveryResult, { kind: 'code' }>;
}) {
  const text = useText();
  return (
    <>
      <p>{text('receipts.codeHint')}</p>
      <div className={styles.codeLayout}>
        <CodeImage
          code={result}
          maxWidthPx={MAX_WIDTH_BESIDE_TEXT_PX}
          description={text('receipts.codePicture')}
        />
        <section className={styles.codeText} aria-label={text('receipts.codeText')}>
          {result.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      </div>
    </>
  );
}

/** A code that opens WhatsApp on the customer's phone; also on the customer's screen, while it is open. */
export function WhatsAppReceipt({ paymentId }: { readonly paymentId: string }) {
  const text = useText();
  const describeProblem = useProblemText();
  const { value: code, problem } = useTillQuery('printing.whatsAppCode', { paymentId });
  useShowReceiptToCustomer(code === undefined ? null : paymentId);
  if (problem !== null) return <Notice tone="warning" {...describeProblem(problem)} />;
  if (code === undefined) {
    return <LoadingIndicator label={text('receipts.making')} maxSeconds={MAX_WAIT_SECONDS} />;
  }
  return (
    <>
      <p>{text('receipts.whatsappHint')}</p>
      <div className={styles.codeLayout}>
        <CodeImage
          code={code}
          maxWidthPx={MAX_WIDTH_ALONE_PX}
          description={text('receipts.whatsappPicture')}
        />
      </div>
    </>
  );
}

/** Each module has a whole number of pixels, because cameras cannot read blurred edges. */
function CodeImage(props: {
  readonly code: WhatsAppCode;
  readonly maxWidthPx: number;
  readonly description: string;
}) {
  const { png, dots } = props.code;
  const size = dots * Math.max(1, Math.floor(props.maxWidthPx / dots));
  return (
    <img
      className={styles.codeImage}
      src={`data:image/png;base64,${png}`}
      width={size}
      height={size}
      alt={props.description}
    />
  );
}
