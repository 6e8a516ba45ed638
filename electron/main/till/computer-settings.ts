import type { TillSettings } from '../../settings/index.ts';
import type { ProgramPorts } from './ports.ts';

/** Has the computer do what the settings ask of it: now, and again whenever they change. */
export function applyFullScreen(
  ports: Pick<ProgramPorts, 'fullScreen'>,
  { fullScreen, environment }: TillSettings,
): void {
  // A till at work that goes into training keeps its screen.
  if (fullScreen !== undefined || environment !== 'training') {
    ports.fullScreen?.(fullScreen ?? false);
  }
}

/**
 * An idle computer sleeps long before the upload, and from then on nothing of ours runs: so it stays
 * awake for as long as the till is open and uploads, also over a day on which the shop is closed. A till
 * that entered a chain stays so until its own last file is in.
 */
export function applyKeepAwake(
  ports: Pick<ProgramPorts, 'keepAwake'>,
  /** What is missing of this till's own files; null if it uploads none. */
  missing: object | null,
): void {
  ports.keepAwake(missing !== null);
}
