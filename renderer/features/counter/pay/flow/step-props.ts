import type { FlowEvent } from './flow.ts';
import type { Step } from './steps.ts';

/** What every step's screen gets: the step, and a way to report events to the flow. */
export interface StepProps<Name extends Step['step']> {
  readonly step: Extract<Step, { readonly step: Name }>;
  readonly tell: (event: FlowEvent) => void;
  /** A key of the flow, or its button. */
  readonly press: (key: 'enter' | 'back' | 'pay') => void;
}
