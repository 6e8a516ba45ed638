/**
 * The frame around every feature: status line, banner, counter, function keys. The function keys
 * are in `key-bar.tsx`; each screen's own keys are in its actions.
 * `renderer/components/use-keys.ts` lists the one meaning that each key has on every screen.
 * Binding a key twice at the same time throws in development and in tests. `frame.tsx` is a file of
 * its own, which the application fetches after the sign-in.
 */
export { Banner } from './banner.tsx';
export { CounterLayout } from './counter-layout.tsx';
