import { useState } from 'react';
import { provisioningSchema, type SettingsView } from '../../../../../shared/contract/index.ts';
import { isLockDelayAllowed } from '../../../../../shared/rules/index.ts';
import { useTill } from '../../../../app/index.ts';
import { ChoiceQuestion, FieldsQuestion } from '../../../../app/questions/index.ts';
import { type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';
import { DaysQuestion } from './days-question.tsx';

function YesNoSection(
  props: SectionProps & {
    readonly title: TextKey;
    readonly yes: TextKey;
    readonly no: TextKey;
    readonly isYes: boolean;
    readonly onChoose: (isYes: boolean) => void;
  },
) {
  const text = useText();
  return (
    <ChoiceQuestion
      title={props.title}
      choices={[
        { id: 'yes', name: text('settings.yes'), detail: text(props.yes) },
        { id: 'no', name: text('settings.no'), detail: text(props.no) },
      ]}
      chosen={props.isYes ? 'yes' : 'no'}
      onChoose={(id) => props.onChoose(id === 'yes')}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

export function ShopCopySection(props: SectionProps) {
  return (
    <YesNoSection
      {...props}
      title="settings.shopCopy"
      yes="settings.shopCopy.yes"
      no="settings.shopCopy.no"
      isYes={props.view.shopCopy}
      onChoose={(isPrinted) => props.save({ section: 'shop-copy', isPrinted })}
    />
  );
}

const RECEIPTS: readonly SettingsView['receipts'][] = ['printed', 'on-request'];

/** Whether a receipt is printed automatically or on request. */
export function ReceiptsSection(props: SectionProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="settings.receipts"
      choices={RECEIPTS.map((id) => ({
        id,
        name: text(`settings.receipts.${id}`),
        detail: text(`settings.receipts.${id}.description`),
      }))}
      chosen={props.view.receipts}
      onChoose={(receipts) => props.save({ section: 'receipts', receipts })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

export function WalkInSection(props: SectionProps) {
  return (
    <YesNoSection
      {...props}
      title="settings.walkIn"
      yes="settings.walkIn.yes"
      no="settings.walkIn.no"
      isYes={props.view.keepWalkInBills}
      onChoose={(areKept) => props.save({ section: 'walk-in-bills', areKept })}
    />
  );
}

const minutesSchema = provisioningSchema.shape.lockAfterMinutes;

export function LockSection(props: SectionProps) {
  const text = useText();
  const { environment } = useTill();
  const isReal = environment === 'production';
  const [minutes, setMinutes] = useState(`${props.view.lockAfterMinutes ?? ''}`);
  return (
    <FieldsQuestion
      title="settings.lock"
      fields={[
        {
          name: 'minutes',
          label: 'settings.lock.minutes',
          hint: isReal ? 'settings.lock.hint.production' : 'settings.lock.hint',
          invalidText: isReal ? 'settings.lock.wrong.production' : 'settings.lock.wrong',
          isNumeric: true,
          unit: text('settings.lock.unit'),
        },
      ]}
      values={{ minutes }}
      isValid={(_, value) =>
        value === '' ||
        (minutesSchema.safeParse(Number(value)).success &&
          isLockDelayAllowed(Number(value), environment))
      }
      onChange={(_, value) => {
        props.clearProblem();
        setMinutes(value.replace(/\D/g, '').slice(0, 3));
      }}
      nextLabel="settings.save"
      onComplete={() =>
        props.save({ section: 'lock', minutes: minutes === '' ? null : Number(minutes) })
      }
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}

const KEYPADS: readonly SettingsView['keypad'][] = ['auto', 'always', 'never'];

export function KeypadSection(props: SectionProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="keypad.title"
      choices={KEYPADS.map((id) => ({
        id,
        name: text(`keypad.${id}`),
        detail: text(`keypad.${id}.description`),
      }))}
      chosen={props.view.keypad}
      onChoose={(keypad) => props.save({ section: 'keypad', keypad })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

const daysSchema = provisioningSchema.shape.keepPrintedDays;

/** The number of days for which the ledger keeps the bytes of printed papers. */
export function PrintedSection(props: SectionProps) {
  const text = useText();
  return (
    <DaysQuestion
      {...props}
      title="settings.printData"
      label="settings.printData.days"
      description={text('settings.printData.hint')}
      invalidText="settings.printData.wrong"
      savedDays={props.view.keepPrintedDays}
      isValid={(days) => daysSchema.safeParse(days).success}
      onDays={(days) => props.save({ section: 'printed', days })}
    />
  );
}

const SHIFTS: readonly SettingsView['shifts'][] = ['automatic', 'required'];
const DRAWERS: readonly SettingsView['drawers'][] = ['shared', 'each'];

export function CashSection(props: SectionProps) {
  const text = useText();
  const [shifts, setShifts] = useState<SettingsView['shifts'] | null>(null);
  if (shifts === null) {
    return (
      <ChoiceQuestion
        key="shifts"
        title="settings.shifts"
        choices={SHIFTS.map((id) => ({
          id,
          name: text(`settings.shifts.${id}`),
          detail: text(`settings.shifts.${id}.description`),
        }))}
        chosen={props.view.shifts}
        onChoose={setShifts}
        onBack={props.onBack}
      />
    );
  }
  return (
    <ChoiceQuestion
      key="drawers"
      title="settings.drawers"
      choices={DRAWERS.map((id) => ({
        id,
        name: text(`settings.drawers.${id}`),
        detail: text(`settings.drawers.${id}.description`),
      }))}
      chosen={props.view.drawers}
      onChoose={(drawers) => props.save({ section: 'cash', shifts, drawers })}
      onBack={() => setShifts(null)}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}
