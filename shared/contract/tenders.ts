import { z } from 'zod';

/**
 * The ways of paying that the till accepts, declared once. A new one needs a word in
 * `shared/locales` and a field on the order that says it was used; shifts keep each separately.
 */
export const TENDERS = {
  /** Cash is in the drawer, so it is counted when the shift closes. */
  cash: { isInDrawer: true },
} as const satisfies Readonly<Record<string, { readonly isInDrawer: boolean }>>;

export type Tender = keyof typeof TENDERS;

export const tenderSchema = z.enum(
  Object.keys(TENDERS).filter((name): name is Tender => Object.hasOwn(TENDERS, name)),
);
