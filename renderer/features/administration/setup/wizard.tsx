import { useState } from 'react';
import { assertNever } from '../../../../shared/contract/index.ts';
import { CounterLayout, SignedOutLayout } from '../../../app/index.ts';
import {
  PrinterAddressQuestion,
  PrinterColumnsQuestion,
  PrinterFolderQuestion,
  PrinterModelQuestion,
  PrinterPathQuestion,
} from '../../../app/questions/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { applyChanges, createEmptyDraft, toProvisioning } from './setup-draft.ts';
import { SetupReview } from './setup-review.tsx';
import { getSteps, type StepName } from './setup-steps.ts';
import { PeopleStep } from './steps/people-step.tsx';
import { PrinterKindStep, PrinterTestStep } from './steps/printer-steps.tsx';
import { EnvironmentStep, KeysStep, ServiceStep, VersionStep } from './steps/service-steps.tsx';
import { PosStep, ShopStep, ZoneStep } from './steps/shop-steps.tsx';
import type { SetupStepProps } from './steps/step-props.ts';
import { SummaryTape, toDraftSummary } from './summary-tape.tsx';

/** Set-up step by step. Going back loses nothing, and the answers so far are on the tape. */
export function Wizard(props: { readonly onLeave: () => void }) {
  const text = useText();
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [draft, setDraft] = useState(() => createEmptyDraft(machineZone));
  const [step, setStep] = useState<StepName>('environment');

  const steps = getSteps(draft);
  const at = steps.indexOf(step);
  // Read again after each answer, because an answer may change the questions.
  const move = (by: 1 | -1): void =>
    setDraft((current) => {
      const list = getSteps(current);
      const next = list[list.indexOf(step) + by];
      if (next === undefined) props.onLeave();
      else setStep(next);
      return current;
    });

  const stepProps: SetupStepProps = {
    draft,
    change: (changes) => setDraft((current) => applyChanges(current, changes)),
    onNext: () => move(1),
    onBack: () => move(-1),
  };

  return (
    <SignedOutLayout
      where={`${text('setup.where')} · ${text('setup.steps', { step: at + 1, count: steps.length })}`}
    >
      <CounterLayout idleTape={<SummaryTape summary={toDraftSummary(draft, steps.slice(0, at))} />}>
        <WizardStep key={step} step={step} machineZone={machineZone} {...stepProps} />
      </CounterLayout>
    </SignedOutLayout>
  );
}

function WizardStep(
  props: SetupStepProps & { readonly step: StepName; readonly machineZone: string },
) {
  const language = useLanguage();
  const { step, machineZone, ...rest } = props;
  switch (step) {
    case 'environment':
      return <EnvironmentStep {...rest} />;
    case 'service':
      return <ServiceStep {...rest} />;
    case 'version':
      return <VersionStep {...rest} />;
    case 'keys':
      return <KeysStep {...rest} />;
    case 'shop':
      return <ShopStep {...rest} />;
    case 'pos':
      return <PosStep {...rest} />;
    case 'zone':
      return <ZoneStep {...rest} machineZone={machineZone} />;
    case 'printer':
      return <PrinterKindStep {...rest} />;
    case 'printer-address':
      return <PrinterAddressQuestion {...rest} />;
    case 'printer-path':
      return <PrinterPathQuestion {...rest} />;
    case 'printer-folder':
      return <PrinterFolderQuestion {...rest} />;
    case 'printer-model':
      return <PrinterModelQuestion {...rest} />;
    case 'printer-columns':
      return <PrinterColumnsQuestion {...rest} />;
    case 'printer-try':
      return <PrinterTestStep {...rest} />;
    case 'people':
      return <PeopleStep {...rest} />;
    case 'review':
      return (
        <SetupReview provisioning={toProvisioning(rest.draft, language)} onBack={rest.onBack} />
      );
    default:
      return assertNever(step);
  }
}
