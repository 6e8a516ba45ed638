import type { PayFlowEvent } from './flow.ts';
import type { PayStep } from './steps.ts';

/** Props of every step's screen: the step, and the function that sends events to the flow. */
export interface StepProps<Name extends PayStep['step']> {
  readonly step: Extract<PayStep, { readonly step: Name }>;
  readonly dispatch: (event: PayFlowEvent) => void;
  /** Presses a key of the flow. */
  readonly press: (key: 'enter' | 'back' | 'pay') => void;
}
