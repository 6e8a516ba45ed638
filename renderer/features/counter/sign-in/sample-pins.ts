import type { CallOutput, Role } from '../../../../shared/contract/index.ts';

export type Cashiers = CallOutput<'staff.names'>;

interface SamplePerson {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** The staff of the training shop. Their PINs protect nothing, so they are not secret. */
const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  { name: 'Ana', role: 'cashier', pin: '1111' },
  { name: 'Luis', role: 'supervisor', pin: '2222' },
  { name: 'Carmen', role: 'owner', pin: '3333' },
];

/** Returns the samples that the shop still has with the same name and role. */
export function listSamplePins(cashiers: Cashiers): readonly SamplePerson[] {
  return SAMPLE_PEOPLE.filter((sample) =>
    cashiers.some((cashier) => cashier.name === sample.name && cashier.role === sample.role),
  );
}
