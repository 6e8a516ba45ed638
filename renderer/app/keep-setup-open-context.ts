import { createContext } from 'react';

/** Keeps the set-up on the screen although the till is set up, because a step is not complete. */
export const KeepSetupOpenContext = createContext<(isKeptOpen: boolean) => void>(() => {});
