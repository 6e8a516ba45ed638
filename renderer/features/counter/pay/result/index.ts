/** The steps of the flow from F12 on, and its tape. */
export { ResultScreen } from './result-screen.tsx';
export { SendingScreen } from './sending-screen.tsx';
export { TapeSide } from './tape-side.tsx';
