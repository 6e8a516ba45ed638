/**
 * The configuration file of the process that serves a chain (`chain.json`), and the services of
 * such a process. The file contains logins and keys: it is rejected if others can read it. Its path
 * is `--config FILE`, or `chain.json` in `$CREDENTIALS_DIRECTORY`, or in the computer's folder
 * (`/etc/mostrador`, `%ProgramData%\Mostrador`). docs/chain.md describes its fields, and a test
 * compares them.
 *
 * Its messages are for a terminal, in English. None of its values are ever given on the command
 * line.
 */
export {
  type ChainServerConfig,
  chainServerConfigSchema,
  getConfigFile,
  getDataFolder,
  readChainServerConfig,
} from './chain-server-config.ts';
export {
  type ChainServerService,
  type ChainServerServiceStatus,
  type RunningService,
  toStatusJson,
} from './chain-server-service.ts';
export { NOT_PRIVATE_REASON, readPrivateJson } from './private-json.ts';
