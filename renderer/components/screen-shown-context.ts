import { createContext, type RefObject } from 'react';

/** False while the surrounding screen is drawn for the first time; null if there is none. */
export const ScreenShownContext = createContext<RefObject<boolean> | null>(null);
