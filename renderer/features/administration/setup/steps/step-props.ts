import type { SetupDraft } from '../setup-draft.ts';

/** What every question of the wizard gets. */
export interface SetupStepProps {
  readonly draft: SetupDraft;
  readonly change: (changes: Partial<SetupDraft>) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}
