import type { CallOutput, Role } from '../../../../shared/contract/index.ts';

export type Cashiers = CallOutput<'staff.names'>;

interface SamplePerson {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** The people of the training shop. Their PINs protect nothing, so they are no secret. */
const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  { name: 'Ana', role: 'cashier', pin: '1111' },
  { name: 'Luis', role: 'supervisor', pin: '2222' },
  { name: 'Carmen', role: 'owner', pin: '3333' },
];

/** The samples that are listed under their own names and roles; the shop may have added others. */
export function listSamplePins(cashiers: Cashiers): readonly SamplePerson[] {
  return SAMPLE_PEOPLE.filter((sample) =>
    cashiers.some((one) => one.name === sample.name && one.role === sample.role),
  );
}
