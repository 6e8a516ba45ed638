import type { SetupDraft } from '../setup-draft.ts';

/** Props of every wizard step. */
export interface SetupStepProps {
  readonly draft: SetupDraft;
  readonly onChange: (changes: Partial<SetupDraft>) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}
