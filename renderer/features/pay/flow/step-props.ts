import type { FlowEvent } from './flow.ts';
import type { Step } from './steps.ts';

/** What every step's screen gets: where it stands, and how to tell the flow what happened. */
export interface StepProps<Name extends Step['step']> {
  readonly step: Extract<Step, { readonly step: Name }>;
  readonly tell: (event: FlowEvent) => void;
  /** A key of the flow, or the button that stands for it. */
  readonly press: (key: 'enter' | 'back' | 'pay') => void;
}
