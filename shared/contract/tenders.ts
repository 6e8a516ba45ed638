import { z } from 'zod';

/**
 * The tenders that the till accepts. A new one needs a text in `shared/locales` and a field on the
 * order that records its use; shifts total each tender separately.
 */
export const TENDERS = {
  /** Cash is in the drawer, so it is counted when the shift closes. */
  cash: { isInDrawer: true },
} as const satisfies Readonly<Record<string, { readonly isInDrawer: boolean }>>;

export type Tender = keyof typeof TENDERS;

export const tenderSchema = z.enum(
  Object.keys(TENDERS).filter((name): name is Tender => Object.hasOwn(TENDERS, name)),
);
