import type { WhatsAppCode } from '../../shared/contract/index.ts';
import styles from './customer-screen.module.css';
import type { CustomerScreenTexts } from './customer-screen-texts.ts';

/** The share of the smaller side of the window that the code takes at most. */
const MAX_CODE_SHARE = 0.7;

/** A receipt's code, which the customer scans. Each module has a whole number of pixels. */
export function ReceiptCodeScreen(props: {
  readonly code: WhatsAppCode;
  readonly texts: CustomerScreenTexts;
}) {
  const { png, dots } = props.code;
  const room = MAX_CODE_SHARE * Math.min(window.innerWidth, window.innerHeight);
  const size = dots * Math.max(1, Math.floor(room / dots));
  return (
    <div className={styles.receiptCode}>
      <img
        src={`data:image/png;base64,${png}`}
        width={size}
        height={size}
        alt={props.texts.text('customerScreen.receiptPicture')}
      />
      <p>{props.texts.text('customerScreen.receipt')}</p>
    </div>
  );
}
