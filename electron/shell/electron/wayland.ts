/**
 * Whether this process draws on Wayland itself, not through an X server. There a window cannot be
 * placed and its bounds are not true, so no second window may open: it could cover the till.
 * `ozonePlatform` is the value of that switch; empty if it is not set.
 */
export function isOnWayland(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  ozonePlatform: string,
): boolean {
  if (platform !== 'linux') return false;
  if (ozonePlatform !== '' && ozonePlatform !== 'auto') return ozonePlatform === 'wayland';
  const { DISPLAY, WAYLAND_DISPLAY, XDG_SESSION_TYPE } = environment;
  // Without the switch, Electron chooses by the session and not by DISPLAY.
  return !DISPLAY || Boolean(WAYLAND_DISPLAY) || XDG_SESSION_TYPE === 'wayland';
}
