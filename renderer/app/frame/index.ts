/**
 * The frame around every feature: status line, banner, counter, function keys. The function keys are
 * in `key-bar.tsx`; each screen's own keys are in its actions, and what each key means is listed
 * in `renderer/components/use-keys.ts`: one meaning on every screen. A key that is bound twice at the same
 * time throws in development and in tests.
 */
export { Banner } from './banner.tsx';
export { Counter } from './counter.tsx';
export { Frame } from './frame.tsx';
