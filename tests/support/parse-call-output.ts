import { type CallName, type CallOutput, calls } from '../../shared/contract/index.ts';

type Outputs = {
  readonly [Name in CallName]: { output: { parse(value: unknown): CallOutput<Name> } };
};
const outputs: Outputs = calls;

/** Parses the value of main's answer to this call. Throws if it is not what the contract says. */
export function parseCallOutput<Name extends CallName>(
  name: Name,
  value: unknown,
): CallOutput<Name> {
  const call: Outputs[Name] = outputs[name];
  return call.output.parse(value);
}
