import { createContext } from 'react';

/** Keeps the set-up on the screen although the till is set up: something of it is not done yet. */
export const HoldSetupContext = createContext<(isHeld: boolean) => void>(() => {});
