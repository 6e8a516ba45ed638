import { z } from 'zod';
import type { DeclaredSetting, SettingMetadata } from '../declare-setting.ts';
import {
  type GenericSettingsSectionId,
  provisioningSchema,
  SETTINGS_SECTIONS,
  type SettingsSection,
} from '../provisioning.ts';
import type { EnvironmentName } from '../value-schemas.ts';

/** What is derived from the declarations in `provisioning.ts`. */

type Shape = Readonly<Record<string, z.ZodType>>;
type ProvisioningShape = typeof provisioningSchema.shape;
type WithoutOptional<Schema> = Schema extends z.ZodOptional<infer Inner> ? Inner : Schema;

/** A setting, named as in the provisioning file: `shopCopy`, `reconciliation.host`. */
interface NamedSetting {
  readonly name: string;
  readonly metadata: SettingMetadata;
}

/** All settings, and the fields of those that are a group. */
export const SETTINGS = listSettings(provisioningSchema.shape, null);

function listSettings(shape: Shape, group: NamedSetting | null): readonly NamedSetting[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const metadata = getSettingMetadata(schema);
    const name = group === null ? field : `${group.name}.${field}`;
    const section = metadata.section ?? group?.metadata.section;
    const setting = { name, metadata: section === undefined ? metadata : { ...metadata, section } };
    const fields = getSettingGroupFields(schema);
    if (fields === null || metadata.secret !== undefined) return [setting];
    return [setting, ...listSettings(fields, setting)];
  });
}

export function getSettingMetadata(schema: z.ZodType & Partial<DeclaredSetting>): SettingMetadata {
  return schema.setting ?? {};
}

/** The fields of a setting that is a group; null if it is one value. */
export function getSettingGroupFields(schema: z.ZodType): Shape | null {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodObject ? inner.shape : null;
}

/** The names of the settings that declare this metadata. */
export function listSettingNamesWith(metadataKey: keyof SettingMetadata): readonly string[] {
  return SETTINGS.filter(({ metadata }) => metadata[metadataKey] !== undefined).map(
    ({ name }) => name,
  );
}

/**
 * The section of a field, by its name in the provisioning file; undefined for a field that is not
 * declared. `account` is not a setting, but the audit log names it.
 */
export function getSettingsSection(name: string): SettingsSection | undefined {
  if (name === 'account') return 'service';
  const setting = SETTINGS.find((candidate) => candidate.name === name);
  if (setting !== undefined || !name.includes('.')) {
    return SETTINGS_SECTIONS.find((section) => section === setting?.metadata.section);
  }
  return getSettingsSection(name.slice(0, name.lastIndexOf('.')));
}

type SecretField<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends DeclaredSetting<{ secret: string }>
    ? Field
    : never;
}[keyof Fields];

type WithoutSecrets<Fields extends z.ZodRawShape> = {
  [Field in Exclude<keyof Fields, SecretField<Fields>>]: Fields[Field];
};

/** Returns a group without its secrets. */
export function omitSecrets<Fields extends z.ZodRawShape>(
  group: z.ZodObject<Fields, z.core.$strict>,
): z.ZodObject<WithoutSecrets<Fields>, z.core.$strict> {
  const fields = Object.entries<z.ZodType>(Object(group.shape)).filter(
    ([, schema]) => getSettingMetadata(schema).secret === undefined,
  );
  return z.strictObject(Object.fromEntries(fields) as unknown as WithoutSecrets<Fields>);
}

type SecretIn<Fields> = {
  [Field in keyof Fields]: Fields[Field] extends {
    readonly setting: { readonly secret: infer Name };
  }
    ? Name
    : WithoutOptional<Fields[Field]> extends z.ZodObject<infer Inner>
      ? SecretIn<Inner>
      : never;
}[keyof Fields];
export type SecretName = SecretIn<ProvisioningShape> & string;

/** The names in the vault of the secrets that a person enters. */
export const SECRET_NAMES = SETTINGS.flatMap(
  ({ metadata }) => metadata.secret ?? [],
) as SecretName[];

type PageSettingName = {
  [Name in keyof ProvisioningShape]: ProvisioningShape[Name] extends DeclaredSetting<{
    isForPage: true;
  }>
    ? Name
    : never;
}[keyof ProvisioningShape];

/** The settings in `till.state`. They always have a value there, because each has a default. */
export const pageSettingsShape = Object.fromEntries(
  Object.entries(provisioningSchema.shape).flatMap(([name, schema]) =>
    getSettingMetadata(schema).isForPage === true && schema instanceof z.ZodOptional
      ? [[name, Object.assign(schema.unwrap().clone(), { setting: getSettingMetadata(schema) })]]
      : [],
  ),
) as { [Name in PageSettingName]: Declared<ProvisioningShape[Name]> };

type Declared<Schema> = WithoutOptional<Schema> & Pick<Schema, 'setting' & keyof Schema>;

/** The settings with a default and a few values. */
export type ChoiceSettingName = {
  [Name in keyof ProvisioningShape]: ProvisioningShape[Name] extends z.ZodOptional<
    z.ZodBoolean | z.ZodEnum
  >
    ? Name
    : never;
}[keyof ProvisioningShape];
/** The numbers, texts and secrets in the sections that need no screen of their own. */
export type ValueSettingName = Exclude<
  {
    [Name in keyof ProvisioningShape]: ProvisioningShape[Name] extends DeclaredSetting<{
      section: GenericSettingsSectionId;
    }>
      ? Name
      : never;
  }[keyof ProvisioningShape],
  ChoiceSettingName
>;
/** A value of a setting as a choice: `yes` and `no` for a flag. */
export type ChoiceSettingValue<Name extends ChoiceSettingName> =
  ProvisioningShape[Name] extends z.ZodOptional<z.ZodBoolean>
    ? 'yes' | 'no'
    : Exclude<z.output<ProvisioningShape[Name]>, undefined | boolean>;

/** A setting that is one question, by the type of its value. */
export type GenericSetting =
  | {
      readonly name: ChoiceSettingName;
      readonly kind: 'flag' | 'choice';
      readonly choices: string[];
    }
  | { readonly name: ValueSettingName; readonly kind: 'number' | 'text' | 'secret' };

/** Returns the settings of a section that consists of single values. */
export function listGenericSettings(section: SettingsSection): readonly GenericSetting[] {
  return Object.entries(provisioningSchema.shape).flatMap(([name, schema]) =>
    getSettingMetadata(schema).section === section ? toPlainSetting(name, schema) : [],
  );
}

function toPlainSetting(name: string, schema: z.ZodType): GenericSetting {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodBoolean)
    return { name: name as ChoiceSettingName, kind: 'flag', choices: ['yes', 'no'] };
  if (inner instanceof z.ZodEnum)
    return { name: name as ChoiceSettingName, kind: 'choice', choices: inner.options.map(String) };
  const isSecret = getSettingMetadata(schema).secret !== undefined;
  const kind = isSecret ? 'secret' : inner instanceof z.ZodNumber ? 'number' : 'text';
  return { name: name as ValueSettingName, kind };
}

/** The values of these fields, with the defaults of those that are not set. */
export type WithDefaults<Fields> = {
  [Field in keyof Fields]:
    | (WithoutOptional<Fields[Field]> extends z.ZodObject<infer Inner>
        ? WithDefaults<Inner>
        : z.output<WithoutOptional<Fields[Field]>>)
    | DefaultOf<Fields[Field]>;
};
type DefaultOf<Schema> =
  Schema extends DeclaredSetting<{ default: infer Default }>
    ? Extract<Default, null>
    : Extract<z.output<Schema>, undefined>;

/** Returns the values with the declared defaults of those that are not set. */
export function applyDefaults<Fields extends Shape>(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  environment: EnvironmentName,
): WithDefaults<Fields> {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const value = values[name] ?? getDefault(schema, environment);
    const inner = getSettingGroupFields(schema);
    return [
      name,
      inner === null || !isGroup(value) ? value : applyDefaults(inner, value, environment),
    ];
  });
  return Object.fromEntries(entries);
}

function getDefault(schema: z.ZodType, environment: EnvironmentName): unknown {
  const { default: value } = getSettingMetadata(schema);
  return typeof value === 'function' ? value(environment) : value;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
