import { type ReactNode, useMemo } from 'react';
import type { VersionCountry } from '../../../shared/rules/index.ts';
import { formatTimeZone } from '../../components/index.ts';
import type { TextKey } from '../../i18n/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import { listTimeZones } from './time-zones.ts';

export function TimeZoneQuestion(props: {
  readonly title?: TextKey;
  readonly computerTimeZone: string;
  /** The country of the service's version; null if it has none. */
  readonly country: VersionCountry | null;
  readonly selectedTimeZone: string;
  readonly onChoose: (timeZone: string) => void;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const { computerTimeZone, selectedTimeZone, country } = props;
  const language = useLanguage();
  const zones = useMemo(
    () =>
      listTimeZones(computerTimeZone, selectedTimeZone, country, language).map((id) => ({
        id,
        name: formatTimeZone(id, text, language),
      })),
    [computerTimeZone, selectedTimeZone, country, text, language],
  );
  return (
    <ChoiceQuestion
      title={props.title ?? 'setup.zone'}
      listLabel="setup.zones"
      choices={zones.map((zone) => ({
        ...zone,
        ...(zone.name === zone.id ? {} : { detail: zone.id }),
        ...(zone.id === computerTimeZone ? { trailingContent: text('setup.zone.this') } : {}),
      }))}
      selectedId={selectedTimeZone}
      onChoose={props.onChoose}
      onBack={props.onBack}
    >
      {props.children}
    </ChoiceQuestion>
  );
}
