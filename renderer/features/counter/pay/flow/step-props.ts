import type { FlowEvent } from './flow.ts';
import type { Step } from './steps.ts';

/** Props of every step's screen: the step, and the function that sends events to the flow. */
export interface StepProps<Name extends Step['step']> {
  readonly step: Extract<Step, { readonly step: Name }>;
  readonly dispatch: (event: FlowEvent) => void;
  /** Presses a key of the flow. */
  readonly press: (key: 'enter' | 'back' | 'pay') => void;
}
