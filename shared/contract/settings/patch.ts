import { z } from 'zod';
import { provisioningSchema } from '../provisioning.ts';
import { decimalSchema, integerSchema } from '../value-schemas.ts';
import { getSettingGroupFields } from './declarations.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type PatchOf<Fields> = {
  [Field in keyof Fields]?:
    | (Fields[Field] extends z.ZodObject<infer Inner> | z.ZodOptional<z.ZodObject<infer Inner>>
        ? PatchOf<Inner>
        : Exclude<z.input<Extract<Fields[Field], z.ZodType>>, undefined>)
    | null
    | undefined;
};

/** A non-negative amount with at most two decimals. */
const amountSchema = decimalSchema.refine(
  (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
  'an amount that is not negative, with at most two decimals',
);
const billerIdsSchema = z
  .array(integerSchema)
  .max(500)
  .refine((billerIds) => new Set(billerIds).size === billerIds.length, 'each biller only once');

const { environment: _, cashiers: _cashiers, ...shape } = provisioningSchema.shape;
const reconciliationSchema = shape.reconciliation.unwrap();

/** What a person enters is stricter than what the files of earlier versions contain. */
const enteredShape = {
  ...shape,
  cashOutBillers: billerIdsSchema,
  drpBillers: billerIdsSchema.max(2),
  lowBalance: amountSchema,
  currency: z.string().regex(/^[A-Za-z]{2,8}$/, 'a currency code'),
  customerFee: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('service') }),
    z.strictObject({
      kind: z.literal('fixed'),
      utility: amountSchema,
      'top-up': amountSchema,
      'gift-card': amountSchema,
      partner: amountSchema,
    }),
  ]),
  caFile: z.string().min(1).max(1000),
  proxy: z
    .string()
    .max(300)
    .refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''), 'http://host:port'),
  reconciliation: reconciliationSchema.extend({
    host: reconciliationSchema.shape.host.min(1),
    user: reconciliationSchema.shape.user.min(1),
    password: z.string().min(1).max(300),
  }),
};

/**
 * A JSON Merge Patch of the provisioning file, as `--apply` takes it: null removes a setting. Staff
 * and environment are not changed on the screen of the settings.
 */
export const settingsPatchSchema = toPatchSchema(enteredShape);
export type SettingsPatch = PatchOf<typeof enteredShape>;

function toPatchSchema<Fields extends Shape>(
  fields: Fields,
): z.ZodType<PatchOf<Fields>, PatchOf<Fields>> {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const inner = getSettingGroupFields(schema);
    const value = inner === null ? schema : toPatchSchema(inner);
    return [name, value.nullable().optional()];
  });
  return z.strictObject(Object.fromEntries(entries)) as unknown as z.ZodType<
    PatchOf<Fields>,
    PatchOf<Fields>
  >;
}

/** A file on this computer, or the content of one that the page has read. */
export const fileSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(1_000_000) }),
]);

/** The settings that main takes from a file: only the provisioning file contains their text. */
export const settingsPatchFilesSchema = z.strictObject({
  'reconciliation.privateKey': fileSourceSchema.optional(),
  /** The file that `mostrador-cli chain enroll` wrote for this till. */
  chain: fileSourceSchema.optional(),
  'chain.ca': fileSourceSchema.optional(),
  /** The code of `mostrador-cli chain join-code`, as a person typed it. */
  'chain.code': z.string().max(1000).optional(),
});
export type SettingsPatchFiles = z.infer<typeof settingsPatchFilesSchema>;
