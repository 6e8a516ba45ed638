/**
 * The frame around every feature: status line, banner, counter, function keys. The function keys
 * are in `key-bar.tsx`; each screen's own keys are in its actions.
 * `renderer/components/use-keys.ts` lists the meaning of each key, which is the same on every
 * screen. Binding a key twice at the same time throws in development and in tests. `frame.tsx` is a
 * separate file, which the application loads after the sign-in.
 */

export { CounterLayout } from './counter-layout.tsx';
export { EnvironmentBanner } from './environment-banner.tsx';
