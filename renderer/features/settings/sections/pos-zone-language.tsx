import { useState } from 'react';
import { provisioningSchema } from '../../../../shared/contract/index.ts';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import { versionFacts } from '../../../../shared/rules/index.ts';
import {
  ChoiceQuestion,
  FieldsQuestion,
  POS_FIELDS,
  ZoneQuestion,
} from '../../../app/questions/index.ts';
import { languageName } from '../../../i18n/index.ts';
import { KeepNotice, type SectionProps } from '../keep-notice.tsx';

const { shape } = provisioningSchema;

export function PosSection(props: SectionProps) {
  const { posNumber, chainName } = props.view;
  const [values, setValues] = useState({ posNumber, chainName });
  return (
    <FieldsQuestion
      title="setup.pos"
      fields={POS_FIELDS}
      values={values}
      fits={(field, value) => shape[field].safeParse(value.trim()).success}
      onChange={(field, value) => {
        props.forget();
        setValues({ ...values, [field]: value });
      }}
      nextLabel="settings.keep"
      onFilled={() =>
        props.keep({
          section: 'pos',
          posNumber: values.posNumber.trim(),
          chainName: values.chainName.trim(),
        })
      }
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <KeepNotice {...props} />
    </FieldsQuestion>
  );
}

export function ZoneSection(props: SectionProps) {
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <ZoneQuestion
      machineZone={machineZone}
      country={versionFacts(props.view.service.version).country}
      chosen={props.view.timeZone}
      onChoose={(timeZone) => props.keep({ section: 'zone', timeZone })}
      onBack={props.onBack}
    >
      <KeepNotice {...props} />
    </ZoneQuestion>
  );
}

export function LanguageSection(props: SectionProps) {
  return (
    <ChoiceQuestion
      title="settings.language"
      choices={LANGUAGES.map((id) => ({ id, name: languageName(id) }))}
      chosen={props.view.language}
      onChoose={(language) => props.keep({ section: 'language', language })}
      onBack={props.onBack}
    >
      <KeepNotice {...props} />
    </ChoiceQuestion>
  );
}
