import type { z } from 'zod';
import type { EnvironmentName } from './value-schemas.ts';

/** What the till derives from a setting besides its schema. */
export interface SettingMetadata<Value = unknown> {
  /**
   * The one of `SETTINGS_SECTIONS` in which an owner changes it. A field of a group is in the section
   * of its group.
   */
  readonly section?: string;
  /**
   * The value of a setting that is not set: null if nothing applies, a function if it depends on the
   * environment. Not declared for required settings, secrets, files, and groups without which a part
   * of the till does not exist.
   */
  readonly default?: ReadonlyValue<Value> | null | ((environment: EnvironmentName) => Value);
  /** Its name in the vault. A secret is never stored in plain text, displayed, exported or reported. */
  readonly secret?: string;
  /** Personal: an owner sees it, but the support bundle does not contain it. */
  readonly isPersonal?: true;
  /** Part of the connection to the service, which a change replaces. */
  readonly isConnection?: true;
  /** A file changes it only with an owner's PIN, even a file of the computer's administrators. */
  readonly needsPin?: true;
  /** Identifies the till that a file is for: no file changes it. */
  readonly identifiesTill?: true;
  /** Controlled for all tills by the file of a fleet. */
  readonly isFleetPolicy?: true;
  /** Part of `till.state`: screens other than the settings use it. */
  readonly isForPage?: true;
}

type ReadonlyValue<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

export interface DeclaredSetting<Metadata extends SettingMetadata = SettingMetadata> {
  readonly setting: Metadata;
}

/** Returns a copy of the schema with this metadata. All settings are declared in `provisioning.ts`. */
export function declareSetting<
  Schema extends z.ZodType,
  const Metadata extends SettingMetadata<Exclude<z.output<Schema>, undefined>>,
>(schema: Schema, metadata: Metadata): Schema & DeclaredSetting<Metadata> {
  return Object.assign(schema.clone(), { setting: metadata });
}
