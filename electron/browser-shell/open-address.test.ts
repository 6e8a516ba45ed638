import { expect, it } from 'vitest';
import { openerFor } from './open-address.ts';

it('opens the address where there is a display', () => {
  expect(openerFor('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(openerFor('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(openerFor('darwin', {})).toEqual(['open']);
  expect(openerFor('win32', {})?.[0]).toBe('rundll32');
});

it('opens nothing where there is none, and never in CI', () => {
  expect(openerFor('linux', {})).toBeNull();
  expect(openerFor('linux', { DISPLAY: ':0', CI: 'true' })).toBeNull();
  expect(openerFor('darwin', { CI: '1' })).toBeNull();
});
