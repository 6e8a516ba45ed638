/** The steps of the flow from F12 on, and its tape. */
export { PaymentResultScreen } from './result-screen.tsx';
export { SendingPaymentScreen } from './sending-screen.tsx';
export { PayFlowTape } from './tape-side.tsx';
