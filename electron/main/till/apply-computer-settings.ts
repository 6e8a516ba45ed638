import type { TillSettings } from '../../settings/index.ts';
import type { ProgramPorts } from './ports.ts';

/** Applies the settings that concern the computer: at the start, and when they change. */
export function applyFullScreen(
  ports: Pick<ProgramPorts, 'setFullScreen'>,
  { fullScreen, environment }: TillSettings,
): void {
  // A till that switches to training keeps its screen mode.
  if (fullScreen !== undefined || environment !== 'training') {
    ports.setFullScreen?.(fullScreen ?? false);
  }
}

/**
 * An idle computer would go to sleep long before the upload, and then nothing of ours runs. So it
 * stays awake while the till is open and uploads, also over a day on which the shop is closed. A
 * till that joined a chain stays awake until its own last file is uploaded.
 */
export function applyKeepAwake(
  ports: Pick<ProgramPorts, 'keepAwake'>,
  /** The files of this till's own that are not uploaded yet; null if it uploads none. */
  missingFiles: object | null,
): void {
  ports.keepAwake(missingFiles !== null);
}
