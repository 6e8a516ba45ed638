/** Starts the page on a bridge: the preload's `window.till`, or the fake bridge of the tests. */
import '../fonts.css';
import '../tokens.css';
import '../base.css';

export { startPage } from './start-page.tsx';
