import { expect, it } from 'vitest';
import { getOpenCommand } from './open-address.ts';

it('returns the open command if there is a display', () => {
  expect(getOpenCommand('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(getOpenCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(getOpenCommand('darwin', {})).toEqual(['open']);
  expect(getOpenCommand('win32', {})?.[0]).toBe('rundll32');
});

it('returns no open command without a display or in CI', () => {
  expect(getOpenCommand('linux', {})).toBeNull();
  expect(getOpenCommand('linux', { DISPLAY: ':0', CI: 'true' })).toBeNull();
  expect(getOpenCommand('darwin', { CI: '1' })).toBeNull();
});
