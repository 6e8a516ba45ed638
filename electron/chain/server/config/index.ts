/**
 * The file of the process that serves a chain (`chain.json`), and what such a process consists of.
 * The file holds logins and keys: it is refused if anybody else can read it. It is `--config FILE`,
 * or `chain.json` of `$CREDENTIALS_DIRECTORY`, or that of the computer's folder (`/etc/mostrador`,
 * `%ProgramData%\Mostrador`). docs/chain.md describes its fields, and a test compares.
 *
 * Its words are for a terminal, in English. Nothing of it is ever given on the command line.
 */
export {
  getConfigFile,
  type OfficeConfig,
  officeConfigSchema,
  readOfficeConfig,
} from './office-config.ts';
export type { OfficeService, OfficeServiceStatus, RunningService } from './office-service.ts';
export { readPrivateJson } from './private-json.ts';
