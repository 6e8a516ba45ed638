import { POS_FIELDS, ZoneQuestion } from '../../../app/questions/index.ts';
import { FieldsStep } from './fields-step.tsx';
import type { SetupStepProps } from './step-props.ts';

export function ShopStep(props: SetupStepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.shop"
      hint="setup.shop.hint"
      fields={[
        { name: 'shopName', label: 'setup.shopName', wrong: 'setup.shopName.wrong' },
        { name: 'address', label: 'setup.address' },
        { name: 'helpLine', label: 'setup.helpLine', hint: 'setup.helpLine.hint' },
      ]}
    />
  );
}

export function PosStep(props: SetupStepProps) {
  return <FieldsStep {...props} title="setup.pos" fields={POS_FIELDS} />;
}

export function ZoneStep(props: SetupStepProps & { readonly machineZone: string }) {
  return (
    <ZoneQuestion
      machineZone={props.machineZone}
      chosen={props.draft.timeZone}
      onChoose={(timeZone) => {
        props.change({ timeZone });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}
