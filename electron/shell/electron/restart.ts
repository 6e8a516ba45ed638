import { app } from 'electron';
import { listChromiumOptions } from '../../settings/command-line/index.ts';

/**
 * Quits and starts the program again on the same profile, without the requests of its command line, but
 * with its switches of Chromium: without `--ozone-platform=x11`, it would draw on Wayland.
 */
export function restartTill(profileFolder: string): void {
  const program = app.isPackaged ? [] : [app.getAppPath()];
  app.relaunch({
    args: [...listChromiumOptions(process.argv), ...program, '--profile', profileFolder],
  });
  app.quit();
}
