import { type ReactNode, useMemo } from 'react';
import type { TextKey } from '../../i18n/index.ts';
import { useText } from '../../i18n/index.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import { zonesFor } from './zones.ts';

export function ZoneQuestion(props: {
  readonly title?: TextKey;
  readonly machineZone: string;
  readonly chosen: string;
  readonly onChoose: (timeZone: string) => void;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const { machineZone, chosen } = props;
  const zones = useMemo(() => zonesFor(machineZone, chosen), [machineZone, chosen]);
  return (
    <ChoiceQuestion
      title={props.title ?? 'setup.zone'}
      listLabel="setup.zones"
      choices={zones.map((zone) => ({
        id: zone.id,
        name: zone.city,
        ...(zone.city === zone.id ? {} : { detail: zone.id }),
        ...(zone.id === machineZone ? { aside: text('setup.zone.this') } : {}),
      }))}
      chosen={chosen}
      onChoose={props.onChoose}
      onBack={props.onBack}
    >
      {props.children}
    </ChoiceQuestion>
  );
}
