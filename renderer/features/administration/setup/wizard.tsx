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
import { applySetupChanges, createEmptySetupDraft, toProvisioning } from './setup-draft.ts';
import { SetupReview } from './setup-review.tsx';
import { getSetupSteps, type SetupStepName } from './setup-steps.ts';
import { PeopleStep } from './steps/people-step.tsx';
import { PrinterKindStep, PrinterTestStep } from './steps/printer-steps.tsx';
import { ApiKeysStep, EnvironmentStep, ServiceStep, VersionStep } from './steps/service-steps.tsx';
import { PosStep, ShopStep, TimeZoneStep } from './steps/shop-steps.tsx';
import type { SetupStepProps } from './steps/step-props.ts';
import { SetupSummaryTape, toSetupDraftSummary } from './summary-tape.tsx';

/** Set-up step by step. Going back keeps all answers; the tape shows the answers so far. */
export function SetupWizard(props: { readonly onLeave: () => void }) {
  const text = useText();
  const [machineZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [draft, setDraft] = useState(() => createEmptySetupDraft(machineZone));
  const [step, setStep] = useState<SetupStepName>('environment');

  const steps = getSetupSteps(draft);
  const stepIndex = steps.indexOf(step);
  // Computes the steps from the current draft, because an answer may change them.
  const moveStep = (offset: 1 | -1): void =>
    setDraft((current) => {
      const currentSteps = getSetupSteps(current);
      const next = currentSteps[currentSteps.indexOf(step) + offset];
      if (next === undefined) props.onLeave();
      else setStep(next);
      return current;
    });

  const stepProps: SetupStepProps = {
    draft,
    onChange: (changes) => setDraft((current) => applySetupChanges(current, changes)),
    onNext: () => moveStep(1),
    onBack: () => moveStep(-1),
  };

  return (
    <SignedOutLayout
      shopAndPos={`${text('setup.heading')} · ${text('setup.steps', { step: stepIndex + 1, count: steps.length })}`}
    >
      <CounterLayout
        idleTape={
          <SetupSummaryTape summary={toSetupDraftSummary(draft, steps.slice(0, stepIndex))} />
        }
      >
        <WizardStep key={step} step={step} machineZone={machineZone} {...stepProps} />
      </CounterLayout>
    </SignedOutLayout>
  );
}

function WizardStep(
  props: SetupStepProps & { readonly step: SetupStepName; readonly machineZone: string },
) {
  const language = useLanguage();
  const { step, machineZone, ...stepProps } = props;
  switch (step) {
    case 'environment':
      return <EnvironmentStep {...stepProps} />;
    case 'service':
      return <ServiceStep {...stepProps} />;
    case 'version':
      return <VersionStep {...stepProps} />;
    case 'keys':
      return <ApiKeysStep {...stepProps} />;
    case 'shop':
      return <ShopStep {...stepProps} />;
    case 'pos':
      return <PosStep {...stepProps} />;
    case 'zone':
      return <TimeZoneStep {...stepProps} machineZone={machineZone} />;
    case 'printer':
      return <PrinterKindStep {...stepProps} />;
    case 'printer-address':
      return <PrinterAddressQuestion {...stepProps} />;
    case 'printer-path':
      return <PrinterPathQuestion {...stepProps} />;
    case 'printer-folder':
      return <PrinterFolderQuestion {...stepProps} />;
    case 'printer-model':
      return <PrinterModelQuestion {...stepProps} />;
    case 'printer-columns':
      return <PrinterColumnsQuestion {...stepProps} />;
    case 'printer-try':
      return <PrinterTestStep {...stepProps} />;
    case 'people':
      return <PeopleStep {...stepProps} />;
    case 'review':
      return (
        <SetupReview
          provisioning={toProvisioning(stepProps.draft, language)}
          onBack={stepProps.onBack}
        />
      );
    default:
      return assertNever(step);
  }
}
