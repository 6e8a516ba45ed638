/** The frame around every feature: status line, banner, counter, function keys. */
export { Banner } from './banner.tsx';
export { Counter } from './counter.tsx';
export { Frame } from './frame.tsx';
