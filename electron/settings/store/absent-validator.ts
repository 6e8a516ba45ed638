/**
 * Replaces ajv and ajv-formats in the bundle (`vite.config.ts`): the settings are validated with zod,
 * so electron-store gets no schema, and main keeps 250 KB less code in memory.
 */
export class Ajv2020 {
  constructor() {
    throw new Error('the settings have no JSON schema');
  }
}

// biome-ignore lint/style/noDefaultExport: conf imports ajv-formats by it
export default {};
