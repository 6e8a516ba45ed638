import { getServiceVersionInfo } from '../../../../../shared/rules/index.ts';
import {
  getProposedTimeZone,
  TimeZoneQuestion,
  usePosFieldSpecs,
} from '../../../../app/questions/index.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { FieldsStep } from './fields-step.tsx';
import type { SetupStepProps } from './step-props.ts';

export function ShopStep(props: SetupStepProps) {
  return (
    <FieldsStep
      {...props}
      title="setup.shop"
      hint="setup.shop.hint"
      fields={[
        { name: 'shopName', label: 'setup.shopName', invalidText: 'setup.shopName.wrong' },
        { name: 'address', label: 'setup.address' },
        { name: 'helpLine', label: 'setup.helpLine', hint: 'setup.helpLine.hint' },
      ]}
    />
  );
}

export function PosStep(props: SetupStepProps) {
  return (
    <FieldsStep {...props} title="setup.pos" fields={usePosFieldSpecs(props.draft.chainName)} />
  );
}

export function TimeZoneStep(props: SetupStepProps & { readonly machineZone: string }) {
  const language = useLanguage();
  const { draft, machineZone } = props;
  const { country } = getServiceVersionInfo(draft.version);
  // Until the user chooses a time zone, the draft holds the computer's.
  const chosen =
    draft.timeZone === machineZone
      ? getProposedTimeZone(machineZone, country, language)
      : draft.timeZone;
  return (
    <TimeZoneQuestion
      computerTimeZone={machineZone}
      country={country}
      selectedTimeZone={chosen}
      onChoose={(timeZone) => {
        props.onChange({ timeZone });
        props.onNext();
      }}
      onBack={props.onBack}
    />
  );
}
