/**
 * Starts the page on a bridge: the preload's `window.till`, or the fake of the tests. The first
 * import has to stay first: it forbids zod to compile code, which the page's CSP refuses.
 */
import './jitless.ts';
import '../fonts.css';
import '../tokens.css';
import '../base.css';

export { startPage } from './start-page.tsx';
