import { z } from 'zod';

/**
 * The ways of paying that the till takes, declared once. What is added here needs its word in
 * `shared/locales` and a field on the order that says it was used; shifts keep each by itself.
 */
export const tenders = {
  /** Handed over; in the drawer, so it is counted when the shift closes. */
  cash: { isInDrawer: true },
} as const satisfies Readonly<Record<string, { readonly isInDrawer: boolean }>>;

export type Tender = keyof typeof tenders;

export const tender = z.enum(
  Object.keys(tenders).filter((name): name is Tender => Object.hasOwn(tenders, name)),
);
