/**
 * The frame around every feature: status line, banner, counter, function keys. The function keys
 * are in `key-bar.tsx`; each screen's own keys are in its actions.
 * `renderer/components/use-keys.ts` lists the one meaning that each key has on every screen.
 * Binding a key twice at the same time throws in development and in tests.
 */
export { Banner } from './banner.tsx';
export { Counter } from './counter.tsx';
export { Frame } from './frame.tsx';
