import { useState } from 'react';
import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../../../shared/locales/index.ts';
import { getServiceVersionInfo } from '../../../../../shared/rules/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  TimeZoneQuestion,
  usePosFieldSpecs,
} from '../../../../app/questions/index.ts';
import { getLanguageName } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

const { shape } = provisioningSchema;

export function PosSection(props: SettingsSectionProps) {
  const { posNumber, chainName } = props.settings;
  const [values, setValues] = useState({ posNumber, chainName });
  return (
    <FieldsQuestion
      title="setup.pos"
      fields={usePosFieldSpecs(values.chainName)}
      values={values}
      isValid={(field, value) => shape[field].safeParse(value.trim()).success}
      onChange={(field, value) => {
        props.clearProblem();
        setValues({ ...values, [field]: value });
      }}
      nextLabel="settings.save"
      onComplete={() =>
        props.save({
          posNumber: values.posNumber.trim(),
          chainName: values.chainName.trim(),
        })
      }
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}

export function TimeZoneSection(props: SettingsSectionProps) {
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <TimeZoneQuestion
      computerTimeZone={machineZone}
      country={getServiceVersionInfo(props.settings.version).country}
      selectedTimeZone={props.settings.timeZone}
      onChoose={(timeZone) => props.save({ timeZone })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </TimeZoneQuestion>
  );
}

export function LanguageSection(props: SettingsSectionProps) {
  return (
    <ChoiceQuestion
      title="settings.language"
      choices={LANGUAGES.map((id) => ({ id, name: getLanguageName(id) }))}
      selectedId={props.settings.language}
      onChoose={(language) => props.save({ language })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}
