import { z } from 'zod';

/**
 * How the service departs from its friendliest answers. Without this mode each object has every
 * field that was ever recorded; with it, an object may have only the fields of the interface.
 * Everything is drawn from the seed, so that a run can be repeated. Shares are in percent.
 */
export interface StrictMode {
  /** Objects that have only the fields of the interface. */
  readonly bareObjects: number;
  /**
   * Lists of transactions in which no row has its external_id. Drawn for each list, so that the next
   * look-up can tell; with 100 no look-up ever finds a payment.
   */
  readonly listsWithoutExternalId: number;
  /** Payments whose status is a word that nobody knows until `UNKNOWN_STATUS_MS` have passed. */
  readonly unknownStatuses: number;
}

export const STRICT_MODE_DEFAULTS: StrictMode = {
  bareObjects: 50,
  listsWithoutExternalId: 20,
  unknownStatuses: 10,
};

const percent = z.number().int().min(0).max(100).optional();

/** True for the defaults; an object changes some of them. */
export const strictOptionSchema = z.union([
  z.boolean(),
  z.strictObject({
    bareObjects: percent,
    listsWithoutExternalId: percent,
    unknownStatuses: percent,
  }),
]);
export type StrictOption = z.infer<typeof strictOptionSchema>;

export function toStrictMode(option: StrictOption | undefined): StrictMode | null {
  if (option === undefined || option === false) return null;
  const { bareObjects, listsWithoutExternalId, unknownStatuses } = option === true ? {} : option;
  return {
    bareObjects: bareObjects ?? STRICT_MODE_DEFAULTS.bareObjects,
    listsWithoutExternalId: listsWithoutExternalId ?? STRICT_MODE_DEFAULTS.listsWithoutExternalId,
    unknownStatuses: unknownStatuses ?? STRICT_MODE_DEFAULTS.unknownStatuses,
  };
}
