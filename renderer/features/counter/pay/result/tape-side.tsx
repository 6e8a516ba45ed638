import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import { TapeSlot } from '../../../../app/index.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { DraftReceipt, PaymentTape } from '../../payment-result/index.ts';
import type { PayStep } from '../flow/index.ts';
import { useFeeEstimate } from '../form/index.ts';
import { createDraftRows, type StepBeforePayment } from './draft-rows.ts';

/** The tape of the flow: the growing draft, then that of the payment. */
export function PayFlowTape({ step }: { readonly step: PayStep }) {
  return step.step === 'sent-payment' ? (
    <PaymentTape payment={step.payment} />
  ) : (
    <TapeSlot>
      <StepDraft step={step} />
    </TapeSlot>
  );
}

function StepDraft({ step }: { readonly step: StepBeforePayment }) {
  const language = useLanguage();
  // Known only once the order is prepared, after these steps.
  const feeEstimate = useFeeEstimate(
    step.step === 'amount' || step.step === 'top-up-check' ? step.draft : null,
  );
  const rows = createDraftRows(step, getReceiptTexts(language), language, feeEstimate);
  return <DraftReceipt rows={rows} stamp={null} />;
}
