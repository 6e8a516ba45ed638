import { mkdirSync, rmSync } from 'node:fs';
import { app, crashReporter } from 'electron';
import { getCrashDumpsFolder, type Log, listCrashDumps } from '../../platform/index.ts';

const MAX_KEPT_DUMPS = 5;

/**
 * Lets Electron write a dump of a process of the till that crashes, into the profile. Dumps are
 * never uploaded, and only the newest are kept. Call before `ready`.
 */
export function startCrashDumps(profileFolder: string, log: Log): void {
  const folder = getCrashDumpsFolder(profileFolder);
  try {
    // Electron rejects a folder that does not exist.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('crashDumps', folder);
    crashReporter.start({ uploadToServer: false });
    for (const { file } of listCrashDumps(folder).slice(MAX_KEPT_DUMPS)) rmSync(file);
  } catch (error) {
    log.warn({ err: error }, 'crash-dumps: preparing the folder failed');
  }
}
